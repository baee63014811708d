import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { maintenanceOfRelease, maintenanceOfSite } from '#server/kit/maintenance.ts';
import { scratchDir } from '#tests/support/browser/site.ts';

const SITE = 'https://manay.example';

afterEach(() => vi.restoreAllMocks());

/** A site that answers with these bodies or statuses, one after the other; undefined: it cannot be reached. */
function aSite(...bodies: (string | number | undefined)[]) {
  const asked: string[] = [];
  const maintenance = maintenanceOfSite(SITE, async (url) => {
    asked.push(String(url));
    const body = bodies.shift();
    if (body === undefined) throw new TypeError('fetch failed');
    return typeof body === 'number' ? new Response('', { status: body }) : new Response(body);
  });
  return { asked, maintenance };
}

/** Asks now, and again when what this started is done. */
async function askTwice(maintenance: () => Promise<boolean>, afterMs: number): Promise<boolean> {
  vi.spyOn(performance, 'now').mockReturnValue(afterMs);
  await maintenance();
  await new Promise((done) => setImmediate(done));
  return maintenance();
}

test('the site is asked every ten seconds, and what it said last counts while it cannot be reached', {
  tags: 'spec-2.22',
}, async () => {
  const { asked, maintenance } = aSite('{"maintenance":true}', undefined, 503, '<h1>proxy', '{"maintenance":false}');
  expect(await askTwice(maintenance, 0)).toBe(true);
  expect(await askTwice(maintenance, 9_999)).toBe(true);
  expect(asked).toEqual([`${SITE}/maintenance.json`]);
  for (const seconds of [10, 20, 30]) expect(await askTwice(maintenance, seconds * 1000)).toBe(true);
  expect(await askTwice(maintenance, 40_000)).toBe(false);
});

test('after a quiet time the first request waits for the answer, when maintenance begins and when it ends', {
  tags: 'spec-1.7',
}, async () => {
  const { asked, maintenance } = aSite('{"maintenance":false}', '{"maintenance":true}', '{"maintenance":false}');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(await maintenance()).toBe(false);
  clock.mockReturnValue(240_000);
  expect(await Promise.all([maintenance(), maintenance()])).toEqual([true, true]);
  clock.mockReturnValue(270_000);
  expect(await maintenance()).toBe(false);
  expect(asked).toHaveLength(3);
});

test('an answer less than three times as old as its freshness is used while the site is asked', async () => {
  const { asked, maintenance } = aSite('{"maintenance":false}', '{"maintenance":true}');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(await maintenance()).toBe(false);
  clock.mockReturnValue(29_999);
  expect(await maintenance()).toBe(false);
  expect(asked).toHaveLength(2);
  await new Promise((done) => setImmediate(done));
  expect(await maintenance()).toBe(true);
});

test('requests do not wait one after the other for a site that cannot be reached', async () => {
  const { asked, maintenance } = aSite('{"maintenance":true}', undefined);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(await maintenance()).toBe(true);
  clock.mockReturnValue(240_000);
  expect([await maintenance(), await maintenance(), await maintenance()]).toEqual([true, true, true]);
  expect(asked).toHaveLength(2);
});

test('a product of which nothing is known is open', async () => {
  expect(await aSite(undefined).maintenance()).toBe(false);
});

test('on one machine the live release says it', async () => {
  const releasesDir = await scratchDir();
  const maintenance = maintenanceOfRelease(releasesDir);
  expect(await askTwice(maintenance, 0)).toBe(false);
  await mkdir(join(releasesDir, 'current'));
  await writeFile(join(releasesDir, 'current/maintenance.json'), '{"maintenance":true}');
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  await maintenance();
  await vi.waitFor(async () => expect(await maintenance()).toBe(true), { timeout: 60_000 });
  await writeFile(join(releasesDir, 'current/maintenance.json'), '{"maintenance":false}');
  vi.spyOn(performance, 'now').mockReturnValue(2_000);
  await maintenance();
  await vi.waitFor(async () => expect(await maintenance()).toBe(false), { timeout: 60_000 });
  await rm(join(releasesDir, 'current'), { recursive: true });
});

test('the first request after a quiet time reads the live release before it is let through', async () => {
  const releasesDir = await scratchDir();
  const maintenance = maintenanceOfRelease(releasesDir);
  const file = join(releasesDir, 'current/maintenance.json');
  await mkdir(join(releasesDir, 'current'));
  await writeFile(file, '{"maintenance":false}');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  expect(await maintenance()).toBe(false);
  await writeFile(file, '{"maintenance":true}');
  clock.mockReturnValue(3_000);
  expect(await maintenance()).toBe(true);
  await writeFile(file, '{"maintenance":false}');
  clock.mockReturnValue(240_000);
  expect(await maintenance()).toBe(false);
});
