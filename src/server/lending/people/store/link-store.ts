import { hashOf, isSecret, newSecret } from '#server/kit/secret.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** What a link that works once is for. A link for one thing is none for another. */
export type LinkKind =
  | 'SANDBOX_SIGN_IN'
  | 'PASSWORD_RESET'
  | 'NOT_ME'
  | 'PHONE_RECOVERY'
  | 'IMPERSONATION'
  | 'EMAIL_CONFIRM'
  | 'EMAIL_CANCEL';

export interface Link {
  readonly personId: string | null;
  /** The session, impersonation or recovery it is about. */
  readonly subjectId: string | null;
}

export type UsedLink =
  | ({ readonly kind: 'used-now' } & Link)
  /** It was one of ours, and is over. */
  | { readonly kind: 'over' }
  | { readonly kind: 'unknown' };

/** Makes a link's secret; only its hash is kept. */
export async function issueLink(
  db: Db,
  link: {
    readonly kind: LinkKind;
    readonly personId: string;
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

/** What a link is about, without using it up: a page asks before somebody presses its button. */
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

/** Uses a link up, in the transaction of what it is for: of two at once only one gets through. */
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
