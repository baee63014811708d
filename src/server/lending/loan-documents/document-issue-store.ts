import { type Kysely, sql } from 'kysely';
import type { CalendarDate } from '#loan/calendar.ts';
import type { LoanStatus } from '#loan/loan.ts';
import type { Tables } from '#server/kit/tables.ts';

/** A loan whose documents have to be checked, with its state when it was found. */
export interface LoanToIssue {
  readonly loanId: string;
  readonly lastFact: number;
  /** Number of its facts that were reversed. */
  readonly reversals: number;
  readonly status: LoanStatus;
}

/**
 * Disbursed loans with events or reversals since their documents were issued, or for which a month has ended.
 * @param month the first day of the current month
 */
export async function readLoansToIssue(
  db: Kysely<Tables>,
  { month, limit }: { readonly month: CalendarDate; readonly limit: number },
): Promise<LoanToIssue[]> {
  const lastFact = sql<number>`coalesce((select max(position) from loan_fact where loan_id = loan.id), 0)`;
  const reversals = sql<number>`(select count(*) from loan_fact where loan_id = loan.id and reversed_on is not null)`;
  const rows = await db
    .selectFrom('loan')
    .leftJoin('document_issue', 'document_issue.loan_id', 'loan.id')
    .select(['loan.id', 'loan.status', lastFact.as('lastFact'), reversals.as('reversals')])
    .where('loan.value_date', 'is not', null)
    .where((is) =>
      is.or([
        is('document_issue.loan_id', 'is', null),
        is('document_issue.status', '<>', is.ref('loan.status')),
        is('document_issue.last_fact', '<', lastFact),
        is('document_issue.reversals', '<>', reversals),
        is('document_issue.month', '<', month),
      ]),
    )
    .orderBy('loan.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, status, ...counts }) => ({
    loanId: id,
    status,
    lastFact: Number(counts.lastFact),
    reversals: Number(counts.reversals),
  }));
}

/** Records that every event known then has its documents. */
export async function recordIssued(db: Kysely<Tables>, loan: LoanToIssue, month: CalendarDate): Promise<void> {
  const values = { last_fact: loan.lastFact, reversals: loan.reversals, status: loan.status, month };
  await db
    .insertInto('document_issue')
    .values({ loan_id: loan.loanId, ...values })
    .onConflict((conflict) => conflict.column('loan_id').doUpdateSet(values))
    .execute();
}
