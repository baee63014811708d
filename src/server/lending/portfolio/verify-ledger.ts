import { sql } from 'kysely';
import { accountBalances, controlBalances, principalInFlight } from '#loan/accounting.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import { ACCOUNTS, type Balances, balancesAfter, CONTROL_ACCOUNTS, disbursementConfirmed } from '#loan/ledger.ts';
import { isDisbursed } from '#loan/loan.ts';
import { cents, sum } from '#loan/money.ts';
import { standingOn, statusOf } from '#loan/standing.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { chainFlaw, readBalances, readChain, readChains } from '#server/lending/loans/store/ledger-store.ts';
import { readLoan, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import type { BusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { isOpen, readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { verifyTax } from '#server/lending/tax-documents/tax-books.ts';
import { verifyBankLines } from './verify-bank-lines.ts';
import { verifyBookDays } from './verify-book-days.ts';
import { verifyMoney } from './verify-money.ts';
import { verifyPayouts } from './verify-payouts.ts';
import { brokenPromises, readPromises } from './verify-promises.ts';

export interface LedgerReport {
  readonly loans: number;
  readonly journals: number;
  /** Empty when everything is true. Each names the loan, chain or account. */
  readonly problems: readonly string[];
}

type Kysely = Database<Tables>['kysely'];

/**
 * Checks everything the ledger promises (quality A3): every chain of hashes is whole and every journal balances; the
 * sum of all accounts is 0; every loan's journals add up to what its terms and facts say on the date it is booked to;
 * its status is the one they lead to; what its client was promised is so; and the control accounts equal the sum of all
 * loans. Reads one snapshot.
 */
export function verifyLedger(db: Kysely, calendar: BusinessCalendar): Promise<LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const days = await calendar.days(trx);
      const { journals, problems } = await verifyChains(trx);
      const loans = await trx.selectFrom('loan').select('id').orderBy('id').execute();
      const owed: Balances[] = [];
      const promises = await readPromises(trx);
      for (const { id } of loans) {
        const stored = (await readLoan(trx, { id })) as StoredLoan;
        problems.push(...(await verifyLoan(trx, stored, days)));
        problems.push(...brokenPromises(stored.loan, promises.get(id) ?? [], days));
        owed.push(controlBalances(stored.loan, { date: stored.bookedThrough ?? stored.originatedOn, calendar: days }));
      }
      problems.push(...(await verifyTotals(trx, owed)));
      problems.push(...(await verifyMoney(trx)));
      problems.push(...(await verifyBankLines(trx)));
      problems.push(...(await verifyPayouts(trx)));
      problems.push(...(await verifyBookDays(trx)));
      problems.push(...(await verifyTax(trx, days)));
      return { loans: loans.length, journals, problems };
    });
}

async function verifyChains(trx: Kysely): Promise<{ journals: number; problems: string[] }> {
  const problems: string[] = [];
  let journals = 0;
  for (const { chain, length, head } of await readChains(trx)) {
    const stored = await readChain(trx, chain);
    journals += stored.length;
    const flaw = chainFlaw(stored, { length, head });
    if (flaw !== undefined) problems.push(`chain ${chain}: ${flaw}`);
  }
  const { count } = await trx
    .selectFrom('journal')
    .select(sql<number>`count(*)::bigint`.as('count'))
    .executeTakeFirstOrThrow();
  if (count !== journals) problems.push(`${count - journals} journals are in no chain`);
  return { journals, problems: [...problems, ...(await wrongBookingDates(trx))] };
}

/** A journal is in the books on its own date, or on the last one of its chain when that is later (decision 0142). */
async function wrongBookingDates(trx: Kysely): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, coalesce(booked_on, business_date) as booked,
        max(business_date) over (partition by chain order by position) as wanted
      from journal
    ) dated where booked <> wanted order by id`.execute(trx);
  return rows.map(({ id }) => `journal ${id} is not in the books of its day`);
}

async function verifyLoan(trx: Kysely, stored: StoredLoan, calendar: BankCalendar): Promise<string[]> {
  const { loan, bookedThrough } = stored;
  const date = bookedThrough ?? stored.originatedOn;
  const posted = await readBalances(trx, { loanId: stored.id });
  const orders = await readOrders(trx, stored.id);
  const bankSide = orders
    .filter(({ status }) => status === 'CONFIRMED')
    .flatMap(({ amountCents }) => disbursementConfirmed(amountCents));
  const expected = balancesAfter(accountBalances(loan, { date, calendar }), bankSide);
  const problems = ACCOUNTS.flatMap((account) => {
    const [found, wanted] = [posted[account] ?? 0, expected[account] ?? 0];
    return found === wanted ? [] : [`loan ${loan.number}: ${account} is ${found} and should be ${wanted} on ${date}`];
  });
  const [clearing, inFlight] = [posted['disbursement-clearing'] ?? 0, principalInFlight(loan)];
  if (clearing !== -inFlight) {
    problems.push(
      `loan ${loan.number}: its orders leave ${clearing} in disbursement-clearing and ${inFlight} is in flight`,
    );
  }
  const purpose = loan.status === 'DISBURSING' ? 'loan' : 'top-up';
  if (inFlight > 0 && !orders.some((order) => order.purpose === purpose && isOpen(order))) {
    problems.push(`loan ${loan.number}: ${inFlight} is in flight without an order for it`);
  }
  if (isDisbursed(loan)) {
    const status = statusOf(standingOn(loan, { date, calendar }));
    if (status !== loan.status) problems.push(`loan ${loan.number} is ${loan.status} and should be ${status}`);
  }
  return problems;
}

async function verifyTotals(trx: Kysely, owed: readonly Balances[]): Promise<string[]> {
  const balances = await readBalances(trx);
  const problems: string[] = [];
  const total = sum(...Object.values(balances));
  if (total !== 0) problems.push(`all accounts together are ${total} and should be 0`);
  for (const account of CONTROL_ACCOUNTS) {
    const expected = sum(...owed.map((one) => one[account] ?? cents(0)));
    const found = balances[account] ?? 0;
    if (found !== expected) problems.push(`${account} is ${found} and the loans owe ${expected}`);
  }
  return problems;
}
