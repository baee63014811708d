import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listen, ownUrl } from '#server/kit/listen.ts';
import { writeRunFile } from '#server/kit/run-file.ts';
import { openPublishing } from '#server/publishing/publisher/publishing-role.ts';
import { LIVE_INDEX_FILE, tryReadIndex } from '#storyblok/mirror.ts';
import { addressFault } from '#storyblok/story-address.ts';
import {
  openSitePublisher,
  published,
  renamedTo,
  type SitePublisher,
  sentencesOf,
} from '#tests/support/publishing/site-publisher.ts';
import { releaseCommand } from '#tools/release.ts';

/** The real site; an address that no page can have holds up its own story alone. */
let site: SitePublisher;
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 });

beforeAll(async () => {
  site = await openSitePublisher();
});
afterAll(() => site.close());

/** Publishes beside another edit, which has to go live; what each story that is held back is told. */
async function heldBack(): Promise<Record<string, string>> {
  const next = await site.say();
  const { heldBack: stories } = published(await site.publish());
  expect(await site.live('index.html')).toContain(next);
  return Object.fromEntries(stories.map((story) => [story.fullSlug, sentencesOf([story]).join('\n')]));
}

/** One publish for all such addresses, because each renders most of the site again: no story's is another one's matter. */
describe('stories with addresses that no page can have are held back, each with its reason', () => {
  const slugs = ['robots.txt', 'API', '_astro', 'en', 'profile', '..', 'a'.repeat(201), 'Terminos'];
  const undo: (() => Promise<void>)[] = [];
  let told: Record<string, string>;

  beforeAll(async () => {
    undo.push(await site.add('index.html', 'terminos'));
    // The first release of all has it already.
    expect(await heldBack()).toMatchObject({
      'index.html': expect.stringContaining('cannot be the address of a page'),
    });
    for (const slug of slugs) undo.push(await site.add(slug, 'terminos'));
    undo.push(await site.edit('quienes-somos', renamedTo('preguntas/index.html')));
    undo.push(
      await site.edit('preguntas', (text) =>
        text.replace(
          /("component": "faq-question",[^{}]*?"anchor": )"[^"]*"|("anchor": )"[^"]*"(,\s*"question")/,
          '$1$2"index.html"$3',
        ),
      ),
    );
    undo.push(await site.edit('404', renamedTo('no-hay')));
    told = await heldBack();
  });

  test('new ones, and a page beside them is there', async () => {
    // The settings link to a page that was renamed: they stay with it.
    const others = ['index.html', 'preguntas/index.html', 'preguntas', '404', 'settings/global'];
    expect(Object.keys(told).sort()).toEqual([...slugs, ...others].sort());
    expect(told['API']).toContain("is the site's own");
    expect(told['Terminos']).toContain('belongs to another story already');
    expect(await site.visit('/terminos/')).toBe('200');
  });

  test('a page that gets such an address stays where it was', async () => {
    expect(told['preguntas/index.html']).toContain('cannot be the address of a page');
    expect(await site.visit('/quienes-somos/')).toBe('200');
  });

  test('so does a page with a question whose address cannot be one', async () => {
    expect(told['preguntas']).toContain('field "anchor": "index.html"');
    expect(await site.visit('/preguntas/')).toBe('200');
  });

  test('a page that no site can be without stays too when it is renamed', () => {
    expect(told['404']).toContain('the site needs it');
  });

  test('with their old addresses, or gone, they hold nothing back any more', async () => {
    for (const mend of undo) await mend();
    expect(await heldBack()).toEqual({});
  });
});

/** `npm run publish`, beside a process that runs. */
async function command(): Promise<{ readonly code: number; readonly output: string }> {
  const publishing = openPublishing({
    env: site.env,
    webhook: { secret: 'secret', pathKey: undefined },
    operatorToken: 'token',
    snapshot: () => site.content.publish(),
    onResult: () => undefined,
    onAlert: () => undefined,
  });
  onTestFinished(() => publishing.stop());
  const server = await listen(publishing.routes, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  const url = ownUrl({ host: '127.0.0.1', port: server.port });
  writeRunFile(site.env.dataDir, { pid: process.pid, url, operatorToken: 'token' });
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const spies = (['log', 'error'] as const).map((name) => vi.spyOn(console, name).mockImplementation(say));
  const code = await releaseCommand(['publish'], { DATA_DIR: site.env.dataDir });
  for (const spy of spies) spy.mockRestore();
  return { code, output: said.join('\n') };
}

describe('npm run publish names a file that it leaves out, and fails', () => {
  let undo = async (): Promise<void> => undefined;

  test.each([
    ['that is no JSON', () => '{', 'not valid JSON'],
    ['whose slug is none', renamedTo('dos palabras'), 'slug: expected letters'],
    ['without a content', (text: string) => text.replace('"content"', '"contents"'), 'content: missing'],
  ])('%s', async (_, spoil, reason) => {
    await undo();
    undo = await site.edit('cookies', spoil);
    const { code, output } = await command();
    expect(output).toMatch(/^! Not published, visitors see it as it was: stories\/manay\/cookies_.*\.json: /m);
    expect(output).toContain(reason);
    expect(code).toBe(1);
    expect(await site.visit('/cookies/')).toBe('200');
  });

  test('and does not when the file is whole again', async () => {
    await undo();
    expect(await command()).toMatchObject({ code: 0 });
  });
});

test('every address of the site that does not belong to a story is refused to stories, and no address of a story is', async () => {
  const pages = (tryReadIndex(join(site.env.dataDir, 'mirror', LIVE_INDEX_FILE))?.stories ?? [])
    .filter(({ component }) => component === 'page')
    .map(({ slug }) => slug);
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.filter((slug) => slug && addressFault(slug))).toEqual([]);
  const names = await readdir(join(site.releasesDir, 'current'));
  const own = names.filter((name) => !pages.some((slug) => slug.split('/', 1)[0] === name));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((name) => !addressFault(name))).toEqual([]);
});
