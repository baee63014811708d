import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { LoanTerms } from '#loan/loan.ts';
import type { Database } from '#server/kit/db.ts';
import { createLog } from '#server/kit/log.ts';
import { createRateLimiter } from '#server/kit/rate-limit.ts';
import type { Tables } from '#server/kit/tables.ts';
import { originateLoan } from '#server/lending/applications/originate-loan.ts';
import { SANDBOX_PROVIDER } from '#server/lending/config.ts';
import type { LoanDocumentsContext } from '#server/lending/loan-documents/loan-documents-context.ts';
import type { StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { type DisbursementContext, dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { openDestinations, sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { openTestDatabase, resetTestDatabase } from '../database/database.ts';
import { createTestLending, type TestLending } from '../lending/lending-app.ts';
import { EX1_TERMS } from '../loan/loans.ts';
import { type LoanService, stored, TestBank } from '../loans/loan-service.ts';
import { aBorrower, type Borrower, type BorrowerOptions } from '../people/borrower.ts';

/** The lending application with its loans and their papers on one database. */
export interface TestArchive {
  readonly lending: TestLending;
  readonly loans: LoanService;
  readonly documents: LoanDocumentsContext;
}

function createArchive(db: Database<Tables>): TestArchive {
  const lending = createTestLending(db, { visitorLimit: { perMinute: 1e9, burst: 1e9 } });
  const { clock, vault } = lending;
  const calendar = createBusinessCalendar(clock.now);
  const log = createLog({ level: 'silent', name: 'test' });
  const bank = new TestBank(clock);
  const openDestination = openDestinations(db.kysely, vault);
  const context: DisbursementContext = { db, clock, calendar, log, payout: bank, openDestination };
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
  return { lending, loans: { db, clock, bank, context }, documents };
}

/** One database for a test file; every test starts on 15/01/2026 with an application of its own. */
export function withArchive(): TestArchive {
  let db: Database<Tables>;
  let archive: TestArchive;
  beforeAll(async () => {
    db = await openTestDatabase();
  });
  beforeEach(async () => {
    await resetTestDatabase(db);
    archive = createArchive(db);
  });
  afterAll(() => db?.close());
  return {
    get lending() {
      return archive.lending;
    },
    get loans() {
      return archive.loans;
    },
    get documents() {
      return archive.documents;
    },
  };
}

/** A client with a loan that was paid out today, EX1 unless told. */
export async function aClient(
  { lending, loans }: TestArchive,
  options: BorrowerOptions & { readonly terms?: LoanTerms } = {},
): Promise<{ readonly client: Borrower; readonly loan: StoredLoan }> {
  const { terms = EX1_TERMS, ...details } = options;
  const client = await aBorrower(lending, details);
  const { loanId } = await originate({ lending, loans }, client, terms);
  await dispatchDisbursements(loans.context);
  return { client, loan: await stored(loans, loanId) };
}

/** A loan that was signed and not paid out yet. */
export async function originate(
  { lending, loans }: Pick<TestArchive, 'lending' | 'loans'>,
  { personId }: Borrower,
  terms: LoanTerms = EX1_TERMS,
): Promise<{ readonly loanId: string; readonly number: string }> {
  const destination = { bankId: '002', cci: '00219100001234567852', holder: 'Rosa Quispe' };
  const sealDestination = sealDestinations(lending.vault);
  const originated = await loans.db.kysely
    .transaction()
    .execute((trx) => originateLoan(trx, { clock: loans.clock, sealDestination }, { personId, terms, destination }));
  if (originated.kind === 'refused') throw new Error(originated.reason);
  return originated;
}
