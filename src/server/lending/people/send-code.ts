import type { StepUpPurpose } from '#api/access.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { codeMessage } from './messages/identity-messages.ts';
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
import { type Attempt, type Counted, type Metered, takeAttempts } from './store/throttle-store.ts';
import { CODE_ACCOUNT_LIMIT, CODE_ADDRESS_LIMIT, CODE_AGAIN_LIMIT, CODE_LIMIT } from './throttles.ts';

/** The validity and resend interval shown to the person. */
export const CODE_SECONDS = CODE_MS / 1000;
export const RESEND_SECONDS = 60;

/** The purpose of a code. */
export type CodeUse = 'REGISTRATION' | 'PASSWORD_RESET' | 'SIGN_IN' | 'NEW_DEVICE' | StepUpPurpose | 'full';

export type Limited = Extract<Attempt, { kind: 'limited' }>;

/**
 * Counts a code for its destination, the account that asks for it, if any, and the address, in this order; nothing is
 * counted or sent when one limit is reached.
 * @param what the purpose: the minute between two codes applies only to the same purpose
 */
export async function maySendCode(
  { db, vault, clock }: IdentityContext,
  origin: Pick<Origin, 'caller'>,
  { channel, to, personId }: CodeDestination & { readonly personId?: string },
  what: CodeUse,
): Promise<Limited | undefined> {
  const key = channel === 'EMAIL' ? emailIndexOf(vault, to) : phoneIndexOf(vault, to);
  const counted = countedCode({ key, what, personId });
  const attempt = await takeAttempts(db.kysely, clock.now(), counted, fromAddress(origin));
  return attempt.kind === 'limited' ? attempt : undefined;
}

/** A code or a letter that somebody at one address asks for, whatever it is for and whoever they name. */
export function fromAddress({ caller }: Pick<Origin, 'caller'>): Metered {
  return { scope: 'code-from-address', key: caller, limit: CODE_ADDRESS_LIMIT };
}

/** A code for one destination, by its blind index, and for one account. */
export function countedCode({
  key,
  what,
  personId,
}: {
  readonly key: string;
  readonly what: CodeUse;
  readonly personId?: string | undefined;
}): readonly Counted[] {
  const toPhone: readonly Counted[] = [
    { scope: 'code-again', key: `${what} ${key}`, rule: CODE_AGAIN_LIMIT },
    { scope: 'code-to-phone', key, rule: CODE_LIMIT },
  ];
  if (personId === undefined) return toPhone;
  return [...toPhone, { scope: 'code-for-account', key: personId, rule: CODE_ACCOUNT_LIMIT }];
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
