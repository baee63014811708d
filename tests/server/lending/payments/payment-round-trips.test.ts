import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { watchedDialect } from '#tests/support/crash/dying-dialect.ts';
import { openTestDatabase, resetTestDatabase } from '#tests/support/database/database.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, askToPay, createPayments, type Payments } from '#tests/support/payments/payments.ts';

/** Counted at the driver: a round trip begins when nothing else is on its way. */
let trips = 0;
let underWay = 0;
const count = (step: string): void => {
  if (step.startsWith('before') && underWay === 0) trips += 1;
  underWay += step.startsWith('before') ? 1 : -1;
};

let db: Database<Tables>;
let payments: Payments;
beforeAll(async () => {
  db = await openTestDatabase({
    around: (dialect) => watchedDialect(dialect, count),
  });
  await resetTestDatabase(db);
  // The version of the parameters is read once a second, not for each payment, as in production.
  payments = createPayments(db, undefined, { parameterMaxAgeMs: 600_000 });
});
afterAll(() => db?.close());

test('a payment takes five round trips: session, begin, what is asked under the locks, what is written, commit', async () => {
  const debtor = await aDebtor(payments);
  const pay = async (amount: number) => {
    trips = 0;
    const answer = await askToPay(payments, debtor, { purpose: 'PARTIAL', amount, method: 'MANUAL' });
    expect(answer.status).toBe(201);
    return trips;
  };
  await pay(5);
  expect(await pay(6)).toBe(5);
  expect((await verify(payments.loans)).problems).toEqual([]);
});
