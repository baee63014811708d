import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type RunningServer } from '#server/kit/listen.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { IS_FULL_RUN } from '#tests/scope.ts';
import { openStorySite, type StorySite, story } from '#tests/support/publishing/story-site.ts';

/** Fewer in the short run; with the real build it is a benchmark (publish-kills.bench.ts). */
const PUBLISHES = IS_FULL_RUN ? 100 : 8;
const SLUGS = ['home', ...Array.from({ length: 19 }, (_, at) => `pagina-${at}`)];
const REST_MS = 20;

let site: StorySite;
let server: RunningServer;

beforeEach(async () => {
  site = await openStorySite();
  await publish(0);
  server = await listen(staticSite({ releasesDir: site.releasesDir }), { port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await server.close();
  await site.close();
});

/** Another version of every page, with its number at the beginning and at the end. */
async function publish(version: number): Promise<void> {
  for (const slug of SLUGS) site.space.write(story(slug, `first ${version}, ${'largo '.repeat(300)} last ${version}.`));
  expect((await site.publish()).kind).toBe('published');
}

test('many publishes under twenty looks at once: no page is broken, of two versions, or older than one seen before', {
  timeout: 600_000,
}, async () => {
  const faults: string[] = [];
  let [newest, looks, isOver] = [0, 0, false];
  const look = async (slug: string, encoding: string): Promise<void> => {
    const before = newest;
    const path = slug === 'home' ? '/' : `/${slug}/`;
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    const html = await response.text();
    const [first, last] = [/first (\d+),/, /last (\d+)\./].map((mark) => Number(mark.exec(html)?.[1]));
    const isWhole = response.status === 200 && response.headers.has('content-security-policy') && first === last;
    if (!isWhole) faults.push(`${path} (${encoding}): ${response.status}, from ${first} to ${last}`);
    else if (Number(first) < before) faults.push(`${path} (${encoding}): ${first} after ${before}`);
    newest = Math.max(newest, first ?? 0);
  };
  const polling = (async () => {
    while (!isOver) {
      await Promise.all(SLUGS.map((slug, at) => look(slug, at % 2 === 0 ? 'br' : 'identity')));
      looks += 1;
      await sleep(REST_MS);
    }
  })();
  for (let version = 1; version <= PUBLISHES; version += 1) {
    await publish(version);
    expect(await site.live('index.html')).toContain(`first ${version},`);
  }
  isOver = true;
  await polling;
  expect(faults).toEqual([]);
  expect(looks).toBeGreaterThan(PUBLISHES);
});
