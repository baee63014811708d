import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { ReauthMethod } from '#api/access.ts';
import { hashOf, sameHash } from '#server/kit/secret.ts';
import type { Db, Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { CodeChannel } from '../tables.ts';
import { WRONG_CODES_LIMIT } from '../throttles.ts';
import { emailIndexOf, phoneIndexOf } from './person-store.ts';

const MINUTE_MS = 60_000;
/** A code is valid for five minutes (domain 2.1.3). */
export const CODE_MS = 5 * MINUTE_MS;
/** The challenge itself stays open longer: another code may be requested. */
export const CHALLENGE_MS = 30 * MINUTE_MS;
export const MAX_TRIES = 5;

export type Challenge = Selectable<Tables['challenge']>;
export type ChallengeKind = Challenge['kind'];

export interface NewChallenge {
  readonly id: string;
  readonly kind: ChallengeKind;
  /** Undefined for an unknown person: the challenge looks the same and can never be met. */
  readonly personId?: string | undefined;
  readonly sessionId?: string | undefined;
  /** Of a step-up. */
  readonly purpose?: string | undefined;
  /** Subject that its code signs. */
  readonly subject?: string | undefined;
  readonly method: ReauthMethod;
  readonly now: number;
}

/** The destination of a code. */
export interface CodeDestination {
  readonly channel: CodeChannel;
  /** `+519XXXXXXXX`, or an e-mail address. */
  readonly to: string;
}

/** Six digits, each as likely as any other. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Creates a challenge: by the password or by a code that is sent. */
export async function insertChallenge(
  db: Db,
  vault: Vault,
  challenge: NewChallenge,
  sent?: CodeDestination & { readonly code: string },
): Promise<void> {
  const { id, now } = challenge;
  await db
    .insertInto('challenge')
    .values({
      id,
      kind: challenge.kind,
      person_id: challenge.personId ?? null,
      session_id: challenge.sessionId ?? null,
      purpose: challenge.purpose ?? null,
      subject: challenge.subject ?? null,
      method: challenge.method,
      created_at: new Date(now),
      expires_at: new Date(now + CHALLENGE_MS),
      ...(sent && codeColumns(vault, id, sent, now)),
    })
    .execute();
}

/**
 * The open challenge by the password of the same session and purpose, open for as long as a new one, or a new one: no
 * code limits how often one is started.
 * @returns its id
 */
export async function openPasswordChallenge(
  trx: Trx,
  vault: Vault,
  challenge: NewChallenge & { readonly personId: string; readonly sessionId: string; readonly purpose: string },
): Promise<string> {
  const { personId, sessionId, purpose, now } = challenge;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`step-up ${sessionId}`}, 0))`.execute(trx);
  const open = await trx
    .updateTable('challenge')
    .set({ expires_at: new Date(now + CHALLENGE_MS) })
    .where('person_id', '=', personId)
    .where('session_id', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('method', '=', 'password')
    .where('met_at', 'is', null)
    .where('tries', '<', MAX_TRIES)
    .where('expires_at', '>', new Date(now))
    .returning('id')
    .executeTakeFirst();
  if (open) return open.id;
  await insertChallenge(trx, vault, challenge);
  return challenge.id;
}

/** Replaces the code; the previous one becomes invalid. */
export async function replaceCode(
  db: Db,
  vault: Vault,
  id: string,
  sent: CodeDestination & { readonly code: string; readonly now: number },
): Promise<void> {
  await db
    .updateTable('challenge')
    .set({ ...codeColumns(vault, id, sent, sent.now), tries: 0 })
    .where('id', '=', id)
    .execute();
}

function codeColumns(vault: Vault, id: string, sent: CodeDestination & { readonly code: string }, now: number) {
  return {
    channel: sent.channel,
    destination_sealed: vault.seal(sent.to, placeOf(id)),
    destination_index: sent.channel === 'EMAIL' ? emailIndexOf(vault, sent.to) : phoneIndexOf(vault, sent.to),
    code_hash: hashOfCode(vault, id, sent.code),
    code_expires_at: new Date(now + CODE_MS),
    sent_at: new Date(now),
  };
}

export async function readChallenge(db: Db, id: string): Promise<Challenge | undefined> {
  return db.selectFrom('challenge').selectAll().where('id', '=', id).executeTakeFirst();
}

export type ChallengeOutcome =
  | { readonly kind: 'met'; readonly challenge: Challenge }
  | { readonly kind: 'wrong' }
  /** The code has expired; another one may be requested. */
  | { readonly kind: 'expired' }
  /** Too many wrong answers to the codes of an hour: another code would be of no use until then. */
  | { readonly kind: 'worn-out'; readonly retryAfterSeconds: number }
  /** Unknown, already met, out of attempts or expired: the challenge cannot be used any more. */
  | { readonly kind: 'over' };

/**
 * Checks an answer under the row's lock: of many parallel guesses only five count, and ten over all challenges of one
 * kind that a person got in an hour. A wrong answer must be committed too. Once there were ten, no answer to a sign-in by
 * code is right: saying that they are used up would tell that somebody has this name.
 * @param isRight checks the answer to a challenge that is still open
 */
export async function answerChallenge(
  trx: Trx,
  id: string,
  now: number,
  isRight: (challenge: Challenge) => boolean,
): Promise<ChallengeOutcome> {
  const challenge = await trx
    .selectFrom('challenge')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!challenge || challenge.met_at !== null || challenge.tries >= MAX_TRIES) return { kind: 'over' };
  if (challenge.expires_at.getTime() <= now) return { kind: 'over' };
  if (challenge.code_expires_at !== null && challenge.code_expires_at.getTime() <= now) return { kind: 'expired' };
  const wornOutUntil = await readWornOut(trx, challenge, now);
  if (wornOutUntil !== undefined && challenge.kind !== 'SIGN_IN') {
    return { kind: 'worn-out', retryAfterSeconds: Math.max(1, Math.ceil((wornOutUntil - now) / 1000)) };
  }
  if (wornOutUntil !== undefined || !isRight(challenge)) {
    await trx
      .updateTable('challenge')
      .set({ tries: challenge.tries + 1 })
      .where('id', '=', id)
      .execute();
    return { kind: 'wrong' };
  }
  await trx
    .updateTable('challenge')
    .set({ met_at: new Date(now) })
    .where('id', '=', id)
    .execute();
  return { kind: 'met', challenge };
}

/** Until when the codes a person got in the last hour for this kind of challenge were answered wrongly often enough. */
async function readWornOut(
  trx: Trx,
  { kind, person_id: personId, method }: Challenge,
  now: number,
): Promise<number | undefined> {
  if (method !== 'otp') return undefined;
  // An unknown person's challenge runs the same queries.
  const key = personId ?? uuidv7(now);
  // Serialises the answers to several challenges of one person.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wrong codes ${key}`}, 0))`.execute(trx);
  const answered = await trx
    .selectFrom('challenge')
    .select(['tries', 'created_at'])
    .where('person_id', '=', key)
    .where('kind', '=', kind)
    .where('method', '=', 'otp')
    .where('tries', '>', 0)
    .where('created_at', '>', new Date(now - WRONG_CODES_LIMIT.inMs))
    .orderBy('created_at')
    .execute();
  // The oldest fall out of the hour first.
  let wrong = answered.reduce((sum, { tries }) => sum + tries, 0);
  let until: number | undefined;
  for (const { tries, created_at: at } of answered) {
    if (wrong < WRONG_CODES_LIMIT.count) break;
    wrong -= tries;
    until = at.getTime() + WRONG_CODES_LIMIT.inMs;
  }
  return until;
}

/**
 * Ends every proof of a person that is not met: what it rests on, the password or the telephone of before, counts no
 * more. The person is locked, as by every answer to one; a request that waited for that lock read the clock before, so what
 * ends has never been open.
 */
export async function endChallenges(trx: Trx, personId: string, now: number): Promise<void> {
  await trx
    .updateTable('challenge')
    .set(({ ref }) => ({ expires_at: ref('created_at') }))
    .where('person_id', '=', personId)
    .where('met_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .execute();
}

/** Tells whether the code is right, in constant time. For a decoy challenge every code is wrong. */
export function isCode(vault: Vault, challenge: Challenge, code: string): boolean {
  const same = sameHash(hashOf(challenge.code_hash ?? ''), hashOf(hashOfCode(vault, challenge.id, code)));
  return same && (challenge.person_id !== null || challenge.kind === 'REGISTRATION');
}

/** The destination of its code; undefined once erased. */
export function destinationOf(vault: Vault, { id, destination_sealed: sealed }: Challenge): string | undefined {
  return sealed === null ? undefined : vault.open(sealed, placeOf(id));
}

/** Erases the telephone from challenges that are long over; returns how many. */
export async function forgetDestinations(db: Db, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('challenge')
    .set({ destination_sealed: null, destination_index: null })
    .where('created_at', '<', before)
    .where('destination_sealed', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

function hashOfCode(vault: Vault, id: string, code: string): string {
  return vault.blindIndex('code', `${id} ${code}`);
}

function placeOf(id: string) {
  return { table: 'challenge', column: 'destination_sealed', id };
}
