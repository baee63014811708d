import type { Kysely } from 'kysely';
import { UnclearError } from '#server/kit/errors.ts';
import type { Log } from '#server/kit/log.ts';
import { maskText } from '#server/kit/mask-text.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import {
  backOffMs,
  type Claim,
  postponeClaim,
  type RunningJob,
  repeatUntilEmpty,
  workRound,
} from '#server/kit/work-queue.ts';
import {
  type EmailGateway,
  MessageRefused,
  type OutgoingEmail,
  type RefusedBecause,
} from '#server/lending/gateways/email/email-gateway.ts';
import type { SmsGateway } from '#server/lending/gateways/sms/sms-gateway.ts';
import {
  type MessageWords,
  markSent,
  markUnsent,
  markWithheld,
  OUTBOX,
  openWords,
  postpone,
  sealWords,
  storeWords,
  toWaiting,
  type WaitingMessage,
  type Withheld,
} from './outbox-store.ts';
import type { AttachmentReference } from './tables.ts';

interface WordsToSend {
  readonly words: MessageWords;
  /** Of advertising by e-mail: the address that ends it. */
  readonly unsubscribeUrl?: string | undefined;
}

export type WrittenMessage =
  | ({ readonly kind: 'written'; readonly templateVersion: number } & WordsToSend)
  | { readonly kind: 'withheld'; readonly because: Withheld }
  /** It may not be sent before its hours. */
  | { readonly kind: 'wait'; readonly until: number };

/** A message that its server refuses for good, or refuses because of us. */
export interface RefusedMessage extends Pick<WaitingMessage, 'id' | 'channel' | 'template' | 'personId'> {
  readonly because: RefusedBecause;
  /** The answer, without data of a person. */
  readonly reason: string;
  /** Must not be kept or logged: it says whom the message was for, where no person is named. */
  readonly recipient: string;
  /** A law gives it a date, see `onOwedGivenUp`. */
  readonly isOwed: boolean;
}

export interface OutboxOptions {
  readonly db: Kysely<Tables>;
  readonly gateway: EmailGateway;
  /** SMS gateway; without one, text messages wait. */
  readonly sms?: SmsGateway | undefined;
  /** The encryption of a message: the key of its person, or the vault's own key when the recipient is not known. */
  readonly sealOf: (personId: string | null) => Promise<Seal>;
  /** Renders a message that was queued without text; see `message-writer.ts`. */
  readonly write: (message: WaitingMessage, now: number) => Promise<WrittenMessage>;
  /** How long what a message says holds, by its template; one without holds until it is withheld. */
  readonly validMs: Readonly<Record<string, number>>;
  /** Loads the file of a reference. Throws when it cannot be rendered now. */
  readonly fileOf: (reference: AttachmentReference) => Promise<OutgoingEmail['attachments'][number]>;
  /** A letter that a law gives a date is given up: a person has to tell what it says. */
  readonly onOwedGivenUp: (letter: { readonly about: string; readonly template: string }) => Promise<void>;
  /** Operators are told: of an address that takes nothing, and that we are refused. */
  readonly onRefused: (message: RefusedMessage) => Promise<void>;
  readonly now: () => number;
  readonly log: Log;
}

/** @internal */
export const LEASE_MS = OUTBOX.leaseMs;
export const MAX_ATTEMPTS = 12;
const RETRY = { firstMs: 15_000, longestMs: 6 * 3_600_000 };
const POLL_MS = 2_000;
/** Longer than a message takes whose server answers at the last moment. */
const SENDING_MS = 60_000;

/** 15 s, 30 s, 1 min … 6 h: twelve tries span about a day. */
export function retryDelayMs(attempts: number): number {
  return backOffMs(RETRY, attempts);
}

/**
 * Sends the messages that are due. Delivery is at least once: when an instance dies after sending and before recording
 * it, the message is sent again after its lease, with the same message id.
 * @returns how many messages were tried
 */
export function dispatchOutbox(options: OutboxOptions, isStopped?: () => boolean): Promise<number> {
  const { db, now } = options;
  // One after another: a slow mail server should not get ten connections at once.
  return workRound(db, OUTBOX, now(), {
    work: (claim) => sendClaimed(options, claim),
    failed: ({ row }, error) => noteFailure(options, row, error),
    isStopped,
  });
}

/**
 * Claims the rest of a batch anew when its lease has run out, as with a slow mail server: another instance may be
 * sending it already.
 */
async function sendClaimed(options: OutboxOptions, claim: Claim<'outbox'>): Promise<void> {
  const { db, now } = options;
  if (now() + SENDING_MS <= claim.leaseUntil) return sendOne(options, toWaiting(claim.row));
  await postponeClaim(db, OUTBOX, claim, now());
}

async function sendOne(options: OutboxOptions, message: WaitingMessage): Promise<void> {
  const { db, now, log } = options;
  const { id, template, templateVersion, channel, consentBasis } = message;
  if (validUntil(options, template, message.createdAt) <= now()) return expire(options, message);
  const written = await wordsToSend(options, message);
  if (!written) return;
  try {
    await deliver(options, message, written);
  } catch (error) {
    const { recipient } = written.words;
    // Mail servers repeat the refused address in their errors.
    const reason = (error as Error).message.replaceAll(recipient || '\0', '[recipient]');
    if (!(error instanceof MessageRefused)) throw new Error(reason);
    const { because } = error;
    const about = { ...message, because, reason: maskText(reason), recipient, isOwed: message.owedAbout !== null };
    await options.onRefused(about);
    throw new MessageRefused(because, reason);
  }
  await markSent(db, id, now());
  log.info({ message: id, channel, template, templateVersion, consentBasis }, 'a message was sent');
}

/** When what a message says is over. */
function validUntil({ validMs }: OutboxOptions, template: string, createdAt: Date): number {
  return createdAt.getTime() + (validMs[template] ?? Number.POSITIVE_INFINITY);
}

/** A code that is over opens nothing, and keeps its reader from asking for another one. */
async function expire(
  { db, now, log }: OutboxOptions,
  { id, template, channel }: Pick<WaitingMessage, 'id' | 'template' | 'channel'>,
  error?: string,
): Promise<void> {
  log.warn(
    { message: id, channel, template, ...(error !== undefined && { reason: error }) },
    'a message expired unsent',
  );
  await markWithheld(db, id, { because: 'expired', now: now(), ...(error !== undefined && { error }) });
}

async function noteFailure(options: OutboxOptions, row: Claim<'outbox'>['row'], error: Error): Promise<void> {
  const { db, now, log } = options;
  const { id, attempts, template, created_at: createdAt, owed_about: about } = row;
  // It may be noted as sent: if it is not, it comes again when its lease ends.
  if (error instanceof UnclearError) return log.warn({ err: error, message: id }, 'not known whether it is noted');
  // What the server says of us ends with what operators mend; every other refusal is final.
  const isRefused = error instanceof MessageRefused && error.because !== 'us';
  const final = isRefused || attempts >= MAX_ATTEMPTS;
  const reason = maskText(error.message);
  if (!final && now() + retryDelayMs(attempts) >= validUntil(options, template, createdAt)) {
    return expire(options, row, reason);
  }
  log[final ? 'error' : 'warn']({ reason, message: id, attempts }, final ? 'a message was given up' : 'not sent yet');
  if (final && about !== null) await options.onOwedGivenUp({ about, template });
  const retryAt = final ? undefined : now() + retryDelayMs(attempts);
  await markUnsent(db, id, { error: reason, now: now(), retryAt });
}

/** The text to send now, after recording it; undefined when the message is withheld or has to wait. */
async function wordsToSend(options: OutboxOptions, message: WaitingMessage): Promise<WordsToSend | undefined> {
  const { db, sealOf, now, write } = options;
  const { id, notificationId, personId, words, sealed } = message;
  if (notificationId === null) {
    if (!words) throw new Error('a message without words');
    return { words: sealed ? openWords(await sealOf(personId), id, words) : words };
  }
  const written = await write(message, now());
  if (written.kind === 'withheld') await markWithheld(db, id, { because: written.because, now: now() });
  if (written.kind === 'wait') await postpone(db, id, written.until);
  if (written.kind !== 'written' || personId === null) return undefined;
  const seal = await sealOf(personId);
  const isWanted = await storeWords(db, id, sealWords(seal, id, written.words), written.templateVersion);
  return isWanted ? written : undefined;
}

/** Sends through the gateway of the channel. Voice and WhatsApp exist only in the sandbox and are not delivered. */
async function deliver(
  { gateway, sms, fileOf }: OutboxOptions,
  { id, channel, attachments: references }: WaitingMessage,
  { words: { recipient, subject, body }, unsubscribeUrl }: WordsToSend,
): Promise<void> {
  if (channel === 'email') {
    const attachments = await Promise.all(references.map(fileOf));
    return gateway.send({ id, recipient, subject, body, attachments, unsubscribeUrl });
  }
  if (!sms) throw new Error('there is no gateway for text messages');
  return sms.send({ id, recipient, text: body });
}

/** Looks for due messages every two seconds, and again at once while there are more. */
export function startOutbox(options: OutboxOptions): RunningJob {
  return repeatUntilEmpty(POLL_MS, options.log, (isStopped) => dispatchOutbox(options, isStopped));
}
