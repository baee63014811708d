import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formatSoles } from '#i18n/format.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { fromSoles } from '#loan/money.ts';
import { writeBookDays } from '#server/lending/portfolio/book-days.ts';
import { verifyBookDays } from '#server/lending/portfolio/verify-book-days.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asColleague, asOperator, type Debtor, withPayments } from '#tests/support/payments/payments.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const payments = withPayments();

async function writeAll(through: string): Promise<void> {
  await closeThrough(payments.loans, through);
  while ((await writeBookDays(payments.loans.context)) > 0);
}

const read = async (path: string) => (await asOperator(payments, `books/${path}`)).json();

async function writtenOff({ number }: Debtor): Promise<void> {
  const path = `loans/${number}/write-off`;
  const reason = 'Nobody has paid it for half a year.';
  expect((await asColleague(payments, 'Ana', `${path}/propose`, { reason })).status).toBe(200);
  expect((await asColleague(payments, 'Luis', `${path}/approve`, {})).status).toBe(200);
}

test('a past of half a year: weeks, losses by month of disbursement, and the funnel, as the days were', async () => {
  await anApplicant(payments, 'FINANCIAL');
  await anApplicant(payments, 'DEVICE');
  const lost = await aDebtor(payments, EX1_TERMS);
  await writeAll('2026-02-10');
  const paid = await aDebtor(payments, EX1_TERMS);
  await writeAll('2026-03-12');
  await pay(payments.loans, paid.loan.id, 573.03);
  await writeAll('2026-08-20');
  expect((await read('overview')).balances[0]).toMatchObject({ lateLoans: 1, principal: 500, latePrincipal: 500 });
  await writtenOff(lost);
  await writeAll('2026-08-22');

  const { weeks } = await read('weeks?limit=500');
  expect(weeks[0]).toMatchObject({ week: '2026-08-17', through: '2026-08-21', disbursed: 0, par30: '0.00' });
  const ofWeek = (week: string) => weeks.find((row: { readonly week: string }) => row.week === week);
  expect(ofWeek('2026-01-12')).toMatchObject({ through: '2026-01-18', disbursed: 500, collected: 0, par30: '0.00' });
  expect(ofWeek('2026-02-09')).toMatchObject({ disbursed: 500, fellDue: 573.03, collected: 0 });
  // The second one is paid on the day it falls due; the first one is late by more than 30 days at that week's end.
  expect(ofWeek('2026-03-09')).toMatchObject({ fellDue: 573.03, collected: 573.03 });
  expect(ofWeek('2026-03-16')).toMatchObject({ par1: '100.00', par30: '100.00', par60: '0.00' });
  const sums = await sql<{ due: number; collected: number; lost: number }>`
    select sum(due)::bigint as due, sum(collected)::bigint as collected, sum(lost)::bigint as lost from book_day`.execute(
    payments.db.kysely,
  );
  const totalOf = (name: string) =>
    weeks.reduce((sum: number, row: Record<string, number>) => sum + Math.round((row[name] ?? 0) * 100), 0);
  expect([totalOf('fellDue'), totalOf('collected'), totalOf('lost')]).toEqual(Object.values(sums.rows[0] ?? {}));

  const { months } = await read('losses');
  const loss = sums.rows[0]?.lost ?? 0;
  expect(loss).toBeGreaterThan(50_000);
  expect(months).toEqual([
    { month: '2026-02', disbursed: 500, lost: 0, lostShare: '0.00' },
    { month: '2026-01', disbursed: 500, lost: loss / 100, lostShare: (loss / 500).toFixed(2) },
  ]);

  const { stages, from, to } = await read('funnel?from=2026-01-01&to=2026-01-31');
  expect([from, to]).toEqual(['2026-01-01', '2026-01-31']);
  const step = (stage: string) => stages.find((row: { readonly stage: string }) => row.stage === stage);
  expect(step('PERSONAL')).toMatchObject({ reached: 2, share: '100.00', standing: 0 });
  expect(step('FINANCIAL')).toMatchObject({ reached: 2, share: '100.00' });
  expect(step('DEVICE')).toMatchObject({ reached: 1, share: '50.00' });
  expect(step('DONE')).toMatchObject({ reached: 0, share: '0.00' });
});

test('days from before the parts were kept get them at the next close, and a part that was changed is found', async () => {
  const { kysely } = payments.db;
  const partsOf = async () => [
    await kysely.selectFrom('book_vintage').selectAll().orderBy('date').orderBy('month').execute(),
    await kysely.selectFrom('book_stage').selectAll().orderBy('date').orderBy('stage').execute(),
    await kysely.selectFrom('book_account').selectAll().orderBy('date').orderBy('account').execute(),
  ];
  const before = await partsOf();
  expect(before.every((part) => part.length > 0)).toBe(true);
  const planted = async (fault: ReturnType<typeof sql>, then: () => Promise<unknown> = async () => undefined) => {
    await kysely.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await fault.execute(trx);
    });
    await then();
    return verifyBookDays(kysely);
  };
  const day = sql`date = '2026-01-15'`;
  for (const forgotten of [
    sql`with stages as (delete from book_stage where ${day}) delete from book_vintage where ${day}`,
    sql`delete from book_account where ${day}`,
  ]) {
    expect(await planted(forgotten, () => writeBookDays(payments.loans.context))).toEqual([]);
    expect(await partsOf()).toEqual(before);
  }
  for (const column of ['debit', 'credit']) {
    const moved = (by: number) =>
      sql`update book_account set ${sql.ref(column)} = ${sql.ref(column)} + ${by} where ${day} and account = 'bank'`;
    expect(await planted(moved(1)), column).toEqual([
      "the day 2026-01-15: debits and credits of its accounts are not the ledger's",
    ]);
    expect(await planted(moved(-1))).toEqual([]);
  }
  const bucket = (by: number) => sql`update book_bucket set fees = fees + ${by} where ${day} and bucket = '0'`;
  expect(await planted(bucket(1))).toEqual([
    "the day 2026-01-15: the balances by days late do not add up to the day's",
  ]);
  expect(await planted(bucket(-1))).toEqual([]);

  expect(await planted(sql`update book_vintage set disbursed = disbursed + 1 where ${day}`)).toEqual([
    "the day 2026-01-15: disbursed and lost by month of disbursement are not the ledger's",
  ]);
  expect(await planted(sql`update book_vintage set disbursed = disbursed - 1 where ${day}`)).toEqual([]);
  for (const column of ['reached', 'standing']) {
    const moved = (by: number) =>
      sql`update book_stage set ${sql.ref(column)} = ${sql.ref(column)} + ${by} where ${day} and stage = 'DEVICE'`;
    expect(await planted(moved(1)), column).toEqual([
      'the day 2026-01-15: the steps of applications are not those of their history',
    ]);
    expect(await planted(moved(-1))).toEqual([]);
  }
});

test('books of an ended day say the same whether its sums were written or are added up by the ledger', async () => {
  const { kysely } = payments.db;
  const days = await kysely.selectFrom('book_day').select('date').orderBy('date').execute();
  const [first, middle, last] = [0, Math.floor(days.length / 2), days.length - 1].map((n) => days[n]?.date);
  payments.clock.moveTo(addDays(calendarDate(last ?? ''), 1));
  const books = () =>
    Promise.all(
      [
        `trial-balance?date=${last}`,
        `trial-balance?date=${middle}&from=${middle}`,
        `trial-balance?date=${last}&from=${middle}`,
        `trial-balance?date=${first}`,
        `days-late?date=${last}`,
        `days-late?date=${middle}`,
      ].map(read),
    );
  const written = await books();
  expect(await read('days-late')).toEqual(written[4]);
  expect(written.slice(4)).toMatchObject([{ difference: 0 }, { difference: 0 }]);
  await kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`delete from book_account where date <> ${middle}::date`.execute(trx);
    await sql`delete from book_bucket`.execute(trx);
  });
  expect(await books()).toEqual(written);
  await writeBookDays(payments.loans.context);
  expect(await books()).toEqual(written);
});

test('the funnel before the first day has ended is refused, and the overview has the steps of applications', async () => {
  const { applications, date } = await read('overview');
  expect(calendarDate(date)).toBe(date);
  expect(applications.map(({ stage }: { stage: string }) => stage).slice(0, 3)).toEqual([
    'PERSONAL',
    'FINANCIAL',
    'DEVICE',
  ]);
  expect((await asOperator(payments, 'books/funnel?to=2025-12-31')).status).toBe(409);
});

test('at the desk each list of the past has its drawing, with words instead of it and the table below', async () => {
  const { headers } = await aColleague(payments.db, 'Ana');
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const pageOf = async (path: string) => {
    const answer = await payments.app.request(`/desk/books/${path}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const weeks = await pageOf('weeks');
  const drawings = [...weeks.matchAll(/<svg viewBox[^>]*role="img" aria-label="([^"]*)"/g)].map(([, label]) => label);
  expect(drawings).toHaveLength(2);
  expect(drawings[0]).toMatch(
    /^Cobrado junto a lo que vencía, por semana\. 17\/08\/2026: Vencía S\/\u00a00,00, Cobrado/,
  );
  expect(weeks).toContain('href="/desk/books/weeks?as=csv"');
  expect(weeks.indexOf('<svg')).toBeLessThan(weeks.indexOf('<table'));
  // The policy of the desk allows no style of an element's own, and no script of a page's own.
  expect(weeks).not.toMatch(/ style=|<style/);
  const heights = [...weeks.matchAll(/<rect class="filled" [^>]*height="([\d.]+)"/g)].map(([, height]) =>
    Number(height),
  );
  expect(Math.max(...heights)).toBeCloseTo(106, 0);
  for (const path of ['losses', 'funnel']) expect(await pageOf(path)).toContain('role="img"');
  const subject = await (await payments.app.request('/desk/books', { headers: { cookie } })).text();
  expect([...subject.matchAll(/role="img"/g)]).toHaveLength(4);
  expect(subject).not.toContain('<table>');
  const first = await (await payments.app.request('/desk/', { headers: { cookie } })).text();
  expect([...first.matchAll(/role="img"/g)]).toHaveLength(2);
  // How much is out and how much of it is late stands above what waits.
  const glance = /<section class="glance".*?<\/section>/s.exec(first.slice(0, first.indexOf('<table')))?.[0] ?? '';
  const { balances } = await read('overview');
  expect(glance).toContain(formatSoles(fromSoles(balances[0].outstanding)));
  expect(glance).toMatch(/<dt>Capital en mora<\/dt>\s*<dd>S\//);
});
