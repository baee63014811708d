import { createHmac } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { type ContentService, openContentService } from '#server/publishing/sandbox/content-service/content-service.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { type RunningProduct, runTool, startProduct } from '#tests/support/browser/product.ts';
import { sharedScratchDir } from '#tests/support/browser/site.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';

/** The product with an external content service: reached by address and token, heard by webhook. */
const SECRET = 'shared with the content service';
/** Address that pages name as their own: the same for every role that builds them. */
const SITE_URL = 'http://localhost:4321';
const TOKEN = 'a public token';
const PUBLISHED = '{"text":"The user a@b published the Story Home (home)","action":"published","space_id":1}';
let folder: string;
let content: ContentService;
let contentServer: RunningServer;
let product: RunningProduct;

beforeAll(async () => {
  folder = await sharedScratchDir();
  await cp('src/server/publishing/sandbox/content-service/seed', join(folder, 'content'), { recursive: true });
  content = await openContentService({
    seedDir: join(folder, 'content'),
    datasources: async () => textDatasources(),
    stateDir: join(folder, 'state'),
    publicToken: TOKEN,
    previewToken: 'a preview token',
  });
  contentServer = await listen(content.app, { port: 0, host: '127.0.0.1' });
  product = await startProduct({
    ...storyblok(),
    DATA_DIR: join(folder, 'data'),
    SITE_URL,
  });
});

afterAll(async () => {
  await product.stop();
  await contentServer.close();
  await rm(folder, { recursive: true, force: true });
});

function storyblok(): Record<string, string> {
  return {
    STORYBLOK_TOKEN: TOKEN,
    STORYBLOK_API_URL: `http://127.0.0.1:${contentServer.port}/v2`,
    STORYBLOK_WEBHOOK_SECRET: SECRET,
  };
}

function sendWebhook(signature: string, to = product): Promise<Response> {
  const headers = { 'webhook-signature': signature, 'x-storyblok-topic': 'story.published' };
  return fetch(`${to.baseUrl}/hooks/storyblok`, { method: 'POST', body: PUBLISHED, headers });
}

async function liveVersion(of = product): Promise<number> {
  const health = (await (await fetch(`${of.baseUrl}/healthz`)).json()) as { contentVersion: number };
  return health.contentVersion;
}

/** Publishes other words on the home page. @returns the version that has them */
async function sayAtHome(before: string, after: string): Promise<number> {
  const stories = join(folder, 'content/stories/manay');
  const home = join(stories, (await readdir(stories)).find((name) => name.startsWith('home_')) as string);
  await writeFile(home, (await readFile(home, 'utf8')).replaceAll(before, after));
  return (await content.publish()).version;
}

test('a signed webhook alone makes the edit live', async () => {
  const version = await sayAtHome('cuentas claras', 'cuentas transparentes');
  expect(await liveVersion()).toBeLessThan(version);

  expect((await sendWebhook(createHmac('sha1', SECRET).update(PUBLISHED).digest('hex'))).status).toBe(202);
  await expect.poll(() => liveVersion(), { timeout: 900_000, interval: 200 }).toBe(version);
  expect(await (await fetch(`${product.baseUrl}/`)).text()).toContain('cuentas transparentes');
});

test('replays of a hook that says nothing new build nothing', async () => {
  const release = async (): Promise<string> => (await (await fetch(`${product.baseUrl}/healthz`)).json()).release;
  const before = await release();
  const signature = createHmac('sha1', SECRET).update(PUBLISHED).digest('hex');
  const answers = await Promise.all(Array.from({ length: 200 }, () => sendWebhook(signature)));
  expect(answers.every((answer) => answer.status === 202)).toBe(true);
  // The quiet time, the sync and some more.
  await new Promise((wait) => setTimeout(wait, 5_000));
  expect(await release()).toBe(before);
  expect(product.output().match(/^Live: /gm)).toHaveLength(2);
});

test('an unsigned hook is refused', async () => {
  expect((await sendWebhook('0'.repeat(40))).status).toBe(401);
});

describe('the publisher alone', () => {
  test('says at once which variables it lacks', async () => {
    const given = {
      DATA_DIR: join(folder, 'alone'),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      LENDING_URL: '',
    };
    for (const [missing, env] of [
      ['DATABASE_URL LENDING_URL', { ...given, ...storyblok(), DATABASE_URL: '' }],
      ['STORYBLOK_TOKEN LENDING_URL', given],
      ['LENDING_URL', { ...given, ...storyblok() }],
    ] as const) {
      const { code, output } = await runTool('server/publishing/main.ts', [], { ...env, PORT: '0' });
      expect(code).toBe(1);
      const lines = missing.split(' ').map((name) => `${name} is missing: [^\\n]+\\.`);
      expect(output.trim()).toMatch(new RegExp(`^${lines.join('\\n')}$`));
    }
  });

  test('serves what is live, builds after a webhook, tells its figures, and obeys its operator', {
    timeout: 900_000,
  }, async () => {
    // What the product has built already is as good for it: the same code, the same content.
    const dataDir = join(folder, 'publisher');
    for (const part of ['dist', 'mirror', 'locales', 'releases']) {
      await cp(join(folder, 'data', part), join(dataDir, part), { recursive: true, verbatimSymlinks: true });
    }
    const databaseUrl = await startPostgres();
    const env = {
      ...storyblok(),
      DATA_DIR: dataDir,
      SITE_URL,
      DATABASE_URL: databaseUrl,
      LENDING_URL: product.baseUrl,
    };
    const publisher = await startProduct(
      { ...env, OPERATOR_TOKEN: 'the operator of this one publisher' },
      'server/publishing/main.ts',
    );
    try {
      expect(await (await fetch(`${publisher.baseUrl}/`)).text()).toContain('cuentas transparentes');
      let version = 0;
      for (const [before, after] of [
        ['cuentas transparentes', 'cuentas de vidrio'],
        ['cuentas de vidrio', 'cuentas de cristal'],
      ] as const) {
        version = await sayAtHome(before, after);
        await sendWebhook(createHmac('sha1', SECRET).update(PUBLISHED).digest('hex'), publisher);
        await expect.poll(() => liveVersion(publisher), { timeout: 900_000, interval: 200 }).toBe(version);
        expect(await (await fetch(`${publisher.baseUrl}/`)).text()).toContain(after);
      }
      const metrics = await (await fetch(`${publisher.baseUrl}/metrics`)).text();
      expect(metrics).toContain(`manay_publish_built_version ${version}\n`);
      expect((await fetch(`${publisher.baseUrl}/operator/releases`)).status).toBe(401);
      expect((await runTool('release.ts', ['list'], env)).output).toMatch(/^\* /m);
      expect(await publisher.stop()).toBe(0);
    } finally {
      await publisher.stop();
      await stopPostgres();
    }
  });
});
