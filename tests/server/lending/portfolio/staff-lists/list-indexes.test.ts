import { CompiledQuery, type Dialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { openTestDatabase, resetTestDatabase } from '#tests/support/database/database.ts';
import { asColleague, createPayments, type Payments } from '#tests/support/payments/payments.ts';

let db: Database<Tables>;
let payments: Payments;
let asked: CompiledQuery[] = [];
beforeAll(async () => {
  db = await openTestDatabase({ around: heard });
  await resetTestDatabase(db);
  payments = createPayments(db);
});
afterAll(() => db?.close());

/** Writes down every query of a database. */
function heard(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (of) => dialect.createIntrospector(of),
    createQueryCompiler: () => {
      const compiler = dialect.createQueryCompiler();
      const compile = compiler.compileQuery.bind(compiler);
      compiler.compileQuery = (...of) => {
        const query = compile(...of);
        asked.push(query as CompiledQuery);
        return query;
      };
      return compiler;
    },
    createDriver: () => dialect.createDriver(),
  };
}

/**
 * Explains how the database would answer what was asked meanwhile, of tables so large that it neither reads nor sorts them
 * whole.
 */
async function plansOf(ask: () => Promise<unknown>): Promise<string> {
  asked = [];
  await ask();
  const queries = asked.filter(({ sql: text }) => /^\s*select/i.test(text));
  return db.kysely.transaction().execute(async (trx) => {
    for (const name of ['enable_seqscan', 'enable_sort', 'enable_bitmapscan']) {
      await sql`set local ${sql.raw(name)} = off`.execute(trx);
    }
    const plans: string[] = [];
    for (const query of queries) {
      const explain = CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]);
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>(explain);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    }
    return plans.join('\n');
  });
}

const staff = (path: string) => async () => {
  const answer = await asColleague(payments, 'Ana', path);
  expect([path, answer.status]).toEqual([path, 200]);
};

test.each([
  ['loans of a status', staff('portfolio/loans?status=DEFAULTED'), ['loan_by_status']],
  ['payouts that wait', staff('portfolio/payouts'), ['disbursement_order_listed', 'refund_listed']],
  ['payouts that are paid', staff('portfolio/payouts?state=paid'), ['disbursement_order_listed', 'refund_listed']],
  ['unidentified money', staff('unapplied'), ['unapplied']],
  ['figures for monitoring', staff('operations/metrics'), ['loan_to_close', 'loan_by_status']],
  [
    'the orders of a loan',
    () => readOrders(db.kysely, '019bd6a0-0000-7000-8000-000000000001'),
    ['disbursement_order_of_loan'],
  ],
])('a page of %s is read by its index, however many there are', async (_, ask, indexes) => {
  const plans = await plansOf(ask);
  for (const index of indexes) expect(plans).toContain(index);
  expect(plans).not.toMatch(/Seq Scan on (?:loan|disbursement_order|refund|unapplied|money_received)\b/);
});
