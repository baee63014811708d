import type { LoanTerms } from '#loan/loan.ts';
import type { Database } from '#server/kit/db.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import type { LoanDocumentsContext } from '#server/lending/loan-documents/loan-documents-context.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { resetTestDatabase, withDatabase } from '../database/database.ts';
import { createTestLending, type TestLending } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { loanServiceOf } from '../loans/client-loans.ts';
import { aLoan, type LoanService } from '../loans/loan-service.ts';
import { aBorrower, type Borrower, type BorrowerOptions } from '../people/borrower.ts';

/** The lending application with its loans and their papers on one database. */
export interface TestArchive {
  readonly lending: TestLending;
  readonly loans: LoanService;
  readonly documents: LoanDocumentsContext;
}

function createArchive(db: Database<Tables>): TestArchive {
  const lending = createTestLending(db, { visitorLimit: { perMinute: 1e9, burst: 1e9 } });
  const loans = loanServiceOf(lending);
  const { clock, vault } = lending;
  const { calendar, log, openDestination } = loans.context;
  const documents: LoanDocumentsContext = {
    db,
    clock,
    calendar,
    log,
    vault,
    limiter: createRateLimiter(clock.now),
    trustedProxies: 0,
    publicLimit: { perMinute: 10, burst: 10 },
    provider: SANDBOX_PROVIDER,
    siteUrl: 'https://manay.example',
    openDestination,
  };
  return { lending, loans, documents };
}

/** One database for a test file; every test starts on 15/01/2026 with an application of its own. */
export function withArchive(): TestArchive {
  return withDatabase(async (db) => {
    await resetTestDatabase(db);
    return createArchive(db);
  });
}

/** A client with a loan that was paid out today, EX1 unless told. */
export async function aClient(
  { lending, loans }: TestArchive,
  options: BorrowerOptions & { readonly terms?: LoanTerms } = {},
): Promise<{ readonly client: Borrower; readonly loan: StoredLoan }> {
  const { terms = EX1_TERMS, ...details } = options;
  const client = await aBorrower(lending, details);
  return { client, loan: await aLoan(loans, terms, client.personId) };
}
