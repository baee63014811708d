import { type Selectable, sql } from 'kysely';
import { hashOf, newSecret, sameHash } from '#server/kit/secret.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Colleague, Role, StaffCaller } from './colleague.ts';
import { keyset, type ListSource, placesOf } from './list-source.ts';
import { removePasskeys } from './passkey-store.ts';
import { endRecoveryCodes } from './recovery-codes.ts';

const MINUTE_MS = 60_000;
/** Somebody who walks away from the desk (ASVS 7.3.1). */
export const IDLE_MS = 30 * MINUTE_MS;
/** A working day (ASVS 7.3.2). */
export const SESSION_MS = 12 * 60 * MINUTE_MS;
export const INVITATION_MS = 24 * 60 * MINUTE_MS;
/** So many wrong attempts in a row close an account for a while: guesses become slow, and nobody is kept out for good. */
export const FAILURES_UNTIL_CLOSED = 5;
export const CLOSED_MS = 15 * MINUTE_MS;

export type StoredColleague = Selectable<Tables['colleague']>;

export async function listColleagues(db: Db): Promise<StoredColleague[]> {
  return db.selectFrom('colleague').selectAll().orderBy('created_at').orderBy('id').execute();
}

const KEYS = { created_at: 'instant', id: 'uuid' } as const;
export const isColleaguePlace = placesOf(KEYS);

/** Accounts page by page, the first one first. */
export function pagedColleagues<Row>(db: Db, present: (colleague: StoredColleague) => Row): ListSource<Row> {
  const rows = db.selectFrom('colleague').selectAll();
  return keyset(db, { rows, keys: KEYS }, (stored) => stored.map(present));
}

export async function findColleague(db: Db, login: string): Promise<StoredColleague | undefined> {
  return db.selectFrom('colleague').selectAll().where(sql`lower(login)`, '=', sql`lower(${login})`).executeTakeFirst();
}

/** The account as it is, held until the end of the transaction. */
export async function lockColleague(trx: Trx, login: string): Promise<StoredColleague | undefined> {
  return trx
    .selectFrom('colleague')
    .selectAll()
    .where(sql`lower(login)`, '=', sql`lower(${login})`)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** @returns undefined when the login is somebody's */
export async function insertColleague(
  trx: Db,
  { login, name, roles }: Omit<Colleague, 'id'>,
  now: number,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('colleague')
    .values({ id: uuidv7(now), login, name, roles: [...roles], created_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/**
 * Creates a secret with which the colleague chooses a password and a second factor. What they had before ends with it,
 * and so do their sessions, because it is also the way back for a colleague who lost one of the two.
 */
export async function inviteColleague(trx: Trx, id: string, now: number): Promise<string> {
  const invitation = newSecret();
  await trx
    .updateTable('colleague')
    .set({
      password_hash: null,
      second_factor_sealed: null,
      failures: 0,
      closed_until: null,
      invitation_hash: hashOf(invitation),
      invited_until: new Date(now + INVITATION_MS),
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('colleague_setup').where('colleague_id', '=', id).execute();
  await endRecoveryCodes(trx, id, now);
  await removePasskeys(trx, { colleagueId: id }, now);
  await endSessionsOf(trx, id, now);
  return invitation;
}

/** A password and a second factor that are chosen, and count from the first right code. */
export interface Setup {
  readonly id: string;
  readonly invitation: string;
  readonly passwordHash: string;
  readonly secondFactorSealed: string;
}

/** Tells whether an invitation is this account's and may still be taken, before it is. */
export function isInvitedBy(
  { invitation_hash: hash, invited_until: until, locked_at: locked }: StoredColleague,
  invitation: string,
  now: number,
): boolean {
  return locked === null && hash !== null && sameHash(hash, hashOf(invitation)) && (until?.getTime() ?? 0) > now;
}

/**
 * Puts in force what was chosen, by the first right code.
 * @returns false when the invitation is not this account's, was used, or is too old
 */
export async function takeInvitation(
  trx: Trx,
  { id, invitation, passwordHash, secondFactorSealed }: Setup,
  { step, now }: { readonly step: number; readonly now: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('colleague')
    .set({
      password_hash: passwordHash,
      second_factor_sealed: secondFactorSealed,
      last_step: step,
      invitation_hash: null,
      invited_until: null,
    })
    .where('id', '=', id)
    .where('locked_at', 'is', null)
    .where('invitation_hash', '=', hashOf(invitation))
    .where('invited_until', '>', new Date(now))
    .returning('id')
    .executeTakeFirst();
  if (row) await trx.deleteFrom('colleague_setup').where('colleague_id', '=', id).execute();
  return row !== undefined;
}

/** Changes a password, and ends every other session of the account. */
export async function changePassword(
  trx: Trx,
  { id, passwordHash, sessionId }: { readonly id: string; readonly passwordHash: string; readonly sessionId: string },
  now: number,
): Promise<void> {
  await trx.updateTable('colleague').set({ password_hash: passwordHash }).where('id', '=', id).execute();
  await endSessionsOf(trx, id, now, sessionId);
}

export async function changeRoles(trx: Trx, id: string, roles: readonly Role[]): Promise<void> {
  await trx
    .updateTable('colleague')
    .set({ roles: [...roles] })
    .where('id', '=', id)
    .execute();
}

/**
 * Tells whether what an account said before still counts as one of two: it has not been locked since, and its roles
 * still allow it to say so (decision 0141).
 */
export async function stillCounts(db: Db, id: string, may: readonly StaffCaller[]): Promise<boolean> {
  const row = await db
    .selectFrom('colleague')
    .select('roles')
    .where('id', '=', id)
    .where('locked_at', 'is', null)
    .executeTakeFirst();
  return row?.roles.some((role) => may.includes(role)) === true;
}

/** A locked account ends its sessions and cannot sign in until an administrator opens it. */
export async function lockAccount(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .updateTable('colleague')
    .set({ locked_at: new Date(now), invitation_hash: null, invited_until: null })
    .where('id', '=', id)
    .execute();
  await endSessionsOf(trx, id, now);
}

export async function unlockAccount(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('colleague')
    .set({ locked_at: null, failures: 0, closed_until: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Counts an attempt before it is made, so that attempts at once get no further than one after the other. The one that
 * reaches the limit closes the account with it.
 * @returns undefined when nobody may try: unknown, locked, closed, or without a password yet
 */
export async function countAttempt(db: Db, login: string, now: number): Promise<StoredColleague | undefined> {
  return db
    .updateTable('colleague')
    .set({
      failures: sql<number>`failures + 1`,
      closed_until: sql<Date | null>`case when (failures + 1) % ${FAILURES_UNTIL_CLOSED} = 0
        then ${new Date(now + CLOSED_MS)}::timestamptz else closed_until end`,
    })
    .where(sql`lower(login)`, '=', sql`lower(${login})`)
    .where('password_hash', 'is not', null)
    .where('locked_at', 'is', null)
    .where((where) => where.or([where('closed_until', 'is', null), where('closed_until', '<=', new Date(now))]))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Records that the attempt was right for the password with this hash.
 * @param step of the app's code; without one a recovery code was taken
 * @returns false when the same code has just been used elsewhere, or the password ended while it was compared
 */
export async function acceptAttempt(
  trx: Trx,
  { id, password_hash: hash }: Pick<StoredColleague, 'id' | 'password_hash'>,
  step?: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('colleague')
    .set({ failures: 0, closed_until: null, ...(step !== undefined && { last_step: step }) })
    .where('id', '=', id)
    .where('password_hash', '=', hash)
    .$if(step !== undefined, (query) => query.where('last_step', '<', step as number))
    .where('locked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewColleagueSession {
  readonly colleagueId: string;
  readonly caller: string;
  readonly now: number;
  /** From now on; a working day unless told. Idle all that time only in the sandbox. */
  readonly lastsMs?: number;
  /** Set when it was opened by a passkey, or by a code that a session with one was shown. */
  readonly isProved?: boolean;
}

export async function openColleagueSession(
  db: Db,
  { colleagueId, caller, now, lastsMs, isProved = false }: NewColleagueSession,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = newSecret();
  const expiresAt = new Date(now + (lastsMs ?? SESSION_MS));
  await db
    .insertInto('colleague_session')
    .values({
      id: uuidv7(now),
      colleague_id: colleagueId,
      token_hash: hashOf(token),
      caller,
      created_at: new Date(now),
      idle_until: lastsMs === undefined ? new Date(now + IDLE_MS) : expiresAt,
      expires_at: expiresAt,
      proved_at: isProved ? new Date(now) : null,
      ended_at: null,
    })
    .execute();
  return { token, expiresAt };
}

export interface SignedInColleague extends Colleague {
  readonly sessionId: string;
  readonly expiresAt: Date;
  /** The last time that a passkey was used in this session. */
  readonly provedAt: Date | null;
}

/** Finds the colleague who is signed in with a token; each use postpones the end of an idle session. */
export async function findSignedIn(db: Db, token: string, now: number): Promise<SignedInColleague | undefined> {
  const at = new Date(now);
  const row = await db
    .selectFrom('colleague_session as session')
    .innerJoin('colleague', 'colleague.id', 'session.colleague_id')
    .select(['session.id as sessionId', 'session.idle_until as idleUntil', 'session.expires_at as expiresAt'])
    .select('session.proved_at as provedAt')
    .select(['colleague.id', 'colleague.login', 'colleague.name', 'colleague.roles'])
    .where('session.token_hash', '=', hashOf(token))
    .where('session.ended_at', 'is', null)
    .where('session.idle_until', '>', at)
    .where('session.expires_at', '>', at)
    .where('colleague.locked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { idleUntil, ...signedIn } = row;
  // Once a minute is enough: a list that is read page by page need not write a row for each.
  if (idleUntil.getTime() < now + IDLE_MS - MINUTE_MS) {
    await db
      .updateTable('colleague_session')
      .set({ idle_until: new Date(now + IDLE_MS) })
      .where('id', '=', row.sessionId)
      .execute();
  }
  return signedIn;
}

/** Finds the account of a session, also of one that has ended: what was typed in it is theirs. */
export async function findAccountOfSession(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('colleague_session')
    .select('colleague_id')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row?.colleague_id;
}

export async function endSession(db: Db, sessionId: string, now: number): Promise<void> {
  await db
    .updateTable('colleague_session')
    .set({ ended_at: new Date(now) })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** @param but the session that goes on */
export async function endSessionsOf(trx: Trx, colleagueId: string, now: number, but?: string): Promise<void> {
  await trx
    .updateTable('colleague_session')
    .set({ ended_at: new Date(now) })
    .where('colleague_id', '=', colleagueId)
    .where('ended_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('id', '!=', but as string))
    .execute();
}

/** Sessions of an account that go on, the newest first. */
export async function openSessionsOf(db: Db, colleagueId: string, now: number) {
  const at = new Date(now);
  return db
    .selectFrom('colleague_session')
    .select(['id', 'caller', 'created_at as since', 'expires_at as until', 'proved_at as provedAt'])
    .where('colleague_id', '=', colleagueId)
    .where('ended_at', 'is', null)
    .where('idle_until', '>', at)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .execute();
}

/** @returns false when it is not a session of this account, or has ended */
export async function endOwnSession(
  trx: Trx,
  { id, colleagueId }: { readonly id: string; readonly colleagueId: string },
  now: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('colleague_session')
    .set({ ended_at: new Date(now) })
    .where('id', '=', id)
    .where('colleague_id', '=', colleagueId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
