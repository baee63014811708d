import type { StepUpPurpose } from '#api/access.ts';
import type { ChallengeBody } from '#api/session-answer.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { enqueueSealedMessage } from '#server/lending/messages/outbox-store.ts';
import { maskedEmail, maskedPhone } from './masks.ts';
import { type CodePurpose, type CodeWords, codeMessage } from './messages/code-message.ts';
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

/** The answer about a code that was sent. */
export function codeAsked(id: string, phone?: string): ChallengeBody {
  const where = phone === undefined ? {} : { maskedPhone: maskedPhone(phone) };
  return { id, method: 'otp', channel: 'SMS', ...where, expiresInSec: CODE_SECONDS, resendInSec: RESEND_SECONDS };
}

/** Describes a code that went to a confirmed mailbox. */
export function codeMailed(id: string, email: string): ChallengeBody {
  return { ...codeAsked(id), channel: 'EMAIL', maskedEmail: maskedEmail(email) };
}

/**
 * Counts a code that only a right password, a session or the link of a letter asks for, for the account with its
 * telephone or mailbox, for the account, and for the address; nothing is counted or sent when one limit is reached. What
 * strangers ask for (`reachesPhone`) uses nothing up of it.
 * @param what the purpose: the minute between two codes applies only to the same purpose
 */
export async function maySendCode(
  { db, vault, clock }: IdentityContext,
  origin: Pick<Origin, 'caller'>,
  { channel, to, personId }: CodeDestination & { readonly personId: string },
  what: CodeUse,
): Promise<Limited | undefined> {
  const key = `${personId} ${channel === 'EMAIL' ? emailIndexOf(vault, to) : phoneIndexOf(vault, to)}`;
  const counted: readonly Counted[] = [
    { scope: 'code-again', key: `${what} ${key}`, rule: CODE_AGAIN_LIMIT },
    { scope: 'code-behind-proof', key, rule: CODE_LIMIT },
    { scope: 'code-for-account', key: personId, rule: CODE_ACCOUNT_LIMIT },
  ];
  const attempt = await takeAttempts(db.kysely, clock.now(), counted, fromAddress(origin));
  return attempt.kind === 'limited' ? attempt : undefined;
}

/** A rate for codes and letters requested from one address, whatever they are for and whichever person they name. */
export function fromAddress({ caller }: Pick<Origin, 'caller'>): Metered {
  return { scope: 'code-from-address', key: caller, limit: CODE_ADDRESS_LIMIT };
}

/**
 * Counts a code to a telephone that anybody can name, whatever it is for.
 * @param phoneIndex the telephone's blind index, or a random one for nobody's
 * @returns whether the code may be sent. The answer to the person never tells it: the codes of a sign-in count here for
 * the client whom the name leads to, so it would tell whose telephone this is (decision 0117)
 */
export async function reachesPhone(
  { db, clock }: Pick<IdentityContext, 'db' | 'clock'>,
  phoneIndex: string,
  what: CodeUse,
): Promise<boolean> {
  const counted: readonly Counted[] = [
    { scope: 'code-again', key: `${what} ${phoneIndex}`, rule: CODE_AGAIN_LIMIT },
    { scope: 'code-to-phone', key: phoneIndex, rule: CODE_LIMIT },
  ];
  return (await takeAttempts(db.kysely, clock.now(), counted)).kind === 'allowed';
}

/** A code that goes to a person, unless their telephone has had enough of them. */
type Delivery = CodeDestination & {
  readonly language: Locale;
  readonly isSent?: boolean;
  /** The figures of what it signs, formatted. */
  readonly figures?: CodeWords['values'];
};

/**
 * Creates a challenge and queues its code, both or neither; the challenge alone where the code is not to be sent.
 * @returns the challenge's id
 */
export async function challengeByCode(
  trx: Trx,
  context: IdentityContext,
  challenge: Omit<NewChallenge, 'id' | 'method'>,
  { isSent = true, ...destination }: Delivery,
): Promise<string> {
  const id = uuidv7(challenge.now);
  const code = newCode();
  await insertChallenge(trx, context.vault, { ...challenge, id, method: 'otp' }, { ...destination, code });
  if (isSent) await send(trx, context, { ...destination, code, use: purposeOf(challenge), now: challenge.now });
  return id;
}

function purposeOf({ kind, purpose }: Pick<NewChallenge, 'kind' | 'purpose'>): CodePurpose {
  return kind === 'STEP_UP' ? ((purpose ?? 'full') as CodePurpose) : kind;
}

/**
 * Creates a challenge for an unknown person: it looks like any other, nothing is sent, and no code is right. It must
 * write the same rows as for a known person, so that it takes as long.
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

/** Sends another code for an open registration; the previous one becomes invalid. */
export async function sendAnotherCode(
  trx: Trx,
  context: IdentityContext,
  challengeId: string,
  { isSent = true, ...destination }: Delivery & { readonly now: number },
): Promise<void> {
  const code = newCode();
  await replaceCode(trx, context.vault, challengeId, { ...destination, code });
  if (isSent) await send(trx, context, { ...destination, code, use: 'REGISTRATION' });
}

async function send(
  trx: Trx,
  { vault, siteUrl, brandName }: IdentityContext,
  {
    use,
    figures,
    ...code
  }: Omit<Delivery, 'isSent'> & {
    readonly use: CodePurpose;
    readonly code: string;
    readonly now: number;
  },
): Promise<void> {
  const about = { use, values: figures };
  await enqueueSealedMessage(trx, vault, codeMessage({ ...code, about, siteUrl, brandName }), code.now);
}
