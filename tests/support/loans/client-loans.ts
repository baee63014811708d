import { calendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { resetTestDatabase, withDatabase } from '../database/database.ts';
import { createTestLending, type TestLending, type TestLendingOptions } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { aBorrower, type Borrower } from '../people/borrower.ts';
import { aLoan, closeThrough, createLoanService, type LoanService, verifyAfterwards } from './loan-service.ts';

/** The application and the loan workflows on one database and one clock. */
export interface ClientLoans extends TestLending, LoanService {}

/** The loan workflows beside an application, with a bank whose answers a test decides. */
export function loanServiceOf({ db, clock, vault }: TestLending): LoanService {
  return createLoanService(db, clock, { vault });
}

/**
 * Opens the lending application with a bank, from 15/01/2026 on. Afterwards the whole ledger is verified, whatever the
 * tests were about.
 */
export function withClientLoans(options: TestLendingOptions = {}): ClientLoans {
  const loans = withDatabase(async (db): Promise<ClientLoans> => {
    await resetTestDatabase(db);
    const lending = createTestLending(db, options);
    return Object.assign(lending, loanServiceOf(lending));
  });
  verifyAfterwards(() => loans);
  return loans;
}

export interface ClientWithLoan extends Borrower {
  readonly loan: StoredLoan;
}

/** A client signed in, with every proof, whose loan was paid out today: EX1 unless told. */
export async function aClient(loans: ClientLoans, terms: LoanTerms = EX1_TERMS): Promise<ClientWithLoan> {
  const borrower = await aBorrower(loans, { stepUp: 'everything' });
  return { ...borrower, loan: await aLoan(loans, terms, borrower.personId) };
}

/** Makes a client with a loan on a later day: every night up to it has been closed. */
export async function aClientOn(
  loans: ClientLoans,
  date: string,
  terms: LoanTerms = EX1_TERMS,
): Promise<ClientWithLoan> {
  loans.clock.moveTo('2026-01-15');
  const client = await aClient(loans, terms);
  await closeThrough(loans, date);
  return client;
}

/** Makes a client of level 2: up to S/ 800 at once. */
export async function trusted({ db, clock }: Pick<ClientLoans, 'db' | 'clock'>, personId: string): Promise<void> {
  const images = {
    event: 'identity-approved',
    date: calendarDate('2026-01-15'),
    naturalKey: 'identity-approved',
  } as const;
  await recordTrustEvent(db.kysely, { personId, ...images }, clock.now());
}

/** EX1 on day 10, of a client who may have S/ 300 more. */
export async function aToppableClient(loans: ClientLoans): Promise<ClientWithLoan> {
  const client = await aClientOn(loans, '2026-01-25');
  await trusted(loans, client.personId);
  return client;
}
