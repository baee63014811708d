import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { prepareLendingDatabase } from '#server/lending/prepare-database.ts';
import { TEST_ENGINE } from '#tests/support/database/database.ts';
import { restartPostgres, startPostgres, stopPostgres } from '#tests/support/database/postgres-server.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, createPayments, type Debtor, type Payments } from '#tests/support/payments/payments.ts';

const CLIENTS = 6;

describe.runIf(TEST_ENGINE === 'postgres')('a PostgreSQL that goes away under load', () => {
  let db: Database<Tables>;
  let payments: Payments;
  beforeAll(async () => {
    // A server of its own, which keeps what it has committed.
    db = await openDatabase<Tables>({ databaseUrl: await startPostgres() });
    await prepareLendingDatabase(db);
    payments = createPayments(db);
  });
  afterAll(async () => {
    await db?.close();
    await stopPostgres();
  });

  const pay = ({ headers, number }: Debtor, key: string, amount: number) =>
    payments.app.request('/api/v1/payments', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ loanNumber: number, purpose: 'PARTIAL', amount, method: 'MANUAL' }),
    });

  /** One client: asks until it is told to stop, and with the same key again whenever the answer is 503. */
  async function askOnAndOn(debtor: Debtor, isOver: () => boolean): Promise<{ paid: string[]; refused: string[] }> {
    const [paid, refused]: [string[], string[]] = [[], []];
    for (let sent = 0; !isOver(); sent += 1) {
      const key = randomUUID();
      for (let isAnswered = false; !isAnswered; ) {
        const answer = await pay(debtor, key, 5 + sent / 100);
        isAnswered = answer.status !== 503;
        if (answer.status === 201) paid.push(((await answer.json()) as { id: string }).id);
        else refused.push(`${answer.status} ${answer.headers.get('retry-after')}`);
        await sleep(50);
      }
    }
    return { paid, refused };
  }

  test.each(['SIGINT', 'SIGQUIT'] as const)(
    'by %s: what is in flight is answered 503, and everybody goes on when it is back, with nothing lost or doubled',
    async (signal) => {
      const debtors: Debtor[] = [];
      for (let client = 0; client < CLIENTS; client += 1) debtors.push(await aDebtor(payments));
      let isOver = false;
      const clients = debtors.map((debtor) => askOnAndOn(debtor, () => isOver));
      for (let round = 0; round < 3; round += 1) {
        await sleep(500);
        await restartPostgres(signal);
      }
      await sleep(500);
      isOver = true;
      const all = await Promise.all(clients);
      const refused = all.flatMap((client) => client.refused);
      expect(refused.length).toBeGreaterThan(0);
      expect(new Set(refused)).toEqual(new Set(['503 5']));
      const ids = all.flatMap(({ paid }) => paid);
      expect(new Set(ids).size).toBe(ids.length);
      const loans = debtors.map(({ loan }) => loan.id);
      const kept = await db.kysely.selectFrom('payment_intent').select('id').where('loan_id', 'in', loans).execute();
      expect(kept.map(({ id }) => id).sort()).toEqual(ids.sort());
      expect((await verify(payments.loans)).problems).toEqual([]);
      expect(await dispatchDisbursements(payments.loans.context)).toBe(0);
    },
    300_000,
  );
});
