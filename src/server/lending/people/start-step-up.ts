import type { ReauthMethod, StepUpPurpose } from '#api/access.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import { isSigning } from '#api/signing.ts';
import { type Refusal, reauthRequired } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import type { Db } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { IdentityContext, Origin, SignedAct } from './people-context.ts';
import { challengeByCode, codeAsked, codeMailed, type Limited, maySendCode } from './send-code.ts';
import { missingMethods, stepUpMethods } from './session-gate.ts';
import { CHALLENGE_MS, openPasswordChallenge, readChallenge } from './store/challenge-store.ts';
import { readPerson } from './store/person-store.ts';
import { findGrants } from './store/session-store.ts';

export type StepUpStart =
  | { readonly kind: 'challenge'; readonly challenge: ChallengeBody }
  /** This method is not accepted for this purpose. */
  | { readonly kind: 'method-not-allowed' }
  /** Nothing says what would be signed, or it cannot be had any more. */
  | { readonly kind: 'nothing-to-sign' }
  | { readonly kind: 'gone' }
  | Limited;

export interface StepUpAsked {
  readonly purpose: StepUpPurpose | 'full';
  readonly method: ReauthMethod;
  /** The body of the call that a signing purpose is for. */
  readonly act?: Readonly<Record<string, unknown>> | undefined;
  /** Act that is signed, from a subject that knows it already. */
  readonly signed?: SignedAct | undefined;
}

/** Starts a step-up in a session: for one purpose, or to be fully signed in. */
export async function startStepUp(
  context: IdentityContext,
  { personId, sessionId }: Client,
  { purpose, method, ...asked }: StepUpAsked,
  origin: Origin,
): Promise<StepUpStart> {
  const { db, vault, clock } = context;
  const now = clock.now();
  if (purpose !== 'full' && !(await isItsTurn(context, sessionId, { purpose, method }))) {
    return { kind: 'method-not-allowed' };
  }
  const challenge = { kind: 'STEP_UP', personId, sessionId, purpose, now } as const;
  if (method === 'password') {
    const id = await db.kysely
      .transaction()
      .execute((trx) => openPasswordChallenge(trx, vault, { ...challenge, id: uuidv7(now), method }));
    return { kind: 'challenge', challenge: { id, method, expiresInSec: CHALLENGE_MS / 1000 } };
  }
  const person = await readPerson(db.kysely, vault, personId);
  if (person?.phone === undefined) return { kind: 'gone' };
  const { phone, email, emailVerifiedAt, language } = person;
  // A client who changes their telephone may have lost it: the code goes to their mailbox, if it is confirmed.
  const mailbox = purpose === 'change-phone' && emailVerifiedAt !== null ? email : undefined;
  const destination = mailbox
    ? ({ channel: 'EMAIL', to: mailbox, language } as const)
    : ({ channel: 'SMS', to: phone, language } as const);
  const signed = isSigning(purpose) ? await context.actToSign(personId, purpose, asked.act ?? {}) : asked.signed;
  if (!signed && (isSigning(purpose) || purpose === 'sign-agreement')) return { kind: 'nothing-to-sign' };
  const limited = await maySendCode(context, origin, { ...destination, personId }, purpose);
  if (limited) return limited;
  const { subject, figures } = signed ?? {};
  const id = await db.kysely
    .transaction()
    .execute((trx) => challengeByCode(trx, context, { ...challenge, subject }, { ...destination, figures }));
  return { kind: 'challenge', challenge: mailbox ? codeMailed(id, mailbox) : codeAsked(id, phone) };
}

/** A method that was proved may be proved again; one whose turn has not come may not. */
async function isItsTurn(
  { db, clock }: IdentityContext,
  sessionId: string,
  { purpose, method }: { readonly purpose: StepUpPurpose; readonly method: ReauthMethod },
): Promise<boolean> {
  const needed = stepUpMethods(purpose);
  const [next] = missingMethods(purpose, await findGrants(db.kysely, sessionId, purpose, clock.now()));
  const turn = next === undefined ? needed.length : needed.indexOf(next);
  return needed.slice(0, turn + 1).includes(method);
}

/**
 * Refuses a code that was not sent for this act alone: a code signs what its message named (decision 0132). A proof
 * that names nothing, as those of earlier releases, signs nothing.
 * @returns the 428 that asks for another code, or undefined
 */
export async function refuseOtherAct(db: Db, stepUp: Client['stepUp'], subject: string): Promise<Refusal | undefined> {
  if (!stepUp) return undefined;
  const challenge = await readChallenge(db, stepUp.challengeId);
  if (challenge?.subject === subject) return undefined;
  return reauthRequired({ level: 'stepUp', purpose: stepUp.purpose, methods: ['otp'] });
}
