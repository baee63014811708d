import type { StaffWords } from '#i18n/staff-acts.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import { hashOf, isSecret, newSecret } from '#server/kit/secret.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { type Vault, VaultError } from '#server/kit/vault.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

/** The content of a page that a colleague is shown again. */
export type KeptContent =
  /** A form that came after the session had ended, or before a passkey was used again; files and passwords are not kept. */
  | { readonly kind: 'form'; readonly texts: Texts; readonly hadFiles: boolean; readonly isForProof?: boolean }
  | { readonly kind: 'search'; readonly texts: Texts }
  /** The answer of the API, and what was typed. */
  | { readonly kind: 'refused'; readonly status: number; readonly error: unknown; readonly texts: Texts }
  | {
      readonly kind: 'done';
      readonly status: number;
      readonly body: Readonly<Record<string, unknown>>;
      readonly back: string | undefined;
      /** Numbers and ids of the form that say what the act was about. */
      readonly about?: Readonly<Record<string, string>>;
      /** The sentence for what was done; undefined for an act that changes nothing. */
      readonly said: StaffWords | undefined;
    };
/** A kept page; of an act that has not ended only when it began. */
export type KeptPage = KeptContent | { readonly kind: 'running'; readonly since: Date };
type Stored = KeptContent & { readonly of: string };

/** The colleague and the act of a page: with another of the two its id finds nothing. */
export interface PageOwner {
  readonly colleagueId: string;
  /** The address without its query. */
  readonly of: string;
}

export interface KeptPagesContext {
  readonly db: Pick<Database<Tables>, 'kysely'>;
  readonly clock: Pick<Clock, 'now' | 'businessDate'>;
  readonly vault: Vault;
}

const HOUR_MS = 3_600_000;
/** Typed text must still be there on the next morning; a search and an outcome are only looked at again. */
const KEPT_MS: Readonly<Record<KeptPage['kind'], number>> = {
  form: 24 * HOUR_MS,
  search: HOUR_MS,
  running: HOUR_MS,
  refused: HOUR_MS,
  done: HOUR_MS,
};
/** The newest of a colleague: without a session anybody with an old cookie of theirs could add more. */
const MOST: Readonly<Partial<Record<KeptPage['kind'], number>>> = { form: 20, search: 100 };

/** Keeps a page for one colleague. @returns the id for its address */
export async function keepPage(context: KeptPagesContext, owner: PageOwner, content: KeptContent): Promise<string> {
  const id = newSecret();
  const { kysely } = context.db;
  await kysely
    .insertInto('desk_page')
    .values({ key_hash: hashOf(id), colleague_id: owner.colleagueId, ...written(context, id, { owner, content }) })
    .execute();
  await forgetOlder(kysely, owner.colleagueId, { kind: content.kind, latest: hashOf(id) });
  return id;
}

/** @returns undefined when its time is over, or when it is not this colleague's */
export async function keptPage(
  { db, clock, vault }: KeptPagesContext,
  { colleagueId, of }: PageOwner,
  id: string,
): Promise<KeptPage | undefined> {
  if (!isSecret(id)) return undefined;
  const row = await db.kysely
    .selectFrom('desk_page')
    .select(['key_hash', 'kind', 'content_sealed', 'kept_at'])
    .where('key_hash', '=', hashOf(id))
    .where('colleague_id', '=', colleagueId)
    .where('kept_until', '>', new Date(clock.now()))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.content_sealed === null) return { kind: 'running', since: row.kept_at };
  const stored = opened(vault, row.content_sealed, row.key_hash);
  return stored?.of === of ? stored : undefined;
}

/**
 * Begins an act under an id that only the same form with the same content has.
 * @returns false when it was begun before and has not been refused
 */
export async function beginOnce({ db, clock }: KeptPagesContext, colleagueId: string, id: string): Promise<boolean> {
  const now = clock.now();
  const begun = {
    kind: 'running',
    content_sealed: null,
    kept_at: new Date(now),
    kept_until: new Date(now + KEPT_MS.running),
  } as const;
  const row = await db.kysely
    .insertInto('desk_page')
    .values({ key_hash: hashOf(id), colleague_id: colleagueId, ...begun })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(begun).where('desk_page.kind', '=', 'refused'))
    .returning('key_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what came of an act that was begun. */
export async function endOnce(
  context: KeptPagesContext,
  owner: PageOwner,
  { id, content }: { readonly id: string; readonly content: KeptContent },
): Promise<void> {
  await context.db.kysely
    .updateTable('desk_page')
    .set(written(context, id, { owner, content }))
    .where('key_hash', '=', hashOf(id))
    .execute();
}

/** Deletes pages whose time is over. */
export async function forgetKeptPages({ db, clock }: Pick<KeptPagesContext, 'db' | 'clock'>): Promise<void> {
  await db.kysely.deleteFrom('desk_page').where('kept_until', '<=', new Date(clock.now())).execute();
}

async function forgetOlder(
  db: Db,
  colleagueId: string,
  { kind, latest }: { readonly kind: KeptPage['kind']; readonly latest: string },
): Promise<void> {
  const most = MOST[kind];
  if (most === undefined) return;
  const newest = db
    .selectFrom('desk_page')
    .select('key_hash')
    .where('colleague_id', '=', colleagueId)
    .where('kind', '=', kind)
    .where('key_hash', '!=', latest)
    .orderBy('kept_at', 'desc')
    .orderBy('key_hash')
    .limit(most - 1);
  await db
    .deleteFrom('desk_page')
    .where('colleague_id', '=', colleagueId)
    .where('kind', '=', kind)
    .where('key_hash', '!=', latest)
    .where('key_hash', 'not in', newest)
    .execute();
}

function written(
  { clock, vault }: KeptPagesContext,
  id: string,
  { owner: { of }, content }: { readonly owner: PageOwner; readonly content: KeptContent },
) {
  const now = clock.now();
  const stored: Stored = { ...content, of };
  return {
    kind: content.kind,
    content_sealed: vault.seal(JSON.stringify(stored), placeOf(hashOf(id))),
    kept_at: new Date(now),
    kept_until: new Date(now + KEPT_MS[content.kind]),
  };
}

function opened(vault: Vault, sealed: string, key: string): Stored | undefined {
  try {
    return JSON.parse(vault.open(sealed, placeOf(key))) as Stored;
  } catch (error) {
    // Sealed with a master key that was taken away since: a rotation does not wait for pages that live a day.
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

function placeOf(key: string) {
  return { table: 'desk_page', column: 'content', id: key };
}
