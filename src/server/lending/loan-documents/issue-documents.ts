import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import { readIssued } from '#server/lending/documents/document-store.ts';
import { type LoanToIssue, readLoansToIssue, recordIssued } from './document-issue-store.ts';
import { type DueDocument, dueDocuments, firstOfMonth } from './due-documents.ts';
import { issueDocument, type LoanDocumentSource, readDocumentSource } from './ensure-loan-document.ts';
import type { LoanDocumentsContext } from './loan-documents-context.ts';
import type { LoanDocumentType } from './render-loan-document.ts';

const BATCH = 100;

export interface Issuing {
  readonly issued: number;
  /** Loans whose documents could not be issued; each is logged, and the next run retries. */
  readonly failed: readonly string[];
}

/**
 * Issues every document that a disbursed loan should have and lacks (domain 2.9): contract, schedule and receipts after
 * its events, statements after each month, the paid-off certificate after the last payment. Only loans with new events
 * are read; running it twice issues nothing twice, and a failing loan does not stop the others.
 */
export async function issueDocuments(context: LoanDocumentsContext): Promise<Issuing> {
  const month = firstOfMonth(calendarDate(context.clock.businessDate()));
  const failed = new Set<string>();
  let issued = 0;
  for (;;) {
    const found = await readLoansToIssue(context.db.kysely, { month, limit: BATCH + failed.size });
    const left = found.filter(({ loanId }) => !failed.has(loanId));
    if (left.length === 0) return { issued, failed: [...failed] };
    for (const loan of left) {
      try {
        issued += await issueForLoan(context, loan);
        await recordIssued(context.db.kysely, loan, month);
      } catch (error) {
        context.log.error({ err: error, loanId: loan.loanId }, 'the papers of a loan could not be issued');
        failed.add(loan.loanId);
      }
    }
  }
}

/** @returns how many documents were missing */
async function issueForLoan(context: LoanDocumentsContext, { loanId }: LoanToIssue): Promise<number> {
  const found = await readDocumentSource(context, { id: loanId });
  // Nothing can be issued once the person's data were erased.
  if (found.kind !== 'ready') return 0;
  const missing = await missingDocuments(context, found.source);
  for (const { type, cause } of missing) {
    await issueDocument(context, found.source, { type: type as LoanDocumentType, cause });
  }
  return missing.length;
}

async function missingDocuments(context: LoanDocumentsContext, source: LoanDocumentSource): Promise<DueDocument[]> {
  const { loan, loanId, calendar, languages } = source;
  const today = calendarDate(context.clock.businessDate());
  const issued = await readIssued(context.db.kysely, loanId, languages.at(-1) ?? DEFAULT_LOCALE);
  const types = new Set([...issued].map((key) => key.split(' ')[0]));
  return dueDocuments(loan, { date: today, calendar }).filter(({ type, cause }) =>
    // The signed paper is the contract, under whatever name it was kept.
    type === 'CONTRACT' || type === 'HOJA_RESUMEN' ? !types.has(type) : !issued.has(`${type} ${cause}`),
  );
}
