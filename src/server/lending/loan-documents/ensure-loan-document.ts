import { createHash } from 'node:crypto';
import type { DocumentLanguage } from '#api/document-types.ts';
import { withDefaultLocale } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import { isDisbursed } from '#loan/loan.ts';
import { type DocumentHead, titleOf } from '#server/lending/documents/document-head.ts';
import { findDocument, type StoredDocument, storeDocument } from '#server/lending/documents/document-store.ts';
import { type LoanKey, readLoan } from '#server/lending/loans/store/loan-store.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { readBorrower } from '#server/lending/people/borrower.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { DISBURSEMENT } from './due-documents.ts';
import type { LoanDocumentsContext } from './loan-documents-context.ts';
import { type LoanDocumentType, type LoanSource, type Payout, renderLoanDocument } from './render-loan-document.ts';

/** A loan with everything its documents are rendered from, read once for all of them. */
export interface LoanDocumentSource extends LoanSource {
  readonly loanId: string;
  readonly personId: string;
  /** Spanish, the text that binds, plus English for clients who read English; the client's own language last. */
  readonly languages: readonly DocumentLanguage[];
}

export type DocumentSourceFound =
  | { readonly kind: 'ready'; readonly source: LoanDocumentSource }
  | { readonly kind: 'not-there' }
  | { readonly kind: 'not-disbursed' };

/**
 * Reads the source that the documents of a loan are rendered from. `not-there`: no such loan, not this person's, or a
 * person whose data were erased; `not-disbursed`: no event to document yet.
 */
export async function readDocumentSource(context: LoanDocumentsContext, key: LoanKey): Promise<DocumentSourceFound> {
  const { db, vault, calendar } = context;
  const stored = await readLoan(db.kysely, key);
  const person = stored && (await readPerson(db.kysely, vault, stored.personId));
  if (!stored || !person) return { kind: 'not-there' };
  const { loan } = stored;
  if (!isDisbursed(loan)) return { kind: 'not-disbursed' };
  const days = await calendar.days(db.kysely);
  const payouts = await readPayouts(context, stored.id);
  const source: LoanDocumentSource = {
    loanId: stored.id,
    personId: person.id,
    languages: withDefaultLocale(person.language),
    loan,
    borrower: await readBorrower(db.kysely, person),
    payouts,
    calendar: days,
  };
  return { kind: 'ready', source };
}

export interface LoanDocument {
  readonly type: LoanDocumentType;
  readonly cause: string;
}

/**
 * Provides the document of a loan for a cause: the stored one or, on the first request, a new one that is archived. It
 * must be rendered outside the transaction that caused it, so that the loan is not locked meanwhile. Undefined when the
 * loan does not exist or there is nothing to print yet.
 * @returns the document in the client's language; the Spanish one is stored beside an English copy
 * @internal
 */
export async function ensureLoanDocument(
  context: LoanDocumentsContext,
  { loanId, ...document }: LoanDocument & { readonly loanId: string },
): Promise<StoredDocument | undefined> {
  const found = await readDocumentSource(context, { id: loanId });
  return found.kind === 'ready' ? issueDocument(context, found.source, document) : undefined;
}

/** Issues a document from a source that has been read already. */
export async function issueDocument(
  context: LoanDocumentsContext,
  source: LoanDocumentSource,
  document: LoanDocument,
): Promise<StoredDocument> {
  let last: StoredDocument | undefined;
  for (const language of source.languages) last = await issueIn(context, source, document, language);
  return last as StoredDocument;
}

async function issueIn(
  { db, clock, vault, provider, siteUrl }: LoanDocumentsContext,
  source: LoanDocumentSource,
  { type, cause }: LoanDocument,
  language: DocumentLanguage,
): Promise<StoredDocument> {
  const { personId, loanId, loan } = source;
  const key = { personId, loanId, type, cause, language };
  const known = await findDocument(db.kysely, key);
  if (known) return known;
  const now = clock.now();
  const issuedOn = calendarDate(clock.businessDate());
  const head: DocumentHead = { provider, siteUrl, language, issuedAt: new Date(now), issuedOn };
  const bytes = await renderLoanDocument(source, { type, cause }, head);
  const title = titleOf(type, language, loan.number);
  return db.kysely
    .transaction()
    .execute((trx) => storeDocument(trx, vault, { ...key, title, bytes, businessDate: issuedOn, now }));
}

/** Distinguishes two documents of one period or day when new facts have arrived in between. */
export function factsHash({ loan }: LoanDocumentSource): string {
  return createHash('sha256').update(JSON.stringify(loan.facts)).digest('hex').slice(0, 12);
}

async function readPayouts({ db, openDestination }: LoanDocumentsContext, loanId: string): Promise<Payout[]> {
  const orders = (await readOrders(db.kysely, loanId)).filter(({ status }) => status === 'CONFIRMED');
  const references = await db.kysely
    .selectFrom('disbursement_order')
    .select(['id', 'provider_ref'])
    .where('loan_id', '=', loanId)
    .execute();
  return Promise.all(
    orders.map(async (order) => ({
      cause: order.purpose === 'loan' ? DISBURSEMENT : order.id,
      operation: references.find(({ id }) => id === order.id)?.provider_ref ?? undefined,
      account: openDestination && maskedAccount((await openDestination(order)).cci),
    })),
  );
}

/** Shows enough digits for the owner to recognise the account. */
export function maskedAccount(cci: string): string {
  return `CCI ···· ${cci.slice(-4)}`;
}
