import type { Kysely } from 'kysely';
import type { Log } from '#server/kit/log.ts';
import { maskText } from '#server/kit/mask-text.ts';
import type { Tables } from '#server/kit/tables.ts';
import type { Seal } from '#server/kit/vault.ts';
import type { EmailGateway, OutgoingEmail } from '#server/lending/gateways/email/email-gateway.ts';
import type { SmsGateway } from '#server/lending/gateways/sms/sms-gateway.ts';
import {
  claimMessages,
  type MessageWords,
  markSent,
  markUnsent,
  markWithheld,
  openWords,
  postpone,
  sealWords,
  storeWords,
  type WaitingMessage,
} from './outbox-store.ts';
import type { AttachmentReference } from './tables.ts';

/** Why a message is never sent. */
export type Withheld = 'account-closed' | 'no-address' | 'not-verified' | 'not-chosen' | 'no-consent' | 'suppressed';

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
  /** Loads the file of a reference. Throws when it cannot be rendered now. */
  readonly fileOf: (reference: AttachmentReference) => Promise<OutgoingEmail['attachments'][number]>;
  readonly now: () => number;
  readonly log: Log;
}

/** The lease of a claimed message: longer than a slow mail server needs, short enough to wait for. */
export const LEASE_MS = 120_000;
export const MAX_ATTEMPTS = 12;
const BATCH = 10;
const FIRST_RETRY_MS = 15_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;
const POLL_MS = 2_000;

/** 15 s, 30 s, 1 min … 6 h: twelve tries span about a day. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
}

/**
 * Sends the messages that are due. Delivery is at least once: when an instance dies after sending and before recording
 * it, the message is sent again after its lease, with the same message id.
 * @returns how many messages were tried
 */
export async function dispatchOutbox(options: OutboxOptions): Promise<number> {
  const now = options.now();
  const messages = await claimMessages(options.db, { now, leaseUntil: now + LEASE_MS, limit: BATCH });
  // One after another: a slow mail server should not get ten connections at once.
  for (const message of messages) await sendOne(options, message);
  return messages.length;
}

async function sendOne(options: OutboxOptions, message: WaitingMessage): Promise<void> {
  const { db, now, log } = options;
  const { id, attempts, template, templateVersion, channel, consentBasis } = message;
  let words: MessageWords | undefined;
  try {
    words = await wordsToSend(options, message);
    if (!words) return;
    await deliver(options, message, words);
    await markSent(db, id, now());
    log.info({ message: id, channel, template, templateVersion, consentBasis }, 'a message was sent');
  } catch (error) {
    const final = attempts >= MAX_ATTEMPTS;
    // Mail servers repeat the refused address in their errors.
    const reason = maskText((error as Error).message.replaceAll(words?.recipient || '\0', '[recipient]'));
    log[final ? 'error' : 'warn']({ reason, message: id, attempts }, final ? 'a message was given up' : 'not sent yet');
    const retryAt = final ? undefined : now() + retryDelayMs(attempts);
    await markUnsent(db, id, { error: reason, now: now(), retryAt });
  }
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
  await storeWords(db, id, sealWords(seal, id, written.words), written.templateVersion);
  return written.words;
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

export interface RunningJob {
  /** Waits for the current round to end. */
  stop(): Promise<void>;
}

/** Looks for due messages every two seconds, and again at once while there are more. */
export function startOutbox(options: OutboxOptions): RunningJob {
  return repeat(POLL_MS, options.log, async () => {
    while ((await dispatchOutbox(options)) === BATCH);
  });
}

/** Runs a job repeatedly, never twice at once; a failure is logged and the next round retries. */
export function repeat(everyMs: number, log: Log, job: () => Promise<void>): RunningJob {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = (): void => {
    running = job()
      .catch((error: unknown) => log.error({ err: error }, 'a job failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(round, everyMs).unref();
      });
  };
  timer = setTimeout(round, 0).unref();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
