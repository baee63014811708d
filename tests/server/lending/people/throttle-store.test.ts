import { expect, test } from 'vitest';
import { type Counted, takeAttempts, takeFromBucket } from '#server/lending/people/store/throttle-store.ts';
import { atMost } from '#server/lending/people/throttles.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const MINUTE = 60_000;

test('of fifty calls at once a rate lets its burst through, and afterwards one as often as it says', async () => {
  const call = { scope: 'payment', key: 'somebody', limit: { perMinute: 2, burst: 7 } } as const;
  const take = () => takeFromBucket(lending.db.kysely, call, lending.clock.now());
  const kinds = (await Promise.all(Array.from({ length: 50 }, take))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'allowed')).toHaveLength(7);
  expect(await take()).toEqual({ kind: 'limited', retryAfterSeconds: 30 });
  lending.clock.pass({ seconds: 30 });
  expect([await take(), await take()]).toEqual([{ kind: 'allowed' }, { kind: 'limited', retryAfterSeconds: 30 }]);
  lending.clock.pass({ hours: 9 });
  const later = [];
  for (let n = 0; n < 8; n++) later.push((await take()).kind);
  expect(later).toEqual([...Array(7).fill('allowed'), 'limited']);
});

test('what is rolled back has used nothing up', async () => {
  const call = { scope: 'payment', key: 'nobody', limit: { perMinute: 2, burst: 1 } } as const;
  const { kysely } = lending.db;
  const failed = kysely.transaction().execute(async (trx) => {
    expect(await takeFromBucket(trx, call, lending.clock.now())).toEqual({ kind: 'allowed' });
    throw new Error('a payment that failed');
  });
  await expect(failed).rejects.toThrow('a payment that failed');
  expect(await takeFromBucket(kysely, call, lending.clock.now())).toEqual({ kind: 'allowed' });
});

test('attempts under several keys, named in any order and at once, are counted under all of them or none', async () => {
  const rule = atMost({ count: 5, inMs: MINUTE });
  const one: Counted = { scope: 'sign-in', key: 'one', rule };
  const two: Counted = { scope: 'sign-in', key: 'two', rule };
  const now = lending.clock.now();
  const both = (n: number) => takeAttempts(lending.db.kysely, now, n % 2 === 0 ? [one, two] : [two, one]);
  const kinds = (await Promise.all(Array.from({ length: 30 }, (_, n) => both(n)))).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'allowed')).toHaveLength(5);
  const three: Counted = { scope: 'sign-in', key: 'three', rule };
  expect((await takeAttempts(lending.db.kysely, now, [three, one])).kind).toBe('limited');
  for (let n = 0; n < 5; n++) expect((await takeAttempts(lending.db.kysely, now, [three])).kind).toBe('allowed');
});
