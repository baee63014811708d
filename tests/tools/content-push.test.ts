import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { scratchDir } from '#tests/support/browser/site.ts';
import { hasFailed } from '#tools/content-push/storyblok-cli.ts';
import { contentPush } from '#tools/content-push.ts';

const SEED = 'src/server/publishing/sandbox/content-service/seed';
const TOKEN = 'a personal token';

/** A space that answers to the calls for which Storyblok's program has no command. */
class Space {
  languages: { readonly code: string; readonly name: string }[] = [];
  readonly stories: { readonly slug: string; readonly full_slug: string }[] = [];
  readonly requests: string[] = [];
  readonly app = new Hono().basePath('/v1/spaces/:space');

  constructor() {
    this.app.use('*', async (c, next) => {
      if (c.req.header('authorization') !== TOKEN) return c.text('Unauthorized', 401);
      this.requests.push(`${c.req.method} ${c.req.path.replace(/^\/v1\/spaces\/\d+/, '')}`);
      return next();
    });
    this.app.get('/stories', (c) => c.json({ stories: this.stories }));
    this.app.get('/', (c) => c.json({ space: { languages: this.languages } }));
    this.app.put('/', async (c) => {
      this.languages = (await c.req.json()).space.languages;
      return c.json({});
    });
  }
}

let space: Space;
let server: RunningServer;
let said: string[];
let commands: { words: string; env: Readonly<Record<string, string | undefined>> }[];

beforeEach(async () => {
  space = new Space();
  server = await listen({ fetch: (request) => space.app.fetch(request) }, { host: '127.0.0.1', port: 0 });
  said = [];
  commands = [];
});
afterEach(() => {
  vi.unstubAllEnvs();
  return server.close();
});

function push(words: readonly string[], env: Readonly<Record<string, string>> = {}, code = 0): Promise<number> {
  const say = (line: string) => said.push(line);
  const url = `http://127.0.0.1:${server.port}`;
  const all = { STORYBLOK_PERSONAL_TOKEN: TOKEN, STORYBLOK_MANAGEMENT_URL: url, ...env };
  const run = async (command: readonly string[], options: { readonly env: (typeof commands)[number]['env'] }) => {
    commands.push({ words: command.join(' '), env: options.env });
    return { code, output: code === 0 ? 'done' : 'something broke' };
  };
  return contentPush(words, all, { print: say, warn: say, run });
}

describe('before anything is sent', () => {
  test('the seeded content is found good', async () => {
    expect(await push(['--check'])).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(/^Checked: 39 components, \d{3,} entries in 3 datasources, 20 stories\.$/),
    ]);
    expect(space.requests).toEqual([]);
  });

  test('a story that breaks its schema stops everything, and story, block and field are named', async () => {
    const folder = await scratchDir();
    await cp(SEED, folder, { recursive: true });
    const stories = join(folder, 'stories/manay');
    const file = join(stories, (await readdir(stories)).find((name) => name.startsWith('preguntas_')) as string);
    const story = JSON.parse(await readFile(file, 'utf8'));
    story.content.body[0].title = '';
    await writeFile(file, JSON.stringify(story));
    expect(await push(['--space', '1'], { CONTENT_DIR: folder })).toBe(1);
    expect(said).toContainEqual(
      expect.stringMatching(/^story "preguntas", block "page-header" \(.+\), field "title": is required$/),
    );
    expect([space.requests, commands]).toEqual([[], []]);
  });

  test('a file whose name does not say its story, and one that is not JSON, are named', async () => {
    const folder = await scratchDir();
    await cp(SEED, folder, { recursive: true });
    const stories = join(folder, 'stories/manay');
    const name = (await readdir(stories)).find((file) => file.startsWith('tarifas_')) as string;
    await cp(join(stories, name), join(stories, 'rates.json'));
    await rm(join(stories, name));
    expect(await push(['--check'], { CONTENT_DIR: folder })).toBe(1);
    expect(said.join()).toContain('stories/manay/rates.json: its name must end in _8a4e63a0');
    await writeFile(join(stories, 'rates.json'), '{');
    await expect(push(['--check'], { CONTENT_DIR: folder })).rejects.toThrow('rates.json: not valid JSON');
  });

  test.each([
    [[], {}, 'Name the space by its number.'],
    [['--space', 'mine'], {}, 'Name the space by its number.'],
    [['--space', '1'], { STORYBLOK_PERSONAL_TOKEN: '' }, 'STORYBLOK_PERSONAL_TOKEN is needed'],
    [
      ['--space', '1'],
      { STORYBLOK_MANAGEMENT_URL: '', STORYBLOK_REGION: 'moon' },
      'STORYBLOK_REGION must be one of eu, us, ca, ap, cn',
    ],
  ])('%j with %j: %s', async (words, env, sentence) => {
    expect(await push(words, env)).toBe(1);
    expect(said.join('\n')).toContain(sentence);
    expect(space.requests).toEqual([]);
  });

  test('a space with stories in it is left alone, unless it is meant', async () => {
    space.stories.push({ slug: 'blog', full_slug: 'blog' });
    expect(await push(['--space', '1'])).toBe(1);
    expect(said.at(-1)).toContain('The space is not empty (blog)');
    expect(commands).toEqual([]);
    expect(await push(['--space', '1', '--into-filled'])).toBe(0);
  });
});

describe('filling a space', () => {
  test('the CLI, which no sum of ours holds, gets what it needs of the shell, and none of our secrets', {
    tags: 'asvs-13.3.2',
  }, async () => {
    const secrets = [
      'OPERATOR_TOKEN',
      'VAULT_KEYS',
      'DATABASE_URL',
      'STORYBLOK_WEBHOOK_SECRET',
      'AWS_SECRET_ACCESS_KEY',
    ];
    for (const name of secrets) vi.stubEnv(name, 'a secret');
    vi.stubEnv('https_proxy', 'http://proxy.example:3128');
    vi.stubEnv('npm_config_registry', 'https://registry.example');
    expect(await push(['--space', '77'])).toBe(0);
    expect(commands).toHaveLength(3);
    for (const { env } of commands) {
      for (const name of secrets) expect(env[name], name).toBeUndefined();
      expect(env).toMatchObject({
        PATH: process.env['PATH'],
        https_proxy: 'http://proxy.example:3128',
        npm_config_registry: 'https://registry.example',
        STORYBLOK_TOKEN: TOKEN,
      });
    }
  });

  test('languages first, then components, datasources and stories with the CLI', async () => {
    expect(await push(['--space', '77'], { STORYBLOK_REGION: 'us' })).toBe(0);
    expect(space.languages).toEqual([{ code: 'en', name: 'English' }]);
    expect(commands.map(({ words }) => words)).toEqual([
      'components push --space 77 --from manay --region us',
      'datasources push --space 77 --from manay --region us',
      'stories push --publish --space 77 --from manay --region us',
    ]);
    expect(commands[0]?.env).toMatchObject({ STORYBLOK_TOKEN: TOKEN, STORYBLOK_REGION: 'us' });
    expect(space.requests).toEqual(['GET /stories', 'GET ', 'PUT ']);
  });

  test('a language that the space has already is not added again, and others of it stay', async () => {
    space.languages = [{ code: 'qu', name: 'Quechua' }];
    await push(['--space', '1']);
    await push(['--space', '1', '--into-filled']);
    expect(space.languages.map(({ code }) => code)).toEqual(['qu', 'en']);
  });

  test('a step that fails ends it with what the CLI said, and the next is not begun', async () => {
    await expect(push(['--space', '1'], {}, 1)).rejects.toThrow(
      'The Storyblok CLI could not push the components:\nsomething broke',
    );
    expect(commands).toHaveLength(1);
  });

  test('a token that Storyblok does not take is said', async () => {
    await expect(push(['--space', '1'], { STORYBLOK_PERSONAL_TOKEN: 'old' })).rejects.toThrow('Storyblok answered 401');
  });
});

test('the CLI’s own failures are seen although it ends well', () => {
  expect(hasFailed('ℹ Push results: 16 stories pushed, 0 stories failed')).toBe(false);
  expect(hasFailed('ℹ Push results: 15 stories pushed, 1 stories failed')).toBe(true);
  expect(hasFailed('\u001b[31m✖\u001b[39m General - Failed in 38.83ms')).toBe(true);
});
