import type { Kysely } from 'kysely';
import type { StepUpPurpose } from '#api/access.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { codeMessage } from './identity-messages.ts';
import type { IdentityContext, Origin } from './people-context.ts';
import {
  CODE_MS,
  type CodeDestination,
  insertChallenge,
  type NewChallenge,
  newCode,
  replaceCode,
} from './store/challenge-store.ts';
import { emailIndexOf, phoneIndexOf } from './store/person-store.ts';
import { type Attempt, takeAttempt } from './store/throttle-store.ts';
import { CODE_ADDRESS_LIMIT, CODE_AGAIN_LIMIT, CODE_LIMIT } from './throttles.ts';

/** The validity and resend interval shown to the person. */
export const CODE_SECONDS = CODE_MS / 1000;
export const RESEND_SECONDS = 60;

/** The purpose of a code. */
export type CodeUse = 'REGISTRATION' | 'PASSWORD_RESET' | 'SIGN_IN' | 'NEW_DEVICE' | StepUpPurpose | 'full';

export type Limited = Extract<Attempt, { kind: 'limited' }>;

/**
 * Counts a code for one address and one destination; nothing is sent when either limit is reached.
 * @param what the purpose: the minute between two codes applies only to the same purpose
 */
export async function maySendCode(
  { db, vault, clock }: IdentityContext,
  origin: Pick<Origin, 'caller'>,
  { channel, to }: CodeDestination,
  what: CodeUse,
): Promise<Limited | undefined> {
  const now = clock.now();
  const from = await takeFromAddress(db.kysely, origin, now);
  if (from.kind === 'limited') return from;
  const key = channel === 'EMAIL' ? emailIndexOf(vault, to) : phoneIndexOf(vault, to);
  const attempt = await countCode(db.kysely, { key, what, now });
  return attempt.kind === 'limited' ? attempt : undefined;
}

/** Counts a code or a letter that somebody at one address asks for, whatever it is for and whoever they name. */
export function takeFromAddress(db: Kysely<Tables>, { caller }: Pick<Origin, 'caller'>, now: number): Promise<Attempt> {
  return takeAttempt(db, { scope: 'code-from-address', key: caller, now }, CODE_ADDRESS_LIMIT);
}

/** Counts a code for one destination, by its blind index. */
export async function countCode(
  db: Kysely<Tables>,
  { key, what, now }: { readonly key: string; readonly what: CodeUse; readonly now: number },
): Promise<Attempt> {
  const again = await takeAttempt(db, { scope: 'code-again', key: `${what} ${key}`, now }, CODE_AGAIN_LIMIT);
  if (again.kind === 'limited') return again;
  return takeAttempt(db, { scope: 'code-to-phone', key, now }, CODE_LIMIT);
}

/**
 * Creates a challenge and queues its code, both or neither.
 * @returns the challenge's id
 */
export async function challengeByCode(
  trx: Trx,
  context: IdentityContext,
  challenge: Omit<NewChallenge, 'id' | 'method'>,
  destination: CodeDestination & { readonly language: Locale },
): Promise<string> {
  const id = uuidv7(challenge.now);
  const code = newCode();
  await insertChallenge(trx, context.vault, { ...challenge, id, method: 'otp' }, { ...destination, code });
  await send(trx, context, { ...destination, code, now: challenge.now });
  return id;
}

/**
 * A challenge for an unknown person: it looks like any other, nothing is sent, and no code is right. It writes the same
 * rows as for a known person, so that it takes as long.
 */
export async function decoyChallenge(
  trx: Trx,
  { vault }: IdentityContext,
  challenge: Omit<NewChallenge, 'id' | 'method' | 'personId'>,
): Promise<string> {
  const id = uuidv7(challenge.now);
  await insertChallenge(
    trx,
    vault,
    { ...challenge, id, method: 'otp' },
    { channel: 'SMS', to: '+51900000000', code: newCode() },
  );
  return id;
}

/** Sends another code for an open challenge; the previous one becomes invalid. */
export async function sendAnotherCode(
  trx: Trx,
  context: IdentityContext,
  challengeId: string,
  destination: CodeDestination & { readonly language: Locale; readonly now: number },
): Promise<void> {
  const code = newCode();
  await replaceCode(trx, context.vault, challengeId, { ...destination, code });
  await send(trx, context, { ...destination, code });
}

async function send(
  trx: Trx,
  { vault, siteUrl, brandName }: IdentityContext,
  code: CodeDestination & { readonly code: string; readonly language: Locale; readonly now: number },
): Promise<void> {
  await enqueueSealedMessage(trx, vault, codeMessage({ ...code, siteUrl, brandName }), code.now);
}
