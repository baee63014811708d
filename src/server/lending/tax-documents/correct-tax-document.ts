import { addDays, calendarDate } from '#loan/calendar.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { Trx } from '#server/kit/tables.ts';
import { lockLoan } from '#server/lending/loans/store/loan-store.ts';
import { closeTasks } from '#server/lending/staff/task-store.ts';
import {
  cancelReceipt,
  documentDays,
  type OneLoan,
  openOneLoan,
  readyKey,
  type TaxContext,
} from './issue-tax-documents.ts';
import { taxSubject } from './settle-tax.ts';
import type { TaxDocumentStatus, TaxSummaryStatus } from './tables.ts';
import { policyReader } from './tax-policy.ts';
import { readTaxDue } from './tax-store.ts';

/** A document that is corrected. */
export interface ToCorrect {
  readonly id: string;
  readonly loan_id: string;
  readonly kind: 'receipt' | 'credit-note';
  readonly status: TaxDocumentStatus;
  /** Of the summary that it was told in. */
  readonly summary: TaxSummaryStatus | null;
}

const NO_KEY = refused(409, 'tax_not_issued', 'No tax document can be issued now: what waits says why.');
const NOT_NOW = refused(
  409,
  'tax_document_open',
  'It, or a credit note of it, has no answer yet: it cannot be corrected.',
);
const OF_SUMMARY = refused(409, 'tax_summary_refused', 'Its whole summary was refused: have it sent again first.');
const NOT_A_NOTE = refused(409, 'tax_document_stands', 'A credit note that was accepted stands.');

/** Tells why a document cannot be corrected in its state. */
export function correctionObstacle({
  kind,
  status,
  summary,
}: Pick<ToCorrect, 'kind' | 'status' | 'summary'>): Refusal | undefined {
  // The summary was refused, and no document of it: corrected one by one, the others would stay untold.
  if (status === 'REFUSED' && summary === 'REFUSED') return OF_SUMMARY;
  if (status === 'READY' || status === 'SENT' || status === 'REPLACED') return NOT_NOW;
  return kind === 'credit-note' && status !== 'REFUSED' ? NOT_A_NOTE : undefined;
}

/**
 * Issues a document anew, in one transaction. One that was refused counts no more; a receipt that was accepted is taken
 * back by a credit note (01). What it said is owed again and said by new documents, of the last day that is over, with
 * the client and the issuer as they are known now. Numbers stay used.
 * @param alongside what is noted in the same transaction, with how many documents were issued
 */
export async function correctTaxDocument(
  context: Pick<TaxContext, 'db' | 'clock' | 'calendar' | 'vault' | 'taxKey' | 'provider'>,
  id: string,
  alongside: (trx: Trx, issued: number) => Promise<void>,
): Promise<{ readonly kind: 'corrected'; readonly issued: number } | Refusal> {
  const { db, clock } = context;
  const until = addDays(calendarDate(clock.businessDate()), -1);
  const policyOn = policyReader();
  const policy = await policyOn(db.kysely, until);
  const taxKey = await readyKey(context, policy);
  if (!taxKey) return NO_KEY;
  return db.kysely.transaction().execute(async (trx) => {
    const found = await readToCorrect(trx, id);
    if (!found || !(await lockLoan(trx, { id: found.loan_id }))) return NOT_NOW;
    const document = (await readToCorrect(trx, id)) as ToCorrect;
    const obstacle = correctionObstacle(document) ?? (await openNote(trx, document));
    if (obstacle) return obstacle;
    const of = await openOneLoan({ ...context, taxKey, policyOn, issuer: policy }, trx, document.loan_id);
    const before = await countOf(trx, document.loan_id);
    await endDocument(of, document, until);
    const due = await readTaxDue(trx, document.loan_id);
    await documentDays(of, due !== undefined && due < until ? calendarDate(due) : until, until);
    const issued = (await countOf(trx, document.loan_id)) - before;
    await alongside(trx, issued);
    return { kind: 'corrected', issued };
  });
}

function readToCorrect(trx: Trx, id: string): Promise<ToCorrect | undefined> {
  return trx
    .selectFrom('tax_document')
    .leftJoin('tax_summary', 'tax_summary.id', 'summary_id')
    .select(['tax_document.id', 'loan_id', 'kind', 'tax_document.status', 'tax_summary.status as summary'])
    .where('tax_document.id', '=', id)
    .executeTakeFirst();
}

/** A credit note on its way lowers this very receipt, and must be answered first. */
async function openNote(trx: Trx, { id }: ToCorrect): Promise<Refusal | undefined> {
  const open = await trx
    .selectFrom('tax_document')
    .select('id')
    .where('corrects', '=', id)
    .where('status', 'in', ['READY', 'SENT'])
    .executeTakeFirst();
  return open && NOT_NOW;
}

async function endDocument(of: OneLoan, { id, status }: ToCorrect, until: ReturnType<typeof calendarDate>) {
  if (status !== 'REFUSED') return cancelReceipt(of, id, until);
  // Its credit notes were refused with it: they lower what the authority does not know.
  const replaced = await of.trx
    .updateTable('tax_document')
    .set({ status: 'REPLACED' })
    .where((row) => row.or([row('id', '=', id), row('corrects', '=', id)]))
    .returning('id')
    .execute();
  const ended = { by: 'system', now: of.clock.now(), kind: 'tax-document-refused' } as const;
  for (const each of replaced) await closeTasks(of.trx, taxSubject(each.id), ended);
}

async function countOf(trx: Trx, loanId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('tax_document')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
