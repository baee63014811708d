import type { Kysely } from 'kysely';
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
import type { EmailGateway, OutgoingEmail } from '#server/lending/gateways/email/email-gateway.ts';
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

export type WrittenMessage =
  | { readonly kind: 'written'; readonly words: MessageWords; readonly templateVersion: number }
  | { readonly kind: 'withheld'; readonly because: Withheld }
  /** It may not be sent before its hours. */
  | { readonly kind: 'wait'; readonly until: number };

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

/** A slow mail server may outlast the lease of a batch: what is left is claimed anew, by any instance. */
async function sendClaimed(options: OutboxOptions, claim: Claim<'outbox'>): Promise<void> {
  const { db, now } = options;
  if (now() + SENDING_MS <= claim.leaseUntil) return sendOne(options, toWaiting(claim.row));
  await postponeClaim(db, OUTBOX, claim, now());
}

async function sendOne(options: OutboxOptions, message: WaitingMessage): Promise<void> {
  const { db, now, log } = options;
  const { id, template, templateVersion, channel, consentBasis } = message;
  if (validUntil(options, template, message.createdAt) <= now()) return expire(options, message);
  const words = await wordsToSend(options, message);
  if (!words) return;
  try {
    await deliver(options, message, words);
  } catch (error) {
    // Mail servers repeat the refused address in their errors.
    throw new Error((error as Error).message.replaceAll(words.recipient || '\0', '[recipient]'));
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
  const final = attempts >= MAX_ATTEMPTS;
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
async function wordsToSend(options: OutboxOptions, message: WaitingMessage): Promise<MessageWords | undefined> {
  const { db, sealOf, now, write } = options;
  const { id, notificationId, personId, words, sealed } = message;
  if (notificationId === null) {
    if (!words) throw new Error('a message without words');
    if (!sealed) return words;
    return openWords(await sealOf(personId), id, words);
  }
  const written = await write(message, now());
  if (written.kind === 'withheld') await markWithheld(db, id, { because: written.because, now: now() });
  if (written.kind === 'wait') await postpone(db, id, written.until);
  if (written.kind !== 'written' || personId === null) return undefined;
  const seal = await sealOf(personId);
  const isWanted = await storeWords(db, id, sealWords(seal, id, written.words), written.templateVersion);
  return isWanted ? written.words : undefined;
}

/** Sends through the gateway of the channel. Voice and WhatsApp exist only in the sandbox and are not delivered. */
async function deliver(
  { gateway, sms, fileOf }: OutboxOptions,
  { id, channel, attachments: references }: WaitingMessage,
  { recipient, subject, body }: MessageWords,
): Promise<void> {
  if (channel === 'email') {
    const attachments = await Promise.all(references.map(fileOf));
    return gateway.send({ id, recipient, subject, body, attachments });
  }
  if (!sms) throw new Error('there is no gateway for text messages');
  return sms.send({ id, recipient, text: body });
}

/** Looks for due messages every two seconds, and again at once while there are more. */
export function startOutbox(options: OutboxOptions): RunningJob {
  return repeatUntilEmpty(POLL_MS, options.log, (isStopped) => dispatchOutbox(options, isStopped));
}
