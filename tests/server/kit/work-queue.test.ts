import assert from 'node:assert/strict';
import { type Generated, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Log } from '#server/kit/log.ts';
import type { Tables } from '#server/kit/tables.ts';
import {
  backOffMs,
  type Claim,
  claimDue,
  postponeClaim,
  repeat,
  repeatUntilEmpty,
  together,
  type WorkQueue,
  workRound,
} from '#server/kit/work-queue.ts';
import { openEmptyDatabase, TEST_ENGINE } from '#tests/support/database/database.ts';

declare module '#server/kit/tables.ts' {
  interface Tables {
    readonly errand: {
      readonly id: string;
      readonly turn_at: Date;
      readonly attempts: Generated<number>;
      readonly done: Generated<boolean>;
    };
  }
}

const QUEUE: WorkQueue<'errand'> = {
  table: 'errand',
  turn: 'turn_at',
  countsAttempts: true,
  isOpen: (row) => row('done', '=', false),
  leaseMs: 60_000,
  batch: 3,
};
const NOON = Date.UTC(2026, 1, 14, 17);

let db: Database<Tables>;
beforeAll(async () => {
  db = await openEmptyDatabase<Tables>();
  await sql`create table errand (id text primary key, turn_at timestamptz not null,
    attempts int not null default 0, done boolean not null default false)`.execute(db.kysely);
});
afterAll(() => db?.close());
beforeEach(async () => void (await db.kysely.deleteFrom('errand').execute()));

async function errands(turns: Readonly<Record<string, number>>): Promise<void> {
  const rows = Object.entries(turns).map(([id, turn]) => ({ id, turn_at: new Date(turn) }));
  await db.kysely.insertInto('errand').values(rows).execute();
}

function finish(id: string): Promise<unknown> {
  return db.kysely.updateTable('errand').set({ done: true }).where('id', '=', id).execute();
}

const claim = (now = NOON) => claimDue(db.kysely, QUEUE, now);
const ids = (claims: readonly Claim<'errand'>[]) => claims.map(({ row }) => row.id);

describe('a claim', () => {
  test('takes what is due, the longest due first and then by id, as many as a batch', async () => {
    await errands({ d: NOON, a: NOON, c: NOON - 1, b: NOON - 2, later: NOON + 1 });
    expect(ids(await claim())).toEqual(['b', 'c', 'a']);
    expect(ids(await claim())).toEqual(['d']);
    expect(await claim()).toEqual([]);
  });

  test('passes over what has ended', async () => {
    await errands({ a: NOON, b: NOON });
    await finish('a');
    expect(ids(await claim())).toEqual(['b']);
  });

  test('says what it has made of the row: its attempt counted, its turn the end of the lease', async () => {
    await errands({ a: NOON });
    const leaseUntil = NOON + QUEUE.leaseMs;
    const row = { id: 'a', turn_at: new Date(leaseUntil), attempts: 1, done: false };
    expect(await claim()).toEqual([{ row, leaseUntil }]);
    expect(await db.kysely.selectFrom('errand').selectAll().execute()).toEqual([row]);
  });

  test('counts no attempts where they are not to be counted', async () => {
    await errands({ a: NOON });
    expect(await claimDue(db.kysely, { ...QUEUE, countsAttempts: false }, NOON)).toMatchObject([
      { row: { attempts: 0 } },
    ]);
  });

  test('holds until the lease ends, and then the row is claimed again', async () => {
    await errands({ a: NOON });
    await claim();
    expect(await claim(NOON + QUEUE.leaseMs - 1)).toEqual([]);
    expect(await claim(NOON + QUEUE.leaseMs)).toMatchObject([{ row: { id: 'a', attempts: 2 } }]);
  });

  test('of two at once, each row goes to one', async () => {
    await errands(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`e${index}`, NOON - index])));
    const batch = { ...QUEUE, batch: 5 };
    const claims = (await Promise.all(Array.from({ length: 4 }, () => claimDue(db.kysely, batch, NOON)))).flat();
    expect(new Set(ids(claims)).size).toBe(claims.length);
    expect(claims.every(({ row }) => row.attempts === 1)).toBe(true);
    const rest = await claimDue(db.kysely, { ...QUEUE, batch: 20 }, NOON);
    expect(claims.length + rest.length).toBe(20);
  });

  test.runIf(TEST_ENGINE === 'postgres')('does not wait for a row that another is claiming', async () => {
    await errands({ a: NOON - 1, b: NOON });
    await db.kysely.transaction().execute(async (trx) => {
      await trx.selectFrom('errand').selectAll().where('id', '=', 'a').forUpdate().execute();
      expect(ids(await claim())).toEqual(['b']);
    });
    expect(ids(await claim())).toEqual(['a']);
  });
});

describe('postponing', () => {
  test('gives the row its next turn', async () => {
    await errands({ a: NOON });
    const [mine] = (await claim()) as [Claim<'errand'>];
    expect(await postponeClaim(db.kysely, QUEUE, mine, NOON + 5_000)).toBe(true);
    expect(await claim(NOON + 4_999)).toEqual([]);
    expect(ids(await claim(NOON + 5_000))).toEqual(['a']);
  });

  test('leaves alone what has ended', async () => {
    await errands({ a: NOON });
    const [mine] = (await claim()) as [Claim<'errand'>];
    await finish('a');
    expect(await postponeClaim(db.kysely, QUEUE, mine, NOON)).toBe(false);
  });

  test('leaves alone what another has claimed since', async () => {
    await errands({ a: NOON });
    const [slow] = (await claim()) as [Claim<'errand'>];
    const later = NOON + QUEUE.leaseMs;
    expect(await claim(later)).toHaveLength(1);
    expect(await postponeClaim(db.kysely, QUEUE, slow, NOON)).toBe(false);
    expect(await claim(later)).toEqual([]);
  });
});

test('a round works on one row after another; one that fails keeps no other from its turn', async () => {
  await errands({ a: NOON - 2, b: NOON - 1, c: NOON });
  const seen: string[] = [];
  const count = await workRound(db.kysely, QUEUE, NOON, {
    async work({ row }) {
      seen.push(`${row.id} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (row.id === 'a') throw new Error('no answer');
      seen.push(`${row.id} ends`);
    },
    failed: ({ row }, { message }) => void seen.push(`${row.id}: ${message}`),
  });
  expect(seen).toEqual(['a begins', 'a: no answer', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(count).toBe(3);
});

test('the wait doubles with each attempt, up to its limit', () => {
  const backOff = { firstMs: 30_000, longestMs: 900_000 };
  expect([1, 2, 3, 5, 6, 40].map((attempts) => backOffMs(backOff, attempts))).toEqual([
    30_000, 60_000, 120_000, 480_000, 900_000, 900_000,
  ]);
});

describe('a job that runs again and again', () => {
  function quiet(): { log: Log; errors: unknown[] } {
    const errors: unknown[] = [];
    return { log: { error: (fields: unknown) => errors.push(fields) } as unknown as Log, errors };
  }

  /** Work that ends when the test says so. */
  function held() {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { until, release };
  }

  test('goes on after a failure, which is logged', async () => {
    const { log, errors } = quiet();
    let runs = 0;
    const job = repeat(1, log, async () => {
      runs += 1;
      if (runs === 1) throw new Error('once');
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(2), { timeout: 60_000 });
    await job.stop();
    expect(errors).toEqual([{ err: new Error('once') }]);
  });

  test('goes on after a job that throws before it waits for anything, and under a log that fails', async () => {
    let runs = 0;
    const broken = { error: () => assert.fail('write EPIPE') } as unknown as Log;
    const job = repeat(1, broken, () => {
      runs += 1;
      throw new Error('at once');
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(2), { timeout: 60_000 });
    await job.stop();
  });

  test('stops when the round in progress has ended, and begins no other', async () => {
    const { until, release } = held();
    let [begun, ended] = [0, 0];
    const job = repeat(1, quiet().log, async () => {
      begun += 1;
      await until;
      ended += 1;
    });
    await vi.waitFor(() => expect(begun).toBe(1), { timeout: 60_000 });
    let stopped = false;
    const stopping = job.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([stopped, begun, ended]).toEqual([false, 1, 0]);
    release();
    await stopping;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect([begun, ended]).toEqual([1, 1]);
  });

  test('is not begun when it is stopped at once', async () => {
    let runs = 0;
    await repeat(1, quiet().log, async () => {
      runs += 1;
    }).stop();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(runs).toBe(0);
  });

  test('claims batch after batch at once until nothing is left', async () => {
    await errands(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`e${index}`, NOON])));
    const done: string[] = [];
    const job = repeatUntilEmpty(3_600_000, quiet().log, () =>
      workRound(db.kysely, QUEUE, NOON, {
        work: async ({ row }) => void done.push(row.id),
        failed: () => undefined,
      }),
    );
    await vi.waitFor(() => expect(done).toHaveLength(8), { timeout: 60_000 });
    await job.stop();
    expect(new Set(done).size).toBe(8);
  });

  test('stops after the row in progress: the others of its batch are free at once, as if they had not been claimed', async () => {
    await errands(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`e${index}`, NOON])));
    const { until, release } = held();
    const begun: string[] = [];
    const done: string[] = [];
    const job = repeatUntilEmpty(1, quiet().log, (isStopped) =>
      workRound(db.kysely, QUEUE, NOON, {
        async work({ row }) {
          begun.push(row.id);
          await until;
          done.push(row.id);
          await finish(row.id);
        },
        failed: () => undefined,
        isStopped,
      }),
    );
    // Rows that are claimed in the database only may still all be given back.
    await vi.waitFor(() => expect(begun).toHaveLength(1), { timeout: 60_000 });
    const { claimed } = await db.kysely
      .selectFrom('errand')
      .select((row) => row.fn.sum('attempts').as('claimed'))
      .executeTakeFirstOrThrow();
    expect(Number(claimed)).toBe(QUEUE.batch);
    const stopping = job.stop();
    release();
    await stopping;
    expect(done).toHaveLength(1);
    const later = await claimDue(db.kysely, { ...QUEUE, batch: 20 }, NOON);
    expect(later).toHaveLength(7);
    expect(later.every(({ row }) => row.attempts === 1)).toBe(true);
  });

  test('several stop together', async () => {
    const stopped: string[] = [];
    const job = (name: string) => ({ stop: async () => void stopped.push(name) });
    await together([job('one'), job('two')]).stop();
    expect(stopped).toEqual(['one', 'two']);
  });
});
