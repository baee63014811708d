import { formatDate } from '#i18n/format.ts';
import { calendarDate } from '#loan/calendar.ts';
import { type DocumentHead, titleOf } from '#server/lending/documents/document-head.ts';
import { findDocument, type StoredDocument, storeDocument } from '#server/lending/documents/document-store.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { TEXT_VERSIONS } from '#server/lending/documents/texts/text-versions.ts';
import { borrowerOf } from '#server/lending/people/borrower.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { type ConsentReceiptContent, renderConsentReceipt } from './consent-receipt.ts';
import { renderPrivacyNotice } from './privacy-notice.ts';

/** Documents of a person without a loan (domain 2.9): the privacy notice shown, a consent given or withdrawn. */
export type PersonDocument =
  | { readonly type: 'PRIVACY_NOTICE' }
  /** Wording and purpose in the client's language, as shown on the screen. */
  | { readonly type: 'CONSENT_RECEIPT'; readonly consent: ConsentReceiptContent['consent'] };

/**
 * Issues such a document in the client's language: a consent covers the wording that was read. One notice for each
 * version of its text, one receipt for each row of the consent ledger. Undefined when there is no such person or their
 * data were erased.
 */
export async function ensurePersonDocument(
  { db, clock, vault, provider, siteUrl }: DocumentsContext,
  personId: string,
  document: PersonDocument,
): Promise<StoredDocument | undefined> {
  const person = await readPerson(db.kysely, vault, personId);
  if (!person) return undefined;
  const { type } = document;
  const { language } = person;
  const cause = type === 'PRIVACY_NOTICE' ? `text-${TEXT_VERSIONS[type]}` : document.consent.id;
  const key = { personId, loanId: null, type, cause, language };
  const known = await findDocument(db.kysely, key);
  if (known) return known;
  const now = clock.now();
  const issuedOn = calendarDate(clock.businessDate());
  const head: DocumentHead = { provider, siteUrl, language, issuedAt: new Date(now), issuedOn };
  const bytes = await render(head, person, document);
  const title = titleOf(type, language, formatDate(type === 'PRIVACY_NOTICE' ? issuedOn : document.consent.on));
  return db.kysely
    .transaction()
    .execute((trx) => storeDocument(trx, vault, { ...key, title, bytes, businessDate: issuedOn, now }));
}

function render(head: DocumentHead, person: Person, document: PersonDocument): Promise<Uint8Array> {
  if (document.type === 'PRIVACY_NOTICE') return renderPrivacyNotice({ head });
  return renderConsentReceipt({ head, borrower: borrowerOf(person), consent: document.consent });
}
