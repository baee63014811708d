import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { maintenanceOfRelease } from '#server/kit/maintenance.ts';
import { readRunFile, writeRunFile } from '#server/kit/run-file.ts';
import { staticSite } from '#server/kit/static-files.ts';
import { listReleases } from '#server/publishing/publisher/operator.ts';
import { openPublishing } from '#server/publishing/publisher/publishing-role.ts';
import { currentRelease, releaseNames } from '#server/publishing/publisher/release.ts';
import { readPause, resumePublishing, rollBack } from '#server/publishing/publisher/release-control.ts';
import { StaffSessions } from '#server/start/staff-sessions.ts';
import { openStorySite, type StorySite, story } from '#tests/support/publishing/story-site.ts';

/** Small files under DATA_DIR, each damaged in every way that people, power cuts and full disks damage files. */
let site: StorySite;

beforeEach(async () => {
  site = await openStorySite();
  await site.publish();
  site.space.write(story('tarifas', 'dear'));
  await site.publish();
  site.said.length = 0;
});
afterEach(() => site.close());

const DAMAGES: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['empty', (path) => writeAnew(path, '')],
  ['cut', async (path) => writeAnew(path, half(await readFile(path, 'utf8').catch(() => '{"at":"2026"}')))],
  ['another JSON', (path) => writeAnew(path, '{"other":[null]}')],
  ['a JSON of nothing', (path) => writeAnew(path, 'null')],
  ['a list', (path) => writeAnew(path, '[null, 1]')],
  // A link to itself cannot be read by any user, as a file without rights cannot by most.
  ['without the right to read it', (path) => replaceBy(path, () => symlink(path, path))],
];

function half(text: string): string {
  return text.slice(0, text.length / 2);
}

async function replaceBy(path: string, put: () => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await rm(path, { recursive: true, force: true });
  await put();
}

/** Another file of this name: older releases share the old one. */
function writeAnew(path: string, text: string): Promise<void> {
  return replaceBy(path, () => writeFile(path, text));
}

async function visit(path: string): Promise<string> {
  const failures: Error[] = [];
  const app = staticSite({ releasesDir: site.releasesDir, onFailure: (error) => failures.push(error) });
  const answer = await app.request(path);
  expect(failures).toEqual([]);
  return `${answer.status} ${await answer.text()}`;
}

/** The publisher's role: what its timer and its addresses read. */
async function lookAround(): Promise<void> {
  const publishing = openPublishing({
    env: site.env,
    webhook: { secret: undefined, pathKey: undefined },
    operatorToken: 'token',
    onResult: () => undefined,
    onAlert: () => undefined,
  });
  try {
    expect((await publishing.routes.request('/metrics')).status).toBe(200);
    await publishing.health();
    await publishing.facts();
  } finally {
    await publishing.stop();
  }
}

/** By the words by which an operator finds it. */
const FILES: readonly (readonly [string, (current: string) => string])[] = [
  ['release.json', (current) => `releases/${current}/release.json`],
  ['files.json', (current) => `releases/${current}/files.json`],
  ['maintenance.json', (current) => `releases/${current}/maintenance.json`],
  ['.held-back.json', (current) => `releases/${current}/.held-back.json`],
  ['.moved-pages.json', (current) => `releases/${current}/.moved-pages.json`],
  ['mirror/index.json', () => 'mirror/index.json'],
  ['mirror/site.json', () => 'mirror/site.json'],
  ['mirror/live.json', () => 'mirror/live.json'],
  ['mirror/releases/', (current) => `mirror/releases/${current}.json`],
  ['product-settings-1.json', () => 'mirror/product-settings-1.json'],
  ['transfer-accounts.json', () => 'mirror/transfer-accounts.json'],
  ['transfer-accounts.kept.json', () => 'mirror/transfer-accounts.kept.json'],
];

describe.each(FILES)('%s', (name, pathOf) => {
  test.each(DAMAGES)('%s is named and mended, and visitors are served meanwhile', async (_, damage) => {
    const path = join(site.env.dataDir, pathOf((await currentRelease(site.releasesDir)) as string));
    const figures = await readFile(join(site.mirrorDir, 'product-settings-1.json'), 'utf8');
    await damage(path);
    await lookAround();
    expect(await visit('/tarifas/')).toMatch(/^200 .*dear/s);
    expect(await visit('/nowhere/')).toMatch(/^404/);
    expect(await maintenanceOfRelease(site.releasesDir)()).toBe(false);
    const result = await site.run();
    const told = [...site.said, result.kind === 'failed' ? result.reason : ''].join('\n');
    expect(told).toContain(name);
    expect(await visit('/tarifas/')).toMatch(/^200 .*dear/s);

    // Figures and accounts come from the lending role alone, which is away in this test.
    if (name === 'product-settings-1.json') await writeAnew(path, figures);
    else expect(['published', 'unchanged'], JSON.stringify(result)).toContain(result.kind);
    site.said.length = 0;
    site.space.write(story('home', 'two'));
    expect(await site.publish()).toMatchObject({ kind: 'published', heldBack: [] });
    expect(await visit('/')).toMatch(/^200 .*two/s);
    expect(site.said.filter((sentence) => !/^the (?:figures|lender's accounts) /.test(sentence))).toEqual([]);
    await lookAround();
  });
});

describe.each([
  ['texts', 'texts'],
  ['a story', 'stories'],
])('a file of %s in the mirror', (_, folder) => {
  test.each(DAMAGES)('%s is found by the next poll, and fetched again', async (_damage, damage) => {
    const files = await readdir(join(site.mirrorDir, folder));
    const before = await Promise.all(files.map((file) => readFile(join(site.mirrorDir, folder, file), 'utf8')));
    for (const file of files) await damage(join(site.mirrorDir, folder, file));
    expect(await site.run()).toMatchObject({ kind: 'unchanged' });
    expect(site.said.join()).toContain(`files of the mirror are damaged, and are fetched again: ${folder}/`);
    const index = await readFile(join(site.mirrorDir, 'index.json'), 'utf8');
    const used = files.filter((file) => index.includes(`${folder}/${file}`));
    expect(used.length).toBeGreaterThan(0);
    for (const file of used) {
      const text = await readFile(join(site.mirrorDir, folder, file), 'utf8');
      expect(text).toBe(before[files.indexOf(file)]);
    }
  });
});

test.each(DAMAGES)('a pause that is %s is a pause, is told, and ends with resume', async (_, damage) => {
  const path = join(site.releasesDir, 'paused.json');
  await damage(path);
  const problem = expect.stringContaining('paused.json cannot be read');
  await lookAround();
  expect(await readPause(site.releasesDir)).toMatchObject({ problem });
  expect((await listReleases(site.releasesDir)).pause).toMatchObject({ problem });
  site.space.write(story('home', 'two'));
  expect(await site.publish()).toMatchObject({ kind: 'paused', problem });
  expect(site.said.join()).toContain('paused.json cannot be read');
  expect(site.said.join()).toContain('npm run release -- resume');
  expect(await visit('/')).toMatch(/^200 .*one/s);
  // The same is not told every minute.
  site.said.length = 0;
  await site.run();
  expect(site.said).toEqual([]);
  expect(await resumePublishing(site.releasesDir)).toBe(true);
  expect(await site.run()).toMatchObject({ kind: 'published' });
  expect(await visit('/')).toMatch(/^200 .*two/s);
});

test.each(DAMAGES)('a rollback writes a pause that is %s anew', async (_, damage) => {
  await damage(join(site.releasesDir, 'paused.json'));
  const [older, newer] = await releaseNames(site.releasesDir);
  expect(await rollBack(site.releasesDir, new Date())).toEqual({ kind: 'rolled-back', release: older, from: newer });
  expect(await readPause(site.releasesDir)).toEqual({ at: expect.any(String), from: newer });
});

describe.each(['publish.lock', 'releases/.lock'])('the lock %s', (name) => {
  test.each([
    ['empty', ''],
    ['of other bytes', 'somebody has written into it, more than a hundred bytes of it. '.repeat(20)],
    ['JSON', '{"pid":1}'],
  ])('that is %s is taken all the same', async (_, text) => {
    await writeFile(join(site.env.dataDir, name), text);
    site.space.write(story('home', 'two'));
    expect(await site.publish()).toMatchObject({ kind: 'published' });
  });
});

describe('a file of the commands', () => {
  test.each(DAMAGES)('run.json %s is named, and written anew by the next start', async (_, damage) => {
    const said: string[] = [];
    const { dataDir } = site.env;
    const run = { pid: process.pid, url: 'http://127.0.0.1:1', operatorToken: 'token' };
    writeRunFile(dataDir, run);
    await damage(join(dataDir, 'run.json'));
    expect(readRunFile(dataDir, (sentence) => said.push(sentence))).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('run.json cannot be read')]);
    writeRunFile(dataDir, run);
    expect(readRunFile(dataDir)).toEqual(run);
  });

  test.each(DAMAGES)('staff-sessions.json %s is signed in to anew', async (_, damage) => {
    const { dataDir } = site.env;
    const said: string[] = [];
    const sessions = new StaffSessions(dataDir, 'http://127.0.0.1:1', (sentence) => said.push(sentence));
    sessions.keep('ana', 'one', { isCurrent: true });
    await damage(join(dataDir, 'staff-sessions.json'));
    expect(sessions.tokenOf('ana')).toBeUndefined();
    expect(said).toEqual([expect.stringContaining('staff-sessions.json cannot be read')]);
    sessions.keep('ana', 'two', { isCurrent: true });
    expect(sessions.tokenOf(undefined)).toBe('two');
  });

  test.each(DAMAGES)(
    'published.json %s of the embedded content service stops the start with its name',
    async (_, damage) => {
      await damage(join(site.space.dir, 'state/published.json'));
      await expect(site.space.reopen()).rejects.toThrow(/published\.json is damaged; remove it and/);
    },
  );
});
