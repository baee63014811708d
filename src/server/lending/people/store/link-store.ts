import { hashOf, isSecret, newSecret } from '#server/kit/secret.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** The purpose of a single-use link. A link for one purpose is invalid for any other. */
export type LinkKind =
  | 'SANDBOX_SIGN_IN'
  | 'PASSWORD_RESET'
  | 'NOT_ME'
  | 'PHONE_RECOVERY'
  | 'IMPERSONATION'
  | 'EMAIL_CONFIRM'
  | 'CONTACT_STOP';

export interface Link {
  readonly personId: string | null;
  /** The session, impersonation or recovery it is about. */
  readonly subjectId: string | null;
}

export type UsedLink =
  | ({ readonly kind: 'used-now' } & Link)
  /** The link was valid once: used or expired. */
  | { readonly kind: 'over' }
  | { readonly kind: 'unknown' };

/** Creates the secret of a link; only its hash is stored. */
export async function issueLink(
  db: Db,
  link: {
    readonly kind: LinkKind;
    /** Null: a decoy, which opens nothing. */
    readonly personId: string | null;
    readonly subjectId?: string;
    readonly now: number;
    readonly validMs: number;
  },
): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('link_token')
    .values({
      id: uuidv7(link.now),
      kind: link.kind,
      token_hash: hashOf(token),
      person_id: link.personId,
      subject_id: link.subjectId ?? null,
      created_at: new Date(link.now),
      expires_at: new Date(link.now + link.validMs),
    })
    .execute();
  return token;
}

/** Reads a link without using it up, for the page that asks for confirmation. */
export async function readLink(db: Db, kind: LinkKind, token: string, now: number): Promise<Link | undefined> {
  if (!isSecret(token)) return undefined;
  return db
    .selectFrom('link_token')
    .select(['person_id as personId', 'subject_id as subjectId'])
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();
}

/** Ends links of a person that were not used, as `endChallenges` does: what they were sent for, or where, counts no more. */
export async function endLinks(db: Db, personId: string, kinds: readonly LinkKind[], now: number): Promise<void> {
  await db
    .updateTable('link_token')
    .set(({ ref }) => ({ expires_at: ref('created_at') }))
    .where('person_id', '=', personId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .execute();
}

/** Uses a link up in the transaction of its effect: of two parallel uses only one succeeds. */
export async function takeLink(db: Db, kind: LinkKind, token: string, now: number): Promise<UsedLink> {
  if (!isSecret(token)) return { kind: 'unknown' };
  const row = await db
    .updateTable('link_token')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['person_id as personId', 'subject_id as subjectId'])
    .executeTakeFirst();
  if (row) return { kind: 'used-now', ...row };
  const known = await db
    .selectFrom('link_token')
    .select('id')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return { kind: known ? 'over' : 'unknown' };
}
