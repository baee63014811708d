import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import { readDeclarations } from '#server/lending/applications/store/declaration-store.ts';
import { readNamedAccounts } from '#server/lending/clients/bank-account-store.ts';
import { readNotifications, readPreference } from '#server/lending/clients/notification-store.ts';
import { complaintsOf } from '#server/lending/complaints/list-complaints.ts';
import { listDocuments, readDocumentFile, type StoredDocument } from '#server/lending/documents/document-store.ts';
import { readOwnFlags } from '#server/lending/fraud/fraud-flag-list.ts';
import { readContacts } from '#server/lending/loans/store/contact-store.ts';
import { readLoansOf, type StoredLoan } from '#server/lending/loans/store/loan-store.ts';
import { readTrustEvents } from '#server/lending/loans/store/trust-store.ts';
import { listIntents } from '#server/lending/payments/store/payment-store.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { readKeptContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { readRecoveriesOf } from '#server/lending/people/store/recovery-store.ts';
import { listSessions } from '#server/lending/people/store/session-store.ts';
import { exportedTaxDocuments } from '#server/lending/tax-documents/client-tax-documents.ts';
import { readDataRequests } from './data-request-store.ts';
import { exportedApplications, filesOfApplications } from './exported-applications.ts';
import { type ExportedFile, fileOf } from './exported-file.ts';
import {
  exportedArrangements,
  exportedDisputes,
  exportedPayouts,
  exportedRefunds,
  exportedVouchers,
} from './exported-money.ts';

/** More than any client has: an export is not paged. */
const ALL = 10_000;

interface PersonData {
  /** The content of `data.json`. */
  readonly data: { readonly person: Person } & Readonly<Record<string, unknown>>;
  /** Files that the client sent us, as they were sent, and the signed XML of their tax documents. */
  readonly files: readonly ExportedFile[];
}

/**
 * Reads all data stored about a person, decrypted; undefined after an erasure. `tests/support/database/data-classes.ts`
 * holds which table is exported under which name, and why some are left out.
 */
export async function readPersonData(
  db: Kysely<Tables>,
  { vault, seal }: { readonly vault: Vault; readonly seal: Seal },
  personId: string,
  now: number,
): Promise<PersonData | undefined> {
  const person = await readPerson(db, vault, personId);
  if (!person) return undefined;
  const loans = await readLoansOf(db, personId);
  const loanIds = loans.map(({ id }) => id);
  const recoveries = await readRecoveriesOf(db, seal, personId);
  const { vouchers, files: ofVouchers } = await exportedVouchers(db, seal, personId);
  const notes = await notesOf(db, seal, personId);
  const { taxDocuments, files: ofTax } = await exportedTaxDocuments(db, vault, personId);
  const data = {
    person,
    applications: await exportedApplications(db, seal, personId),
    declarations: await readDeclarations(db, seal, personId),
    fraudFlags: await readOwnFlags(db, personId),
    bankAccounts: await readNamedAccounts(db, seal, personId, ALL),
    contactChanges: await readKeptContactChanges(db, seal, personId),
    phoneRecoveries: recoveries.map(({ picture: _, ...recovery }) => recovery),
    loans: loans.map(({ loan }) => loan),
    arrangements: await exportedArrangements(db, loanIds),
    payouts: await exportedPayouts(db, loanIds),
    payments: await listIntents(db, { personId, limit: ALL }),
    vouchers,
    refunds: await exportedRefunds(db, personId),
    taxDocuments,
    disputes: await exportedDisputes(db, personId),
    contacts: await contactsOf(db, seal, personId),
    paymentPromises: await promisesOf(db, personId),
    contactPauses: await pausesOf(db, personId),
    complaints: await sheetsOf(db, vault, person, loans),
    consents: await consentsOf(db, personId),
    marketingStops: await stopsOf(db, personId),
    notifications: await readNotifications(db, personId, { limit: ALL }),
    notificationPreferences: await readPreference(db, personId),
    trustEvents: await readTrustEvents(db, personId),
    sessions: await listSessions(db, personId, now),
    accessLog: await readAccessLog(db, personId, ALL),
    knownBrowsers: await browsersOf(db, personId),
    passkeys: await passkeysOf(db, personId),
    dataRequests: await readDataRequests(db, seal, personId),
    closings: await closingsOf(db, personId),
    notes: notes.map(({ file: _, mediaType: __, ...note }) => note),
  };
  const pictures = recoveries.flatMap(({ id, picture, pictureType }) =>
    picture ? [fileOf('phone-recovery', id, { bytes: picture, mediaType: pictureType })] : [],
  );
  const ofNotes = notes.flatMap(({ id, file, mediaType }) =>
    file ? [fileOf('note', id, { bytes: file, mediaType })] : [],
  );
  const ofApplications = await filesOfApplications(db, seal, personId);
  return { data, files: [...ofApplications, ...ofVouchers, ...pictures, ...ofNotes, ...ofTax] };
}

/** Every document of a person with its bytes, newest first. */
export async function readDocumentsOf(
  db: Kysely<Tables>,
  vault: Vault,
  personId: string,
): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array }[]> {
  const documents: { document: StoredDocument; bytes: Uint8Array }[] = [];
  let after: string | undefined;
  do {
    const page = await listDocuments(db, personId, { after });
    for (const document of page.documents) {
      const file = await readDocumentFile(db, vault, { personId, id: document.id });
      if (file) documents.push({ document, bytes: file.bytes });
    }
    after = page.next;
  } while (after !== undefined);
  return documents;
}

/** The contacts with a client about a loan: when, by call or visit, and what came of it. */
async function contactsOf(db: Kysely<Tables>, seal: Seal, personId: string) {
  const contacts = await readContacts(db, seal, { personId }, ALL);
  return contacts.reverse().map(({ id: _, ...contact }) => ({ ...contact, recipient: 'CLIENT' }));
}

function promisesOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('payment_promise')
    .select(['amount as amountCents', 'due_on as dueOn', 'made_on as madeOn', 'made_at as madeAt'])
    .select(['status', 'paid as paidCents', 'decided_on as decidedOn'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
}

function pausesOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('contact_pause')
    .select(['reason', 'opened_at as openedAt', 'closed_at as closedAt'])
    .where('person_id', '=', personId)
    .orderBy('opened_at')
    .execute();
}

/** Without the key of the page, because the key opens the page to anybody who has it. */
async function sheetsOf(db: Kysely<Tables>, vault: Vault, person: Person, loans: readonly StoredLoan[]) {
  const numbers = loans.map(({ loan }) => loan.number);
  const complaints = await complaintsOf(db, vault, person, numbers);
  return complaints.map(({ code, type, status, filedOn, answerDueOn, sheet }) => ({
    code,
    type,
    status,
    filedOn,
    answerDueOn,
    sheet,
  }));
}

/** Notes of colleagues on a client; who wrote each is the lender's matter. */
async function notesOf(db: Kysely<Tables>, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('person_note')
    .select(['id', 'at', 'text_sealed', 'file_name_sealed', 'file_sealed', 'media_type'])
    .where('person_id', '=', personId)
    .orderBy('at')
    .execute();
  const place = (column: string, id: string) => ({ table: 'person_note', column, id });
  return rows.map(({ id, at, text_sealed, file_name_sealed, file_sealed, media_type }) => ({
    id,
    at,
    text: seal.open(text_sealed, place('text', id)),
    fileName: file_name_sealed && seal.open(file_name_sealed, place('file_name', id)),
    file: file_sealed && seal.openBytes(file_sealed, place('file', id)),
    mediaType: media_type,
  }));
}

function stopsOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('suppression')
    .select(['channel', 'reason', 'since', 'lifted_at as liftedAt'])
    .where('person_id', '=', personId)
    .orderBy('since')
    .execute();
}

function browsersOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('known_device')
    .select(['first_seen_at as firstSeenAt', 'last_seen_at as lastSeenAt'])
    .where('person_id', '=', personId)
    .orderBy('first_seen_at')
    .execute();
}

function passkeysOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('person_passkey')
    .select(['id', 'name', 'rp_id as host', 'created_at as createdAt', 'counts_at as countsAt'])
    .select(['last_used_at as lastUsedAt', 'removed_at as removedAt'])
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

function closingsOf(db: Kysely<Tables>, personId: string) {
  return db
    .selectFrom('account_closing')
    .select(['asked_at as askedAt', 'closes_on as closesOn', 'undone_at as undoneAt'])
    .where('person_id', '=', personId)
    .orderBy('asked_at')
    .execute();
}

function consentsOf(db: Kysely<Tables>, personId: string) {
  return db.selectFrom('consent_event').selectAll().where('person_id', '=', personId).execute();
}
