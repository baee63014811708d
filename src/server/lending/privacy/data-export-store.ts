import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import { readChecks } from '#server/lending/applications/checks/external-check-store.ts';
import { readSteps } from '#server/lending/applications/store/application-step-store.ts';
import { readDeclarations } from '#server/lending/applications/store/declaration-store.ts';
import { readNamedAccounts } from '#server/lending/clients/bank-account-store.ts';
import { readNotifications, readPreference } from '#server/lending/clients/notification-store.ts';
import { listDocuments, readDocumentFile, type StoredDocument } from '#server/lending/documents/document-store.ts';
import { readOwnFlags } from '#server/lending/fraud/fraud-flag-list.ts';
import { readLoansOf } from '#server/lending/loans/store/loan-store.ts';
import { readTrustEvents } from '#server/lending/loans/store/trust-store.ts';
import { listIntents } from '#server/lending/payments/store/payment-store.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { readKeptContactChanges } from '#server/lending/people/store/contact-change-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { listSessions } from '#server/lending/people/store/session-store.ts';
import { readDataRequests } from './data-request-store.ts';

/** More than any client has: an export is not paged. */
const ALL = 10_000;

/** All data stored about a person, decrypted, for JSON; undefined after an erasure. */
export async function readPersonData(
  db: Kysely<Tables>,
  { vault, seal }: { readonly vault: Vault; readonly seal: Seal },
  personId: string,
  now: number,
): Promise<({ readonly person: Person } & Readonly<Record<string, unknown>>) | undefined> {
  const person = await readPerson(db, vault, personId);
  if (!person) return undefined;
  const loans = await readLoansOf(db, personId);
  return {
    person,
    applications: await applicationsOf(db, seal, personId),
    declarations: await readDeclarations(db, seal, personId),
    fraudFlags: await readOwnFlags(db, personId),
    bankAccounts: await readNamedAccounts(db, seal, personId, ALL),
    contactChanges: await readKeptContactChanges(db, seal, personId),
    loans: loans.map(({ loan }) => loan),
    payments: await listIntents(db, { personId, limit: ALL }),
    consents: await consentsOf(db, personId),
    notifications: await readNotifications(db, personId, { limit: ALL }),
    notificationPreferences: await readPreference(db, personId),
    trustEvents: await readTrustEvents(db, personId),
    sessions: await listSessions(db, personId, now),
    accessLog: await readAccessLog(db, personId, ALL),
    dataRequests: await readDataRequests(db, seal, personId),
  };
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

/** Applications with what was answered in each step, drafts included, and what others were asked about the client. */
async function applicationsOf(db: Kysely<Tables>, seal: Seal, personId: string) {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'reference', 'stage', 'created_at as createdAt'])
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .execute();
  const applications = [];
  for (const { id, ...row } of rows) {
    const checks = (await readChecks(db, seal, id)).map(({ question: _, ...check }) => check);
    applications.push({ ...row, steps: await readSteps(db, seal, id), checks });
  }
  return applications;
}

function consentsOf(db: Kysely<Tables>, personId: string) {
  return db.selectFrom('consent_event').selectAll().where('person_id', '=', personId).execute();
}
