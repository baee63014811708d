import { formatDate } from '#i18n/format-date.ts';
import { calendarDate } from '#loan/calendar.ts';
import { titleOf } from '#server/lending/documents/document-head.ts';
import { findDocument, type StoredDocument, storeDocument } from '#server/lending/documents/document-store.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { readBorrower } from '#server/lending/people/borrower.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { type ConsentReceiptContent, renderConsentReceipt } from './consent-receipt.ts';

const TYPE = 'CONSENT_RECEIPT';

/**
 * Issues the receipt of one row of the consent ledger, once, in the client's language.
 * @returns undefined when the person does not exist or their data were erased
 */
export async function ensureConsentReceipt(
  { db, clock, vault, provider, siteUrl }: DocumentsContext,
  personId: string,
  consent: ConsentReceiptContent['consent'],
): Promise<StoredDocument | undefined> {
  const person = await readPerson(db.kysely, vault, personId);
  if (!person) return undefined;
  const { language } = person;
  const key = { personId, loanId: null, type: TYPE, cause: consent.id, language } as const;
  const known = await findDocument(db.kysely, key);
  if (known) return known;
  const now = clock.now();
  const issuedOn = calendarDate(clock.businessDate());
  const head = { provider, siteUrl, language, issuedAt: new Date(now), issuedOn };
  const bytes = await renderConsentReceipt({ head, borrower: await readBorrower(db.kysely, person), consent });
  const title = titleOf(TYPE, language, formatDate(consent.on));
  return db.kysely
    .transaction()
    .execute((trx) => storeDocument(trx, vault, { ...key, title, bytes, businessDate: issuedOn, now }));
}
