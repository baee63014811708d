import { type Selectable, sql } from 'kysely';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Place, Seal, Vault } from '#server/kit/vault.ts';
import type { PersonStatus } from '../tables.ts';

export interface Address {
  /** INEI code of the district, 6 digits. */
  readonly ubigeo: string;
  readonly streetType: string;
  readonly street: string;
  readonly number: string;
  readonly apartment?: string | undefined;
  readonly reference?: string | undefined;
}

/** The encrypted details, each in its normal form (domain 2.7). */
export interface PersonDetails {
  readonly firstName: string;
  readonly lastName1: string;
  readonly lastName2: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  /** `+519XXXXXXXX` */
  readonly phone: string;
  readonly altPhone: string;
  readonly email: string;
  readonly address: Address;
}

export interface Person extends Partial<PersonDetails> {
  readonly id: string;
  readonly status: PersonStatus;
  readonly language: 'es' | 'en';
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
  readonly language?: 'es' | 'en';
  readonly phoneVerifiedAt?: Date | null;
  readonly emailVerifiedAt?: Date | null;
}

/** One person per document (domain 2.1.1): the second one gets `known`. */
export type CreatedPerson =
  | { readonly kind: 'created'; readonly personId: string }
  | { readonly kind: 'known'; readonly personId: string };

const COLUMN_OF = {
  firstName: 'first_name_sealed',
  lastName1: 'last_name1_sealed',
  lastName2: 'last_name2_sealed',
  birthDate: 'birth_date_sealed',
  phone: 'phone_sealed',
  altPhone: 'alt_phone_sealed',
  email: 'email_sealed',
  address: 'address_sealed',
} as const satisfies Record<keyof PersonDetails, string>;
type Detail = keyof PersonDetails;
const DETAILS = Object.keys(COLUMN_OF) as Detail[];

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
      language: person.language ?? 'es',
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
  if (added) return { kind: 'created', personId: id };
  const known = await db
    .selectFrom('person')
    .select('id')
    .where('document_type', '=', person.documentType)
    .where('document_index', '=', documentIndex)
    .executeTakeFirstOrThrow();
  return { kind: 'known', personId: known.id };
}

/** A person with all details decrypted; undefined when there is none, or after an erasure. */
export async function readPerson(db: Db, vault: Vault, personId: string): Promise<Person | undefined> {
  const row = await db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirst();
  return row && openRow(vault, row);
}

/** The newest people. */
export async function listPeople(db: Db, vault: Vault, limit: number): Promise<Person[]> {
  const rows = await db.selectFrom('person').selectAll().orderBy('id', 'desc').limit(limit).execute();
  return rows.flatMap((row) => openRow(vault, row) ?? []);
}

function openRow(vault: Vault, row: Selectable<Tables['person']>): Person | undefined {
  if (!row.data_key) return undefined;
  const seal = vault.withKey(row.data_key);
  const details: Record<string, unknown> = {};
  for (const detail of DETAILS) {
    const column = COLUMN_OF[detail];
    const value = row[column];
    if (value === null) continue;
    const text = seal.open(value, placeOf(column, row.id));
    details[detail] = detail === 'address' ? JSON.parse(text) : text;
  }
  return {
    ...(details as Partial<PersonDetails>),
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
  readonly language?: 'es' | 'en' | undefined;
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
    .select(['data_key', 'version'])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.data_key || (expectedVersion !== undefined && expectedVersion !== row.version)) return undefined;
  await trx
    .updateTable('person')
    .set({
      ...sealed(vault, vault.withKey(row.data_key), personId, change),
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

/** Destroys the person's key: everything encrypted with it stays stored and can never be read again. */
export async function erasePerson(trx: Trx, personId: string, now: number): Promise<void> {
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
}

/** Removes the contact details. Name, document and key stay for the legal retention (`erasePerson`). */
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

/** The only person with this telephone, `+519XXXXXXXX`; one shared by two identifies neither. */
export function findPersonByPhone(db: Db, vault: Vault, phone: string): Promise<string | undefined> {
  return findByContact(db, ['phone_index', 'phone_verified_at'], phoneIndexOf(vault, phone));
}

/** The only person with this e-mail. An address shared by two identifies neither. */
export function findPersonByEmail(db: Db, vault: Vault, email: string): Promise<string | undefined> {
  return findByContact(db, ['email_index', 'email_verified_at'], emailIndexOf(vault, email));
}

/** The person who confirmed the contact, whoever types it since; else the only one registered with it. */
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

function placeOf(column: string, id: string): Place {
  return { table: 'person', column, id };
}

type SealedColumns = Partial<Record<(typeof COLUMN_OF)[Detail] | 'phone_index' | 'email_index', string>>;

function sealed(vault: Vault, seal: Seal, id: string, details: Partial<PersonDetails>): SealedColumns {
  const columns: SealedColumns = {};
  for (const detail of DETAILS) {
    const value = details[detail];
    if (value === undefined) continue;
    const column = COLUMN_OF[detail];
    columns[column] = seal.seal(typeof value === 'string' ? value : JSON.stringify(value), placeOf(column, id));
  }
  if (details.phone !== undefined) columns.phone_index = phoneIndexOf(vault, details.phone);
  if (details.email !== undefined) columns.email_index = emailIndexOf(vault, details.email);
  return columns;
}
