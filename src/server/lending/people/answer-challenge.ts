import type { StepUpPurpose } from '#api/access.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { isPassword } from '#server/kit/passwords.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { lockPerson } from './contact-change.ts';
import { type OpenedSession, presentSession, writeSession } from './open-session.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import type { Limited } from './send-code.ts';
import { sessionCookies } from './session-cookies.ts';
import { stepUpMethods } from './session-gate.ts';
import {
  answerChallenge,
  CHALLENGE_MS,
  type Challenge,
  type ChallengeKind,
  type ChallengeOutcome,
  CODE_MS,
  insertChallenge,
  isCode,
  readChallenge,
} from './store/challenge-store.ts';
import { isKnownDevice, readPasswordHash } from './store/credential-store.ts';
import { type Person, provePhone } from './store/person-store.ts';
import { type FoundSession, grantStepUp, makeFull, rotateSession } from './store/session-store.ts';
import { type Attempt, forgetAttempts, takeAttempt } from './store/throttle-store.ts';
import { failureDelay } from './throttles.ts';

/** Time for which a step-up is valid (domain 2.1.1). */
export const STEP_UP_MS = 5 * 60_000;

const PROVABLE: readonly ChallengeKind[] = ['SIGN_IN', 'NEW_DEVICE', 'STEP_UP'];

export interface Proof {
  readonly code?: string | undefined;
  readonly password?: string | undefined;
  readonly trustDevice: boolean;
}

export type Proven =
  | { readonly kind: 'session'; readonly opened: OpenedSession }
  /** The code was right in a browser that is not known: the password has to follow. */
  | { readonly kind: 'challenge'; readonly challenge: ChallengeBody }
  | { readonly kind: 'step-up'; readonly purpose: StepUpPurpose | 'full'; readonly cookies: readonly string[] }
  | Limited
  | { readonly kind: 'refused'; readonly because: 'wrong' | 'expired' | 'over'; readonly field: 'code' | 'password' };

/**
 * Checks the answer to a challenge. A sign-in challenge opens a session; a step-up raises the assurance of the session
 * that asked, and of no other, and rotates its tokens.
 */
export async function proveChallenge(
  context: IdentityContext,
  id: string,
  proof: Proof,
  { origin, session }: { readonly origin: Origin; readonly session: FoundSession | undefined },
): Promise<Proven> {
  const { db, clock } = context;
  const open = await readChallenge(db.kysely, id);
  const field = open?.method === 'password' ? 'password' : 'code';
  const over = { kind: 'refused', because: 'over', field } as const;
  // A challenge started by a session can be answered in that session only.
  if (open?.session_id && open.session_id !== session?.id) return over;
  // Registrations, changes of telephone and forgotten passwords have endpoints of their own.
  if (!open || !PROVABLE.includes(open.kind)) return over;
  const isPasswordAsked = open.method === 'password' && open.person_id !== null;
  const attempt = isPasswordAsked ? await countPassword(context, open.person_id ?? '') : undefined;
  if (attempt?.kind === 'limited') return attempt;
  const isRight = await judge(context, open, proof);
  const { person_id: personId } = open;
  return settle(context, { id, field, isRight, personId, proof, origin, session, now: clock.now() });
}

/** Password failures inside a session are throttled like those outside. */
export function countPassword({ db, clock }: IdentityContext, personId: string): Promise<Attempt> {
  return takeAttempt(db.kysely, { scope: 'password', key: personId, now: clock.now() }, failureDelay);
}

/** Computed before the row is locked, because hashing a password is slow. */
async function judge(
  { db, vault }: IdentityContext,
  open: Challenge,
  { code, password }: Proof,
): Promise<(challenge: Challenge) => boolean> {
  if (open.method === 'otp') return (challenge) => code !== undefined && isCode(vault, challenge, code);
  const stored = open.person_id === null ? undefined : await readPasswordHash(db.kysely, open.person_id);
  const isRight = password !== undefined && (await isPassword(stored, password));
  return () => isRight;
}

interface Answered {
  readonly id: string;
  readonly field: 'code' | 'password';
  readonly isRight: (challenge: Challenge) => boolean;
  /** Null for an unknown person, whose challenge runs the same queries. */
  readonly personId: string | null;
  readonly proof: Proof;
  readonly origin: Origin;
  readonly session: FoundSession | undefined;
  readonly now: number;
}

async function settle(context: IdentityContext, answered: Answered): Promise<Proven> {
  const { id, field, isRight, session, now } = answered;
  const written = await context.db.kysely.transaction().execute(async (trx) => {
    const personId = answered.personId ?? uuidv7(now);
    // Before the challenge, as every act does that ends the challenges of a person: one of the two comes first.
    const person = await lockPerson(trx, context, personId);
    const isNewDevice = !(await isKnownDevice(trx, personId, answered.origin.deviceSecret));
    const outcome = await answerChallenge(trx, id, now, isRight);
    if (outcome.kind !== 'met' || !person || person.status === 'CLOSED') return { outcome };
    const { challenge } = outcome;
    if (challenge.method === 'otp') await provePhone(trx, person.id, challenge, now);
    if (challenge.kind === 'STEP_UP' && session) {
      return { outcome, person, stepUp: await raise(trx, session, challenge, now) };
    }
    // A telephone alone opens nothing (decision 0116).
    if (challenge.kind === 'SIGN_IN' && challenge.method === 'otp' && isNewDevice) {
      return { outcome, next: await askForPassword(trx, context, person.id, now) };
    }
    const signedIn = await writeSession(trx, context, signInOf(answered, { person, isNewDevice }));
    return { outcome, person, signedIn };
  });
  const { person } = written;
  if (written.next) return { kind: 'challenge', challenge: written.next };
  if (written.outcome.kind === 'met' && person && field === 'password') {
    await forgetAttempts(context.db.kysely, 'password', person.id);
  }
  if (written.signedIn && person) {
    return { kind: 'session', opened: await presentSession(context, person, written.signedIn) };
  }
  if (written.stepUp) return written.stepUp;
  if (written.outcome.kind === 'worn-out') return { ...written.outcome, kind: 'limited' };
  return { kind: 'refused', because: becauseOf(written.outcome), field };
}

async function askForPassword(
  trx: Trx,
  { vault }: IdentityContext,
  personId: string,
  now: number,
): Promise<ChallengeBody> {
  const id = uuidv7(now);
  const method = 'password';
  await insertChallenge(trx, vault, { id, kind: 'SIGN_IN', personId, method, now });
  return { id, method, expiresInSec: CHALLENGE_MS / 1000 };
}

function becauseOf(outcome: Exclude<ChallengeOutcome, { kind: 'worn-out' }>): 'wrong' | 'expired' | 'over' {
  // Answered correctly by a person erased meanwhile.
  return outcome.kind === 'met' ? 'over' : outcome.kind;
}

function signInOf(
  { origin, proof, session }: Answered,
  { person, isNewDevice }: { readonly person: Person; readonly isNewDevice: boolean },
) {
  const replaces = session && { sessionId: session.id, personId: session.personId };
  return { person, origin, replaces, isNewDevice, remember: proof.trustDevice };
}

/** Raises a session to full assurance, with a step-up grant for one purpose and new tokens (domain 2.1.1). */
async function raise(
  trx: Trx,
  session: FoundSession,
  { id: challengeId, purpose, method }: Challenge,
  now: number,
): Promise<Extract<Proven, { kind: 'step-up' }>> {
  await makeFull(trx, session.id, now);
  const provenFor = (purpose ?? 'full') as StepUpPurpose | 'full';
  if (provenFor !== 'full') {
    const grantedAt = new Date(now);
    // A password that a code has to follow is good for as long as that code, too.
    const isFirst = method === 'password' && stepUpMethods(provenFor).length > 1;
    const until = new Date(now + STEP_UP_MS + (isFirst ? CODE_MS : 0));
    await grantStepUp(trx, session.id, { purpose: provenFor, method, challengeId, grantedAt, until });
  }
  const pair = await rotateSession(trx, session, { now, again: session.due === 'rotate-again' });
  return {
    kind: 'step-up',
    purpose: provenFor,
    cookies: pair ? sessionCookies(pair, session.expiresAt, now) : [],
  };
}
