import type { ReauthMethod, StepUpPurpose } from '#api/access.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import type { Client } from '#server/kit/gate.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import { challengeByCode, type Limited, maySendCode } from './send-code.ts';
import { missingMethods, stepUpMethods } from './session-gate.ts';
import { codeAsked, codeMailed } from './sign-in.ts';
import { CHALLENGE_MS, openPasswordChallenge } from './store/challenge-store.ts';
import { readPerson } from './store/person-store.ts';
import { findGrants } from './store/session-store.ts';

export type StepUpStart =
  | { readonly kind: 'challenge'; readonly challenge: ChallengeBody }
  /** This method is not accepted for this purpose. */
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'gone' }
  | Limited;

/** Starts a step-up in a session: for one purpose, or to be fully signed in. */
export async function startStepUp(
  context: IdentityContext,
  { personId, sessionId }: Client,
  { purpose, method }: { readonly purpose: StepUpPurpose | 'full'; readonly method: ReauthMethod },
  origin: Origin,
): Promise<StepUpStart> {
  const { db, vault, clock } = context;
  const now = clock.now();
  if (purpose !== 'full') {
    // A method that was proved may be proved again; one whose turn has not come may not.
    const needed = stepUpMethods(purpose);
    const [next] = missingMethods(purpose, await findGrants(db.kysely, sessionId, purpose, now));
    const turn = next === undefined ? needed.length : needed.indexOf(next);
    if (!needed.slice(0, turn + 1).includes(method)) return { kind: 'method-not-allowed' };
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
  const limited = await maySendCode(context, origin, { ...destination, personId }, purpose);
  if (limited) return limited;
  const id = await db.kysely.transaction().execute((trx) => challengeByCode(trx, context, challenge, destination));
  return { kind: 'challenge', challenge: mailbox ? codeMailed(id, mailbox) : codeAsked(id, phone) };
}
