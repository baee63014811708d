import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '#server/kit/log.ts';
import { openPublishing, type Publishing } from '#server/publishing/publisher/publishing-role.ts';
import { publishEnvironment } from '#tests/support/publishing/publish-environment.ts';

const MINUTE_MS = 60_000;
let dataDir: string;
let publishing: Publishing;
let atMs: number;
let published: number;
let alerts: string[];
let isServiceBroken = false;

let lines: string[] = [];
beforeEach(async () => {
  // Only what wakes the watch: files are read in real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  dataDir = join(tmpdir(), `manay-publishing-${crypto.randomUUID()}`);
  await goLive(7);
  [atMs, published, alerts] = [0, 7, []];
  lines = [];
  publishing = open();
});

function open(): Publishing {
  return openPublishing({
    // Nothing answers there: these tests build nothing.
    env: publishEnvironment({ dataDir, contentApiUrl: 'http://127.0.0.1:9/v2', lendingUrl: 'http://127.0.0.1:9' }),
    webhook: { secret: 'secret', pathKey: undefined },
    operatorToken: 'token',
    publishedVersion: () => {
      if (isServiceBroken) throw new Error('the service is broken');
      return published;
    },
    onResult: () => undefined,
    onAlert: (sentence) => alerts.push(sentence),
    log: createLog({ level: 'info', name: 'publisher' }, { write: (line) => void lines.push(line) }),
    nowMs: () => atMs,
  });
}
afterEach(async () => {
  await publishing.stop();
  vi.useRealTimers();
  await rm(dataDir, { recursive: true, force: true });
});

test('a command of an operator, a wrong token and an unsigned webhook are security events of the publisher', async () => {
  const send = (path: string, init: RequestInit = {}) => publishing.routes.request(path, init);
  await send('/operator/releases', { headers: { authorization: 'Bearer token' } });
  await send('/operator/releases', { headers: { authorization: 'Bearer guessed' } });
  await send('/hooks/storyblok', { method: 'POST', body: '{}', headers: { 'webhook-signature': 'forged' } });
  await send('/hooks/storyblok/guessed', { method: 'POST', body: '{}' });
  const events = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(events.map(({ security, what, outcome }) => `${security} ${what} ${outcome}`)).toEqual([
    'staff-act GET /operator/releases ok',
    'access-refused GET /operator/releases refused',
    'access-refused webhook refused',
    'access-refused webhook refused',
  ]);
  expect(lines.join('')).not.toContain('guessed');
});

/** A release with nothing in it but its home page and what it says of itself. */
async function goLive(contentVersion: number): Promise<void> {
  const release = `00000${contentVersion}-${contentVersion}-abc`;
  const folder = join(dataDir, 'releases', release);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'release.json'), JSON.stringify({ release, contentVersion, builtAt: '', pages: 1 }));
  await writeFile(join(folder, 'index.html'), 'home');
  await rm(join(dataDir, 'releases/current'), { force: true });
  await symlink(release, join(dataDir, 'releases/current'));
}

async function metric(name: string): Promise<number> {
  const answer = await publishing.routes.request('/metrics');
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return Number(new RegExp(`^manay_publish_${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
}

/** Time passes, and the watch looks as often as it does. */
async function pass(minutes: number): Promise<void> {
  for (let quarter = 0; quarter < minutes * 4; quarter += 1) {
    atMs += MINUTE_MS / 4;
    vi.advanceTimersByTime(MINUTE_MS / 4);
    // The look reads two files.
    await publishing.health();
  }
}

test('metrics tell what is built, what is published, and for how long visitors have not seen it', async () => {
  expect(await metric('built_version')).toBe(7);
  expect(await metric('published_version')).toBe(7);
  expect(await metric('behind_seconds')).toBe(0);
  published = 9;
  await metric('behind_seconds');
  atMs += 2 * MINUTE_MS;
  expect(await metric('published_version')).toBe(9);
  expect(await metric('built_version')).toBe(7);
  expect(await metric('behind_seconds')).toBe(120);
  await goLive(9);
  expect(await metric('built_version')).toBe(9);
  expect(await metric('behind_seconds')).toBe(0);
});

test.each(['gone', 'empty'])('a release whose home page is %s is not live', async (how) => {
  const home = join(dataDir, 'releases/current/index.html');
  expect((await publishing.health()).release).toBe('000007-7-abc');
  await (how === 'gone' ? rm(home) : writeFile(home, ''));
  expect(await publishing.health()).toMatchObject({ release: null, state: 'publishing' });
});

describe('the state of the site', () => {
  const state = async () => {
    const text = await (await publishing.routes.request('/metrics')).text();
    const samples = [...text.matchAll(/^manay_publish_state\{state="([^"]+)"\} 1$/gm)].map(([, name]) => name);
    return { metrics: samples, healthz: (await publishing.health()).state };
  };
  const both = (name: string) => ({ metrics: [name], healthz: name });

  test('is the same in health and metrics: live, publishing, paused, and failed with the step', async () => {
    expect(await state()).toEqual(both('live'));
    published = 9;
    expect(await state()).toEqual(both('publishing'));
    await publishing.publisher.publish();
    expect(await state()).toEqual(both('failed'));
    expect((await publishing.health()).failedStep).toBe('sync');
    // A later publish has not failed yet.
    published = 10;
    expect(await state()).toEqual(both('publishing'));
    await writeFile(join(dataDir, 'releases/paused.json'), JSON.stringify({ at: '2026-02-14T10:00:00Z', from: 'x' }));
    expect(await state()).toEqual(both('paused'));
  });

  test('names what is held back from the live release, whichever process built it', async () => {
    const heldBack = [{ fullSlug: 'tarifas', faults: [{ story: 'tarifas', fault: { code: 'required' } }] }];
    await writeFile(join(dataDir, 'releases/current/.held-back.json'), JSON.stringify(heldBack));
    expect(await state()).toEqual(both('held-back'));
    expect((await publishing.health()).heldBack).toEqual(['tarifas']);
    expect(await metric('held_back_stories')).toBe(1);
    expect((await publishing.facts()).heldBack).toEqual(heldBack);
    await goLive(8);
    published = 8;
    expect(await state()).toEqual(both('live'));
  });
});

test('one alert when visitors have been behind for ten minutes', async () => {
  published = 9;
  await pass(9);
  expect(alerts).toEqual([]);
  await pass(2);
  await vi.waitFor(
    () =>
      expect(alerts).toEqual([
        expect.stringMatching(/^Visitors have not seen .* for 10 minutes: version 9 is published, 7 is live\.$/),
      ]),
    { timeout: 60_000 },
  );
});

test('a look of the timer that fails is logged, and the next one comes', async () => {
  const uncaught = vi.fn();
  process.on('unhandledRejection', uncaught);
  isServiceBroken = true;
  vi.advanceTimersByTime(MINUTE_MS / 4);
  await vi.waitFor(() => expect(lines.join()).toContain('the look at the live site failed'));
  isServiceBroken = false;
  published = 9;
  await pass(12);
  await vi.waitFor(() => expect(alerts).toHaveLength(1), { timeout: 60_000 });
  process.off('unhandledRejection', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

test.each(['', '{"at":', '[]', 'null'])(
  'a pause of %j neither ends the timer nor lets anything go live',
  async (text) => {
    await writeFile(join(dataDir, 'releases/paused.json'), text);
    published = 9;
    await pass(11);
    expect(await metric('paused')).toBe(1);
    expect(alerts).toEqual([]);
    expect((await publishing.publisher.publish()).kind).toBe('paused');
  },
);

test('a pause is shown, and raises no alert', async () => {
  published = 9;
  await writeFile(join(dataDir, 'releases/paused.json'), JSON.stringify({ at: '2026-02-14T10:00:00Z', from: 'x' }));
  await pass(11);
  expect(await metric('paused')).toBe(1);
  expect(await metric('behind_seconds')).toBe(0);
  expect(alerts).toEqual([]);
});

test('runs are counted by how they ended', async () => {
  await publishing.publisher.publish();
  const text = await (await publishing.routes.request('/metrics')).text();
  expect(text).toContain('manay_publish_runs_total{outcome="failed"} 1');
  expect(text).toContain('manay_publish_runs_total{outcome="published"} 0');
});
