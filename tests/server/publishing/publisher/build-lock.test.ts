import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseBuildLock, fileBuildLock, type Held } from '#server/publishing/publisher/build-lock.ts';
import { scratchDir } from '#tests/support/browser/site.ts';
import { startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = process.env['TEST_DATABASE_URL'] || (await startPostgres());
});
afterAll(() => stopPostgres());

const publisher = (onLost: (error: Error) => void = () => undefined) => databaseBuildLock(databaseUrl, onLost);

describe('several publishers on one PostgreSQL', () => {
  test('exactly one builds, and the next one after it', async () => {
    const held = await Promise.all(Array.from({ length: 5 }, () => publisher()()));
    const [winner, ...others] = held.filter((lock): lock is Held => lock !== undefined);
    expect(others).toEqual([]);
    expect(await winner?.isHeld()).toBe(true);
    expect(winner?.lost.aborted).toBe(false);
    await winner?.release();
    const next = await publisher()();
    expect(next).toBeDefined();
    await next?.release();
  });

  test('one that loses its connection knows it, and blocks no other', async () => {
    const lost: Error[] = [];
    const lock = await publisher((error) => lost.push(error))();
    const operator = new pg.Client({ connectionString: databaseUrl });
    await operator.connect();
    await operator.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'publisher'");
    await expect.poll(() => lost.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(await lock?.isHeld()).toBe(false);
    // What it was building ends with it.
    expect(lock?.lost.aborted).toBe(true);
    expect(lock?.lost.reason).toMatchObject({ message: 'the build lock was lost' });
    await operator.end();
    const next = await publisher()();
    expect(next).toBeDefined();
    await next?.release();
    await lock?.release();
  });
});

test('on one data directory a second publisher waits its turn', async () => {
  const take = fileBuildLock(await scratchDir());
  const first = await take();
  expect(await take()).toBeUndefined();
  await first?.release();
  const second = await take();
  expect(second).toBeDefined();
  await second?.release();
});
