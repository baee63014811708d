import type { Selectable } from 'kysely';
import type { MarketingChannel } from '#api/consent.ts';
import type { DocumentType } from '#api/field-rules/document-number.ts';
import { answerByChannel } from '#api/marketing-answer.ts';
import type { Locale } from '#i18n/locale.ts';
import { hashOf, isSecret, newSecret } from '#server/kit/secret.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { documentIndexOf } from './person-store.ts';

/** The details of a registration; a person becomes a client only after the telephone is verified. */
export interface RegistrationDetails {
  readonly documentType: DocumentType;
  readonly documentNumber: string;
  readonly phone: string;
  readonly email: string;
  readonly language: Locale;
  /** The answer about advertising by each channel. */
  readonly marketing: Readonly<Record<MarketingChannel, boolean>>;
  /** SHA-256 of the words that were agreed to, in hex. */
  readonly textVersion: string;
}

/**
 * The details as they are encrypted. Releases before the answer by channel wrote and read one answer for all, so that
 * registrations that are open across a change of releases can be finished by either. Their yes is written only where
 * it was given for every channel.
 */
type SealedDetails = Omit<RegistrationDetails, 'marketing'> &
  Partial<Pick<RegistrationDetails, 'marketing'>> & { readonly acceptMarketing?: boolean };

/** The time allowed between the code and the password. */
const TOKEN_MS = 30 * 60_000;

export async function insertRegistration(
  db: Db,
  vault: Vault,
  registration: {
    readonly id: string;
    readonly existing: boolean;
    readonly details: RegistrationDetails;
    readonly now: number;
  },
): Promise<void> {
  const { id, details } = registration;
  const acceptMarketing = Object.values(details.marketing).every(Boolean);
  const sealed: SealedDetails = { ...details, acceptMarketing };
  await db
    .insertInto('registration')
    .values({
      id,
      details_sealed: vault.seal(JSON.stringify(sealed), placeOf(id)),
      document_index: documentIndexOf(vault, details.documentType, details.documentNumber),
      existing: registration.existing,
      created_at: new Date(registration.now),
    })
    .execute();
}

export interface Registration {
  readonly id: string;
  readonly existing: boolean;
  readonly details: RegistrationDetails;
}

export async function readRegistration(db: Db, vault: Vault, id: string): Promise<Registration | undefined> {
  const row = await db.selectFrom('registration').selectAll().where('id', '=', id).executeTakeFirst();
  return row && opened(vault, row);
}

/** Issues the token that allows the password to be chosen, once, after the telephone is verified. */
export async function issueRegistrationToken(db: Db, id: string, now: number): Promise<string> {
  const token = newSecret();
  await db
    .updateTable('registration')
    .set({ token_hash: hashOf(token), token_until: new Date(now + TOKEN_MS) })
    .where('id', '=', id)
    .execute();
  return token;
}

/** The registration of a token, while it may still be completed. */
export async function findByToken(
  db: Db,
  vault: Vault,
  { id, token, now }: { readonly id: string; readonly token: string; readonly now: number },
): Promise<Registration | undefined> {
  if (!isSecret(token)) return undefined;
  const row = await db
    .selectFrom('registration')
    .selectAll()
    .where('id', '=', id)
    .where('token_hash', '=', hashOf(token))
    .where('token_until', '>', new Date(now))
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return row && opened(vault, row);
}

/**
 * Completes the registration and deletes its details, which now belong to the person.
 * @returns false when a parallel call was faster
 */
export async function completeRegistration(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('registration')
    .set({ completed_at: new Date(now), details_sealed: null })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the details of registrations never completed; returns how many. */
export async function forgetRegistrations(db: Db, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('registration')
    .set({ details_sealed: null })
    .where('created_at', '<', before)
    .where('details_sealed', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function opened(vault: Vault, row: Selectable<Tables['registration']>): Registration | undefined {
  if (row.details_sealed === null) return undefined;
  const sealed = JSON.parse(vault.open(row.details_sealed, placeOf(row.id))) as SealedDetails;
  const { acceptMarketing, marketing = answerByChannel({ acceptMarketing }), ...details } = sealed;
  return { id: row.id, existing: row.existing, details: { ...details, marketing } };
}

function placeOf(id: string) {
  return { table: 'registration', column: 'details_sealed', id };
}
