import { type Selectable, sql } from 'kysely';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Seal, Vault } from '#server/kit/vault.ts';
import { forgetRequestsOf } from '#server/lending/staff/approval-store.ts';
import { keyset, type ListSource } from '#server/lending/staff/list-source.ts';
import { foldedWords, keysOfWords, longWords } from '../search-keys.ts';
import type { PersonStatus } from '../tables.ts';
import {
  DETAILS,
  NAME_COLUMNS,
  NAMES,
  openDetails,
  type PersonDetails,
  type PersonNames,
  placeOf,
  sealDetails,
} from './sealed-details.ts';
import { findByKeys, findByWholeKeys, forgetSearch, indexPerson } from './search-store.ts';

export interface Person extends Partial<PersonDetails> {
  readonly id: string;
  readonly status: PersonStatus;
  readonly language: Locale;
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly phoneVerifiedAt: Date | null;
  readonly emailVerifiedAt: Date | null;
  readonly payday: number | null;
  /** Counts changes, for `If-Match`. */
  readonly version: number;
  readonly createdAt: Date;
}

export interface NewPerson extends Partial<PersonDetails> {
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly language?: Locale;
  readonly phoneVerifiedAt?: Date | null;
  readonly emailVerifiedAt?: Date | null;
}

/** One person per document (domain 2.1.1): the second one gets `known`. */
export type CreatedPerson =
  | { readonly kind: 'created'; readonly personId: string }
  | { readonly kind: 'known'; readonly personId: string };

/** Adds a person with a data key of their own. */
export async function createPerson(db: Db, vault: Vault, person: NewPerson, now: number): Promise<CreatedPerson> {
  const id = uuidv7(now);
  const dataKey = vault.newDataKey();
  const seal = vault.withKey(dataKey);
  const documentIndex = documentIndexOf(vault, person.documentType, person.documentNumber);
  const added = await db
    .insertInto('person')
    .values({
      id,
      data_key: dataKey,
      status: 'ACTIVE',
      language: person.language ?? DEFAULT_LOCALE,
      document_type: person.documentType,
      document_sealed: seal.seal(person.documentNumber, placeOf('document_sealed', id)),
      document_index: documentIndex,
      phone_verified_at: person.phoneVerifiedAt ?? null,
      email_verified_at: person.emailVerifiedAt ?? null,
      created_at: new Date(now),
      updated_at: new Date(now),
      ...sealed(vault, seal, id, person),
    })
    .onConflict((conflict) => conflict.constraint('person_document_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) {
    await indexPerson(db, vault, { ...person, id });
    return { kind: 'created', personId: id };
  }
  const known = await db
    .selectFrom('person')
    .select('id')
    .where('document_type', '=', person.documentType)
    .where('document_index', '=', documentIndex)
    .executeTakeFirstOrThrow();
  return { kind: 'known', personId: known.id };
}

/** Reads a person with all details decrypted; undefined when the person does not exist or was erased. */
export async function readPerson(db: Db, vault: Vault, personId: string): Promise<Person | undefined> {
  const row = await db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
  return row && openRow(vault, row);
}

/** Reads names by the ids of people, and opens nothing else. Whoever was erased is left out. */
export async function readNames(
  db: Db,
  vault: Vault,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, PersonNames>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'data_key', ...NAME_COLUMNS])
    .where('id', 'in', personIds)
    .where('data_key', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, openDetails(vault.withKey(row.data_key ?? ''), row, NAMES)]));
}

/** Reads names and documents by the ids of people, and opens nothing else. Whoever was erased is left out. */
export async function readIdentities(
  db: Db,
  vault: Vault,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, PersonNames & Pick<Person, 'documentType' | 'documentNumber'>>> {
  if (personIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'data_key', 'document_type as documentType', 'document_sealed', ...NAME_COLUMNS])
    .where('id', 'in', [...new Set(personIds)])
    .where('data_key', 'is not', null)
    .execute();
  return new Map(
    rows.map((row) => {
      const seal = vault.withKey(row.data_key ?? '');
      const documentNumber = seal.open(row.document_sealed, placeOf('document_sealed', row.id));
      return [row.id, { ...openDetails(seal, row, NAMES), documentType: row.documentType, documentNumber }];
    }),
  );
}

/** People, the newest first. */
export function listPeople<Row>(db: Db, vault: Vault, present: (person: Person) => Row): ListSource<Row> {
  // After an erasure nothing is left to be shown.
  const rows = db.selectFrom('person').selectAll().where('data_key', 'is not', null);
  return keyset(db, { rows, keys: { id: 'uuid' }, isDescending: true }, (stored) =>
    stored.flatMap((row) => {
      const person = openRow(vault, row);
      return person ? [present(person)] : [];
    }),
  );
}

function openRow(vault: Vault, row: Selectable<Tables['person']>): Person | undefined {
  if (!row.data_key) return undefined;
  const seal = vault.withKey(row.data_key);
  return {
    ...openDetails(seal, row, DETAILS),
    id: row.id,
    status: row.status,
    language: row.language,
    documentType: row.document_type,
    documentNumber: seal.open(row.document_sealed, placeOf('document_sealed', row.id)),
    phoneVerifiedAt: row.phone_verified_at,
    emailVerifiedAt: row.email_verified_at,
    payday: row.payday,
    version: row.version,
    createdAt: row.created_at,
  };
}

export interface PersonChange extends Partial<PersonDetails> {
  readonly language?: Locale | undefined;
  readonly payday?: number | undefined;
  readonly status?: PersonStatus | undefined;
  readonly phoneVerifiedAt?: Date | null | undefined;
  readonly emailVerifiedAt?: Date | null | undefined;
}

/**
 * Changes the given details and increments the version.
 * @param expectedVersion the version the caller has read; with another one nothing changes
 * @returns the new version, or undefined when nothing was changed
 */
export async function changePerson(
  trx: Trx,
  vault: Vault,
  personId: string,
  change: PersonChange,
  { now, expectedVersion }: { readonly now: number; readonly expectedVersion?: number | undefined },
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('person')
    .select(['id', 'data_key', 'version', 'document_sealed', ...NAME_COLUMNS])
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row?.data_key || (expectedVersion !== undefined && expectedVersion !== row.version)) return undefined;
  const seal = vault.withKey(row.data_key);
  if (NAMES.some((name) => change[name] !== undefined)) {
    const documentNumber = seal.open(row.document_sealed, placeOf('document_sealed', personId));
    const names = { ...openDetails(seal, row, NAMES), ...definedNames(change) };
    await forgetSearch(trx, personId);
    await indexPerson(trx, vault, { ...names, id: personId, documentNumber });
  }
  await trx
    .updateTable('person')
    .set({
      ...sealed(vault, seal, personId, change),
      ...(change.language !== undefined && { language: change.language }),
      ...(change.payday !== undefined && { payday: change.payday }),
      ...(change.status !== undefined && { status: change.status }),
      ...(change.phoneVerifiedAt !== undefined && { phone_verified_at: change.phoneVerifiedAt }),
      ...(change.emailVerifiedAt !== undefined && { email_verified_at: change.emailVerifiedAt }),
      version: row.version + 1,
      updated_at: new Date(now),
    })
    .where('id', '=', personId)
    .execute();
  return row.version + 1;
}

function definedNames(change: PersonChange): PersonNames {
  return Object.fromEntries(NAMES.flatMap((name) => (change[name] === undefined ? [] : [[name, change[name]]])));
}

/** A code that went to this telephone was right: if it is still theirs and was not proved yet, it is now. */
export async function provePhone(
  trx: Trx,
  personId: string,
  { destination_index: phoneIndex }: { readonly destination_index: string | null },
  now: number,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ phone_verified_at: new Date(now), version: sql<number>`version + 1`, updated_at: new Date(now) })
    .where('id', '=', personId)
    .where('phone_index', '=', phoneIndex)
    .where('phone_verified_at', 'is', null)
    .execute();
}

/**
 * Destroys the person's key: everything encrypted with it stays stored and can never be read again. Requests of colleagues
 * about them, which are sealed with the master key, are erased.
 */
export async function erasePerson(trx: Trx, personId: string, now: number): Promise<void> {
  await forgetSearch(trx, personId);
  await trx
    .updateTable('person')
    .set({
      data_key: null,
      status: 'CLOSED',
      phone_sealed: null,
      phone_index: null,
      email_sealed: null,
      email_index: null,
      version: sql<number>`version + 1`,
      updated_at: new Date(now),
    })
    .where('id', '=', personId)
    .execute();
  await forgetRequestsOf(trx, personId);
}

/**
 * Removes the contact details of a person. Name and document stay for the legal retention, and so does the key, which
 * is destroyed when that ends (`erasePerson`).
 */
export async function removeContacts(trx: Trx, personId: string, now: number): Promise<void> {
  await trx
    .updateTable('person')
    .set({
      status: 'CLOSED',
      phone_sealed: null,
      phone_index: null,
      phone_verified_at: null,
      alt_phone_sealed: null,
      email_sealed: null,
      email_index: null,
      email_verified_at: null,
      address_sealed: null,
      payday: null,
      version: sql<number>`version + 1`,
      updated_at: new Date(now),
    })
    .where('id', '=', personId)
    .execute();
}

/** Finds a person by document. */
export async function findPersonByDocument(
  db: Db,
  vault: Vault,
  documentType: DocumentType,
  documentNumber: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('document_type', '=', documentType)
    .where('document_index', '=', documentIndexOf(vault, documentType, documentNumber))
    .where('data_key', 'is not', null)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Finds the only person with this telephone, `+519XXXXXXXX`. A telephone shared by two identifies neither: they use
 * their documents.
 */
export function findPersonByPhone(db: Db, vault: Vault, phone: string): Promise<string | undefined> {
  return findByContact(db, ['phone_index', 'phone_verified_at'], phoneIndexOf(vault, phone));
}

/** The only person with this e-mail. An address shared by two identifies neither. */
export function findPersonByEmail(db: Db, vault: Vault, email: string): Promise<string | undefined> {
  return findByContact(db, ['email_index', 'email_verified_at'], emailIndexOf(vault, email));
}

/**
 * Finds people by words of their names, in any order, each of at least three letters or whole, without accents and
 * case; those who have more of the words whole come first.
 */
export function findPeopleByNames(db: Db, vault: Vault, text: string, limit: number): Promise<readonly string[]> {
  return findByKeys(db, keysOfWords(vault, 'name', foldedWords(text)), { kind: 'name', limit });
}

/** Finds for each text of a bank, `YAPE ALBA QUISPE`, whose names stand in it; short words, `DE LA`, do not count. */
export function findPeopleNamedIn(
  db: Db,
  vault: Vault,
  texts: readonly { readonly id: string; readonly text: string }[],
  asked: { readonly fewest: number; readonly limit: number },
): ReturnType<typeof findByWholeKeys> {
  const naming = texts.map(({ id, text }) => ({ id, keys: keysOfWords(vault, 'name', longWords(text)) }));
  return findByWholeKeys(db, naming, asked);
}

/** Finds people by their document or its last four or more signs; whole numbers come first. */
export function findPeopleByDocumentEnd(db: Db, vault: Vault, end: string, limit: number): Promise<readonly string[]> {
  return findByKeys(db, keysOfWords(vault, 'document-end', [end]), { kind: 'document-end', limit });
}

/** Finds everybody with a telephone or an e-mail, also where two share it. */
export async function findPeopleByContact(
  db: Db,
  vault: Vault,
  { phone = '', email = '' }: { readonly phone?: string | undefined; readonly email?: string | undefined },
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('person')
    .select('id')
    .where((of) =>
      of.or([of('phone_index', '=', phoneIndexOf(vault, phone)), of('email_index', '=', emailIndexOf(vault, email))]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Finds the person who confirmed the contact; somebody else who types it at a registration does not change that. If
 * nobody has confirmed it, the person who registered with it, provided there is only one.
 */
async function findByContact(
  db: Db,
  [index, verifiedAt]: readonly ['phone_index', 'phone_verified_at'] | readonly ['email_index', 'email_verified_at'],
  key: string,
): Promise<string | undefined> {
  const [first, second] = await db
    .selectFrom('person')
    .select(['id', `${verifiedAt} as verified_at`])
    .where(index, '=', key)
    .orderBy(sql`${sql.ref(verifiedAt)} is null`)
    .limit(2)
    .execute();
  const isShared = second !== undefined && (first?.verified_at === null || second.verified_at !== null);
  return isShared ? undefined : first?.id;
}

export function documentIndexOf(
  vault: Pick<Vault, 'blindIndex'>,
  documentType: string,
  documentNumber: string,
): string {
  return vault.blindIndex('document', `${documentType} ${documentNumber}`);
}

export function phoneIndexOf(vault: Vault, phone: string): string {
  return vault.blindIndex('phone', phone);
}

/** Mailbox names are case-insensitive with every provider used here. */
export function emailIndexOf(vault: Vault, email: string): string {
  return vault.blindIndex('email', email.toLowerCase());
}

/** Columns of the details that are given: sealed, and telephone and e-mail with the index by which they are found. */
function sealed(vault: Vault, seal: Seal, id: string, details: Partial<PersonDetails>) {
  return {
    ...sealDetails(seal, id, details),
    ...(details.phone !== undefined && { phone_index: phoneIndexOf(vault, details.phone) }),
    ...(details.email !== undefined && { email_index: emailIndexOf(vault, details.email) }),
  };
}
