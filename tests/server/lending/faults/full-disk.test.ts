import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { recordConsent } from '#api/endpoints/clients/record-consent.ts';
import { openLendingDatabase } from '#server/lending/open-lending-database.ts';
import { createPublishRun } from '#server/publishing/publisher/publish-run.ts';
import { createPublisher } from '#server/publishing/publisher/publisher.ts';
import { callEndpoint, createTestLending } from '#tests/support/lending/lending-app.ts';
import { publishEnvironment } from '#tests/support/publishing/publish-environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'manay-disk-'));
const mount = (...words: string[]) => spawnSync('mount', [...words, folder], { encoding: 'utf8' }).status === 0;
/** A disk of its own, whose size can be changed; only root may have one. */
const HAS_DISK = process.platform === 'linux' && process.getuid?.() === 0 && mount('-t', 'tmpfs', 'tmpfs');
const FULL = 'Nothing can be stored, because no space is left on the disk: make some.';

function leave(freeBytes: number | 'all'): void {
  const used = Number(spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout.split('\t')[0]);
  const size = freeBytes === 'all' ? '1g' : `${used + freeBytes / 1024}k`;
  if (!mount('-o', `remount,size=${size}`)) throw new Error('the disk has kept its size');
}

afterAll(() => {
  if (HAS_DISK) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(HAS_DISK)('a full disk is said by each answer and by the health, until there is space again', async () => {
  const dataDir = join(folder, 'lending');
  mkdirSync(dataDir);
  const { db } = await openLendingDatabase({ dataDir });
  const lending = createTestLending(db, { visitorLimit: { perMinute: 1_000, burst: 1_000 } });
  const body = { purpose: 'ANALYTICS', granted: true, textVersion: 'a'.repeat(64) } as const;
  const answers = async (count: number) => {
    const statuses = new Set<string>();
    for (let k = 0; k < count; k += 1) {
      const { status, headers } = await callEndpoint(lending, recordConsent, { body });
      statuses.add(`${status} ${headers.get('retry-after')}`);
    }
    return [...statuses];
  };
  const health = async (path: string) => {
    const answer = await lending.app.request(path);
    return { status: answer.status, body: await answer.json() };
  };
  try {
    expect(await answers(1)).toEqual(['201 null']);
    expect((await health('/healthz')).status).toBe(200);
    leave(0);
    // What still fits a page of the table is stored.
    expect(await answers(200)).toEqual(['201 null', '503 5']);
    expect(await health('/healthz')).toMatchObject({ status: 503, body: { database: 'reachable', notes: [FULL] } });
    expect((await health('/readyz')).status).toBe(503);
    leave('all');
    expect((await health('/readyz')).status).toBe(200);
    expect(await answers(1)).toEqual(['201 null']);
  } finally {
    leave('all');
    await db.close();
  }
});

test.runIf(HAS_DISK)('a publish that may only read says so', async () => {
  const nobody = 'http://127.0.0.1:9';
  const run = createPublishRun(publishEnvironment({ dataDir: folder, contentApiUrl: nobody, lendingUrl: nobody }));
  const publisher = createPublisher({ run, onResult: () => undefined });
  if (!mount('-o', 'remount,ro')) throw new Error('the disk can still be written');
  const reason = 'Nothing can be stored, because the file system is read-only: mount it for writing.';
  expect(await publisher.publish()).toMatchObject({ kind: 'failed', reason });
  await publisher.stop();
});
