import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { journal } from '#loan/ledger.ts';
import { cents } from '#loan/money.ts';
import { postJournal } from '#server/lending/loans/store/ledger-store.ts';
import {
  aLoan,
  anOriginatedLoan,
  closeThrough,
  pay,
  verify,
  withLoanService,
} from '#tests/support/loans/loan-service.ts';

const service = withLoanService({ verify: false });

/** A person with the rights of the database's owner, who switches the guards off. */
async function behindTheGuards(statement: ReturnType<typeof sql>): Promise<void> {
  await service.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await statement.execute(trx);
  });
}

async function problemsAfter(statement: ReturnType<typeof sql>, undo: ReturnType<typeof sql>): Promise<string> {
  await behindTheGuards(statement);
  const { problems } = await verify(service);
  await behindTheGuards(undo);
  expect((await verify(service)).problems).toEqual([]);
  return problems.join('\n');
}

test('a ledger with loans in every phase is true on every date', async () => {
  await anOriginatedLoan(service);
  const { id } = await aLoan(service);
  await closeThrough(service, '2026-02-01');
  await pay(service, id, 200);
  for (const date of ['2026-02-14', '2026-02-28', '2026-05-05']) {
    await closeThrough(service, date);
    expect((await verify(service)).problems).toEqual([]);
  }
});

test('whoever changes, moves or removes something behind the guards is found', async () => {
  const { id, loan } = await aLoan(service);
  await closeThrough(service, '2026-05-20');
  await pay(service, id, 100);
  const journal = sql`(select id from journal where loan_id = ${id} and kind = 'payment')`;
  const one = sql`journal_id = ${journal} and position = 1`;
  expect(
    await problemsAfter(
      sql`update posting set amount = amount + 1 where ${one}`,
      sql`update posting set amount = amount - 1 where ${one}`,
    ),
  ).toContain('does not balance');
  expect(
    await problemsAfter(
      sql`update journal set business_date = '2026-01-16' where id = ${journal}`,
      sql`update journal set business_date = '2026-05-20' where id = ${journal}`,
    ),
  ).toContain('was changed');
  expect(
    await problemsAfter(
      sql`update loan_fact set date = '2026-01-20' where loan_id = ${id}`,
      sql`update loan_fact set date = '2026-05-20' where loan_id = ${id}`,
    ),
  ).toContain(`loan ${loan.number}`);
  expect(
    await problemsAfter(
      sql`update ledger_chain set length = length + 1 where chain = ${id}`,
      sql`update ledger_chain set length = length - 1 where chain = ${id}`,
    ),
  ).toContain('journals are missing');
});

test('the database itself refuses to change, remove or unbalance the ledger', async () => {
  const { id } = await aLoan(service);
  const { kysely } = service.db;
  const attempts = [
    sql`update posting set amount = 1 where journal_id in (select id from journal where loan_id = ${id})`,
    sql`delete from posting where journal_id in (select id from journal where loan_id = ${id})`,
    sql`delete from journal where loan_id = ${id}`,
    sql`truncate posting`,
    sql`insert into posting (journal_id, position, account, amount)
      select id, 99, 'bank', 1 from journal where loan_id = ${id} limit 1`,
    sql`insert into journal (id, chain, position, business_date, kind, ref, at, hash)
      values (gen_random_uuid(), ${id}, 99, '2026-01-15', 'empty', 'x', now(), '')`,
    sql`delete from loan where id = ${id}`,
    sql`update loan set terms = '{}' where id = ${id}`,
    sql`update loan set value_date = '2026-01-01' where id = ${id}`,
    sql`delete from loan_event where loan_id = ${id}`,
  ];
  for (const attempt of attempts) await expect(attempt.execute(kysely)).rejects.toThrow();
  expect((await verify(service)).problems).toEqual([]);
});

test('a journal that does not balance is refused before it reaches the database, and one cause posts once', async () => {
  const { kysely } = service.db;
  const one = { businessDate: '2026-01-15' as never, kind: 'one-of-its-kind', ref: 'line-1', now: 0 };
  const post = (postings: ReturnType<typeof journal>) =>
    kysely.transaction().execute((trx) => postJournal(trx, { ...one, postings }));
  const balanced = journal({ bank: cents(500), 'psp-cost': cents(20), 'fee-income': cents(-520) });
  await expect(post([{ account: 'bank', amountCents: cents(5) }])).rejects.toThrow('does not balance');
  await post(balanced);
  await expect(post(balanced)).rejects.toThrow('journal_once');
  expect((await verify(service)).problems).toEqual([]);
});
