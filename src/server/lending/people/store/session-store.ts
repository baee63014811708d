import { sql } from 'kysely';
import { type ReauthMethod, SESSION_DAYS, type StepUpPurpose } from '#api/access.ts';
import type { ImpersonationMode } from '#api/impersonation.ts';
import { hashOf, isSecret, newSecret, sameHash } from '#server/kit/secret.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';

/** The two tokens of a session as the browser holds them; only their hashes are stored. */
export interface SessionPair {
  readonly token: string;
  readonly bind: string;
}

export interface NewSession {
  readonly personId: string;
  /** True when the person has just passed a challenge; otherwise the browser is only remembered. */
  readonly full: boolean;
  /** The IP address, as far as known. */
  readonly caller: string;
  readonly userAgent: string;
  readonly now: number;
  /** Impersonation by staff: shorter, and not counted among the client's browsers. */
  readonly impersonation?: { readonly id: string; readonly until: number };
}

export interface IssuedSession extends SessionPair {
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** A session whose two tokens both matched. */
export interface FoundSession {
  readonly id: string;
  readonly personId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** Null or past: only remembered, not fully signed in. */
  readonly fullUntil: Date | null;
  readonly expiresAt: Date;
  readonly impersonation?:
    | { readonly id: string; readonly staff: string; readonly mode: ImpersonationMode }
    | undefined;
  /** The update of the tokens that is due with this use. */
  readonly due: 'nothing' | 'confirm' | 'rotate' | 'rotate-again';
  /** Hash of the newest token; a rotation names it, so that only one of two parallel calls rotates. */
  readonly currentTokenHash: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Signed in and active (domain 2.1.5). */
export const IDLE_MS = 15 * MINUTE_MS;
/** Grace period of the previous tokens for requests under way (domain 2.1.1). */
export const PREVIOUS_PAIR_MS = 30_000;
const ROTATE_AFTER_MS = DAY_MS;
/** More browsers than a person has; beyond it the session unused for the longest time ends. */
export const MAX_SESSIONS = 5;
const USER_AGENT_LENGTH = 300;

/** Creates a session and ends the person's oldest ones beyond five. */
export async function createSession(db: Db, session: NewSession): Promise<IssuedSession> {
  const { personId, now, impersonation } = session;
  const pair = { token: newSecret(), bind: newSecret() };
  const sessionId = uuidv7(now);
  const expiresAt = new Date(impersonation?.until ?? now + SESSION_DAYS * DAY_MS);
  await db
    .insertInto('session')
    .values({
      id: sessionId,
      person_id: personId,
      token_hash: hashOf(pair.token),
      bind_hash: hashOf(pair.bind),
      rotated_at: new Date(now),
      // The first tokens have no predecessor to fall back on.
      confirmed: true,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      full_until: session.full ? new Date(impersonation?.until ?? now + IDLE_MS) : null,
      expires_at: expiresAt,
      caller: session.caller,
      user_agent: session.userAgent.slice(0, USER_AGENT_LENGTH),
      impersonation_id: impersonation?.id ?? null,
    })
    .execute();
  if (!impersonation) await letGoOfOldest(db, personId, sessionId, now);
  return { ...pair, sessionId, expiresAt };
}

/** The active session to which both tokens belong. One token alone finds nothing. */
export async function findSession(
  db: Db,
  { token, bind }: Partial<SessionPair>,
  now: number,
): Promise<FoundSession | undefined> {
  if (!isSecret(token) || !isSecret(bind)) return undefined;
  const tokenHash = hashOf(token);
  const row = await db
    .selectFrom('session')
    .leftJoin('impersonation', 'impersonation.id', 'session.impersonation_id')
    .selectAll('session')
    .select(['impersonation.staff', 'impersonation.mode'])
    .where((is) => is.or([is('token_hash', '=', tokenHash), is('previous_token_hash', '=', tokenHash)]))
    .where('revoked_at', 'is', null)
    .where('session.expires_at', '>', new Date(now))
    .executeTakeFirst();
  const bindHash = hashOf(bind);
  const newest = sameHash(row?.bind_hash ?? '', bindHash);
  if (!row) return undefined;
  const graceUntil = row.previous_until?.getTime() ?? 0;
  const previousCounts = now < graceUntil || !row.confirmed;
  const bound = newest || (previousCounts && sameHash(row.previous_bind_hash ?? '', bindHash));
  const isCurrent = row.token_hash === tokenHash;
  if (!bound || !(isCurrent || previousCounts)) return undefined;
  return {
    id: row.id,
    personId: row.person_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    fullUntil: row.full_until,
    expiresAt: row.expires_at,
    ...(row.impersonation_id && {
      impersonation: { id: row.impersonation_id, staff: row.staff ?? '', mode: row.mode ?? 'READ_ONLY' },
    }),
    due: dueOf({ isCurrent, newest, confirmed: row.confirmed, graceUntil, rotatedAt: row.rotated_at.getTime(), now }),
    currentTokenHash: row.token_hash,
  };
}

/**
 * Decides whether tokens are renewed: every day, and again when the last ones were issued but never used, because on a
 * poor network the answer may have been lost.
 */
function dueOf(use: {
  readonly isCurrent: boolean;
  readonly newest: boolean;
  readonly confirmed: boolean;
  readonly graceUntil: number;
  readonly rotatedAt: number;
  readonly now: number;
}): FoundSession['due'] {
  if (!use.isCurrent) return !use.confirmed && use.now >= use.graceUntil ? 'rotate-again' : 'nothing';
  if (use.now - use.rotatedAt >= ROTATE_AFTER_MS) return 'rotate';
  return !use.confirmed && use.newest ? 'confirm' : 'nothing';
}

/** The expiry times of a session. */
export async function readSessionTimes(
  db: Db,
  id: string,
): Promise<{ readonly fullUntil: Date | null; readonly expiresAt: Date }> {
  return db
    .selectFrom('session')
    .select(['full_until as fullUntil', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/**
 * Rotates the tokens. The previous ones stay valid for 30 seconds, and until the new ones are first used.
 * @param again keeps the tokens before the newest, which never arrived
 * @returns undefined when a parallel call was faster
 */
export async function rotateSession(
  db: Db,
  session: Pick<FoundSession, 'id' | 'currentTokenHash'>,
  { now, again = false }: { readonly now: number; readonly again?: boolean },
): Promise<SessionPair | undefined> {
  const pair = { token: newSecret(), bind: newSecret() };
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set((row) => ({
      token_hash: hashOf(pair.token),
      bind_hash: hashOf(pair.bind),
      rotated_at: new Date(now),
      confirmed: false,
      ...(!again && { previous_token_hash: row.ref('token_hash'), previous_bind_hash: row.ref('bind_hash') }),
      previous_until: new Date(now + PREVIOUS_PAIR_MS),
    }))
    .where('id', '=', session.id)
    .where('token_hash', '=', session.currentTokenHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? pair : undefined;
}

/** Records that the newest tokens have arrived: the previous ones expire after 30 seconds. */
export async function confirmPair(db: Db, { id, currentTokenHash }: FoundSession): Promise<void> {
  await db
    .updateTable('session')
    .set({ confirmed: true })
    .where('id', '=', id)
    .where('token_hash', '=', currentTokenHash)
    .execute();
}

/** Records activity; an active session stays fully signed in for another quarter of an hour. */
export async function recordUse(
  db: Db,
  id: string,
  { now, active }: { readonly now: number; readonly active: boolean },
): Promise<void> {
  const at = new Date(now);
  await db
    .updateTable('session')
    .set({
      last_seen_at: sql<Date>`greatest(last_seen_at, ${at}::timestamptz)`,
      ...(active && {
        // Extends only what has not expired: after inactivity a new challenge is needed.
        full_until: sql<Date>`case when full_until > ${at}::timestamptz
          then greatest(full_until, ${new Date(now + IDLE_MS)}::timestamptz) else full_until end`,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Makes a session fully signed in for a quarter of an hour, after a challenge. */
export async function makeFull(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ full_until: new Date(now + IDLE_MS), last_seen_at: new Date(now) })
    .where('id', '=', id)
    .execute();
}

export interface StepUpGrant {
  readonly purpose: StepUpPurpose;
  readonly method: ReauthMethod;
  /** The challenge that was met, as evidence. */
  readonly challengeId: string;
  readonly grantedAt: Date;
}

/** Grants a session one purpose, by one method of proof, until a time. */
export async function grantStepUp(
  db: Db,
  sessionId: string,
  { purpose, method, challengeId, grantedAt, until }: StepUpGrant & { readonly until: Date },
): Promise<void> {
  const grant = { challenge_id: challengeId, granted_at: grantedAt, until };
  await db
    .insertInto('session_grant')
    .values({ session_id: sessionId, purpose, method, ...grant })
    .onConflict((conflict) => conflict.columns(['session_id', 'purpose', 'method']).doUpdateSet(grant))
    .execute();
}

/** Reads what a session has proved for a purpose, by method. */
export async function findGrants(
  db: Db,
  sessionId: string,
  purpose: StepUpPurpose,
  now: number,
): Promise<StepUpGrant[]> {
  const rows = await db
    .selectFrom('session_grant')
    .select(['method', 'challenge_id as challengeId', 'granted_at as grantedAt'])
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('until', '>', new Date(now))
    .execute();
  return rows.map((row) => ({ purpose, ...row }));
}

/** Ends one session of a person at once. @returns whether there was one to end */
export async function revokeSession(
  db: Db,
  { sessionId, personId }: { readonly sessionId: string; readonly personId: string },
  end: { readonly because: string; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: new Date(end.now), revoked_because: end.because })
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends every session of a person, but for one. @returns how many were open */
export async function revokeSessions(
  db: Db,
  personId: string,
  end: { readonly because: string; readonly now: number; readonly except?: string | undefined },
): Promise<number> {
  let query = db
    .updateTable('session')
    .set({ revoked_at: new Date(end.now), revoked_because: end.because })
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null);
  if (end.except !== undefined) query = query.where('id', '!=', end.except);
  const ended = await query.returning('expires_at').execute();
  return ended.filter(({ expires_at }) => expires_at.getTime() > end.now).length;
}

/** Ends every session there is. @returns how many were open */
export async function revokeEverySession(
  db: Db,
  end: { readonly because: string; readonly now: number },
): Promise<{ readonly ended: number; readonly people: readonly string[] }> {
  const rows = await db
    .updateTable('session')
    .set({ revoked_at: new Date(end.now), revoked_because: end.because })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(end.now))
    .returning('person_id')
    .execute();
  return { ended: rows.length, people: [...new Set(rows.map((row) => row.person_id))] };
}

/** Tells whether a session has not been ended; the person must be locked, as by every act that ends one. */
export async function isSessionOpen(trx: Db, sessionId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface SessionSummary {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly userAgent: string;
  readonly caller: string;
}

/** The browsers a person is signed in with, last seen first; staff are in the access log instead. */
export async function listSessions(db: Db, personId: string, now: number): Promise<SessionSummary[]> {
  return db
    .selectFrom('session')
    .select(['id', 'created_at as createdAt', 'last_seen_at as lastSeenAt', 'user_agent as userAgent', 'caller'])
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where('impersonation_id', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function letGoOfOldest(db: Db, personId: string, newest: string, now: number): Promise<void> {
  const open = await listSessions(db, personId, now);
  const others = open.filter(({ id }) => id !== newest);
  for (const { id } of others.slice(MAX_SESSIONS - 1)) {
    await revokeSession(db, { sessionId: id, personId }, { because: 'too-many', now });
  }
}
