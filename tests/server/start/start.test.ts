import { cp, mkdir, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import StoryblokClient from 'storyblok-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningProduct, runTool, startProduct } from '#tests/support/browser/product.ts';
import { sharedScratchDir } from '#tests/support/browser/site.ts';
import { CookieJar } from '#tests/support/people/client.ts';

const SEED = 'src/server/publishing/sandbox/content-service/seed';
let folder: string;
let env: Record<string, string>;
let product: RunningProduct;
/** Measures how long a start takes on this machine today. */
let startMs: number;

beforeAll(async () => {
  folder = await sharedScratchDir();
  await cp(SEED, join(folder, 'content'), { recursive: true });
  env = { DATA_DIR: join(folder, 'data'), CONTENT_DIR: join(folder, 'content') };
  const fromMs = performance.now();
  product = await startProduct(env);
  startMs = performance.now() - fromMs;
});

afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

async function storyFile(slug: string): Promise<string> {
  const stories = join(folder, 'content/stories/manay');
  const file = (await readdir(stories)).find((name) => name.startsWith(`${slug}_`));
  return join(stories, file as string);
}

/** Changes a text of a story as an editor would, wherever in the story it stands. */
async function editStory(slug: string, change: (text: string) => string): Promise<() => Promise<void>> {
  const file = await storyFile(slug);
  const before = await readFile(file, 'utf8');
  await writeFile(file, change(before));
  return () => writeFile(file, before);
}

async function get(path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(product.baseUrl + path);
  return { status: answer.status, text: await answer.text() };
}

describe('one process runs the product', () => {
  test('both languages, the API and its documentation answer', async () => {
    expect((await get('/')).text).toContain('<html lang="es-PE"');
    expect((await get('/en/')).text).toContain('<html lang="en"');
    expect((await get('/api/v1/public/offer/product-settings?sequence=1')).status).toBe(200);
    expect((await get('/api/docs')).status).toBe(200);
    expect((await get('/nowhere/')).status).toBe(404);
  });

  test('its health names the release and the content version that are live', async () => {
    const health = JSON.parse((await get('/healthz')).text);
    expect(health).toMatchObject({ status: 'ok', release: expect.stringMatching(/^\d{6}-\d+-/) });
    expect(health.contentVersion).toBe(health.publishedVersion);
  });

  test('only its owner can read where its operator token is', async () => {
    expect((await stat(join(folder, 'data/run.json'))).mode & 0o777).toBe(0o600);
    expect((await fetch(`${product.baseUrl}/operator/publish`, { method: 'POST' })).status).toBe(401);
  });

  test("Storyblok's own client reads drafts with the address and the token that are there", async () => {
    const { content } = JSON.parse(await readFile(join(folder, 'data/run.json'), 'utf8'));
    const client = new StoryblokClient({ accessToken: content.token, endpoint: content.apiUrl });
    const { data } = await client.get('cdn/stories/home', { version: 'draft' });
    expect(data.story.content.body[0]._editable).toContain('#storyblok#');
    const unknown = new StoryblokClient({ accessToken: 'another', endpoint: content.apiUrl });
    await expect(unknown.get('cdn/stories/home')).rejects.toMatchObject({ status: 401 });
  });

  test('a second start on the same data stops at once and says who holds it', async () => {
    const fromMs = performance.now();
    const second = await runTool('server/start/main.ts', [], { ...env, PORT: '0' });
    const refusedMs = performance.now() - fromMs;
    expect(second.code).toBe(1);
    expect(second.output).toContain(String(product.process.pid));
    expect(second.output.trim().split('\n')).toHaveLength(1);
    // It only has to load the process: it waits for nothing.
    expect(refusedMs).toBeLessThan(startMs);
  });
});

describe('an editor publishes', () => {
  test('an edited story is live after npm run publish', async () => {
    await editStory('home', (text) => text.replaceAll('cuentas claras', 'cuentas clarísimas'));
    const published = await runTool('release.ts', ['publish'], env);
    expect(published.output).toContain('Changed: home');
    expect(published.code).toBe(0);
    expect((await get('/')).text).toContain('cuentas clarísimas');
  });

  test('a story that breaks its schema is refused by name, and visitors keep what they had', {
    timeout: 900_000,
  }, async () => {
    const before = await get('/healthz');
    const undo = await editStory('home', (text) =>
      text.replace(/"component": ?"faq-question"/, '"component": "faq-qestion"'),
    );
    const published = await runTool('release.ts', ['publish'], env);
    expect(published.code).toBe(1);
    expect(published.output).toContain('story "home"');
    expect(published.output).toContain('faq-qestion');
    expect((await get('/')).text).toContain('cuentas clarísimas');
    expect(JSON.parse((await get('/healthz')).text).release).toBe(JSON.parse(before.text).release);
    await undo();
    expect((await runTool('release.ts', ['publish'], env)).code).toBe(0);
  });

  test('the releases are listed with the live one marked', async () => {
    const { output, code } = await runTool('release.ts', ['list'], env);
    expect(code).toBe(0);
    expect(output.match(/^\* /gm)).toHaveLength(1);
  });

  test('a rollback shows the release before and pauses publishing until an operator resumes', {
    timeout: 900_000,
  }, async () => {
    const release = (...words: string[]) => runTool('release.ts', words, env);
    await editStory('home', (text) => text.replaceAll('cuentas clarísimas', 'cuentas cristalinas'));
    expect((await release('publish')).code).toBe(0);
    const back = await release('rollback');
    expect(back).toMatchObject({ code: 0, output: expect.stringMatching(/^Live: .*Publishing is paused\.\n/) });
    expect((await get('/')).text).toContain('cuentas clarísimas');
    expect((await release('list')).output).toContain('Publishing is paused since');
    expect(JSON.parse((await get('/healthz')).text)).toMatchObject({ paused: true });

    // What is published meanwhile waits.
    await editStory('home', (text) => text.replaceAll('cuentas cristalinas', 'cuentas redondas'));
    expect(await release('publish')).toMatchObject({
      code: 1,
      output: expect.stringContaining('publishing is paused'),
    });
    expect((await get('/')).text).toContain('cuentas clarísimas');

    expect((await release('resume')).output).toContain('Publishing goes on');
    await expect.poll(async () => (await get('/')).text, { timeout: 900_000 }).toContain('cuentas redondas');
    expect((await release('resume')).output).toContain('Publishing was not paused.');
    await editStory('home', (text) => text.replaceAll('cuentas redondas', 'cuentas clarísimas'));
    expect((await release('publish')).code).toBe(0);
  });

  test('a rollback to a release that is not there is refused, and nothing is paused', async () => {
    const refused = await runTool('release.ts', ['rollback', '999999'], env);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('There is no release "999999".') });
    expect(JSON.parse((await get('/healthz')).text)).toMatchObject({ paused: false });
  });

  test('verify finds the site that grew from edits equal to a whole build, and says which file is not', {
    timeout: 900_000,
  }, async () => {
    const dist = join(folder, 'data/dist');
    const [page, settings] = [join(dist, 'requisitos/index.html'), { ...env, PORT: new URL(product.baseUrl).port }];
    const before = await readFile(page, 'utf8');
    await writeFile(page, `${before} `);
    expect(await runTool('release.ts', ['verify'], settings)).toMatchObject({
      code: 1,
      output: expect.stringContaining('different: requisitos/index.html\n1 of'),
    });
    await writeFile(page, before);
    expect(await runTool('release.ts', ['verify'], settings)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^All \d+ files are those of a whole build\./),
    });
  });
});

describe('stopping', () => {
  test('a stop is clean, and the next start finds everything in place without building', {
    timeout: 900_000,
  }, async () => {
    expect(await product.stop()).toBe(0);
    await expect(readFile(join(folder, 'data/run.json'))).rejects.toThrow('ENOENT');
    product = await startProduct(env);
    expect(product.output()).not.toContain('astro build');
    expect((await get('/')).text).toContain('cuentas clarísimas');
  });

  test('with nothing running, publish --force makes a release although nothing has changed', {
    timeout: 900_000,
  }, async () => {
    const live = () => readlink(join(folder, 'data/releases/current'));
    const publish = async (...flags: string[]) => {
      expect((await runTool('release.ts', ['publish', ...flags], { ...env, PORT: '0' })).code).toBe(0);
      return live();
    };
    await product.stop();
    // The first is new, because the address of the site is another.
    const before = await publish();
    expect(await publish()).toBe(before);
    expect(await publish('--force')).not.toBe(before);
    product = await startProduct(env);
  });

  test('a killed product starts again on its data at once', async () => {
    await product.stop('SIGKILL');
    product = await startProduct(env);
    expect((await get('/healthz')).status).toBe(200);
  });

  test('a wrong setting stops the start with one sentence', async () => {
    await mkdir(join(folder, 'other'), { recursive: true });
    const started = await runTool('server/start/main.ts', [], { DATA_DIR: join(folder, 'other'), PORT: 'x' });
    expect(started.code).toBe(1);
    expect(started.output.trim()).toBe('PORT must be a whole number from 0 to 65535, but it is "x".');
  });
});

describe('the sandbox', () => {
  /** Opens the newest link the terminal has shown, as a browser does, and asks as the client. */
  async function asDemoClient(path: string) {
    await expect.poll(() => product.output(), { timeout: 900_000 }).toContain('Demo client');
    const link = new URL(/Demo client\s+(\S+)/.exec(product.output())?.[1] ?? '');
    const answer = await fetch(`${product.baseUrl}${link.pathname}${link.search}`, { redirect: 'manual' });
    const { headers } = new CookieJar().take(answer.headers);
    return (await fetch(`${product.baseUrl}${path}`, { headers })).json();
  }

  test('its client has a loan that runs and has paid into it once, also after another start', {
    timeout: 900_000,
  }, async () => {
    const { loan } = await asDemoClient('/api/v1/loan/active');
    expect(loan).toMatchObject({ status: 'PERFORMING', daysPastDue: 0 });
    expect(await product.stop()).toBe(0);
    product = await startProduct(env);
    const { payments } = await asDemoClient(`/api/v1/payments?loan=${loan.number}`);
    expect(payments).toMatchObject([{ status: 'SUCCEEDED', received: 200 }]);
  });

  test('pages with computed figures are built anew when its business date is moved', { timeout: 900_000 }, async () => {
    const before = JSON.parse((await get('/healthz')).text).release;
    expect((await runTool('lender.ts', ['date', 'advance', '1'], env)).code).toBe(0);
    const release = async () => JSON.parse((await get('/healthz')).text).release;
    await expect.poll(release, { timeout: 900_000, interval: 500 }).not.toBe(before);
  });
});
