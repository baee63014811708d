import { type ScreenName, screenPath } from '#api/screens.ts';
import { sendingMoment } from '#loan/contact-hours.ts';
import type { WrittenMessage } from '#server/lending/messages/dispatch-outbox.ts';
import { instantInLima, momentInLima } from '#server/lending/messages/lima-time.ts';
import {
  isWithheld,
  type MessageWords,
  openWords,
  type WaitingMessage,
  type Withheld,
} from '#server/lending/messages/outbox-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { isSuppressed } from '#server/lending/people/store/suppression-store.ts';
import type { OutsideChannel } from './notification-kind.ts';
import { isNotificationKind, NOTIFICATION_KINDS } from './notification-kinds.ts';
import { readNotification, readPreference, type StoredNotification } from './notification-store.ts';
import { contentOf, emailOf, type MessageContext, type NotificationContent, smsOf } from './notification-texts.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

export type MessageWriterContext = Pick<LendingContext, 'db' | 'vault' | 'calendar' | 'siteUrl' | 'brandName'>;

type Unwritten = Pick<WaitingMessage, 'id' | 'notificationId' | 'channel'>;

/**
 * Renders a message to a client when it is sent (domain 2.19, 2.20): to the address verified at that time, in the
 * language chosen at that time, by a channel still chosen or consented to, and within its hours. A consent withdrawn a
 * second ago stops a message queued yesterday.
 */
export async function writeMessage(
  context: MessageWriterContext,
  message: Unwritten,
  now: number,
): Promise<WrittenMessage> {
  const { content, person, notification } = await readContent(context, message);
  if (!person || person.status === 'CLOSED') return { kind: 'withheld', because: 'account-closed' };
  const channel = message.channel as OutsideChannel;
  const because = (await refusalOf(context, notification, person, channel)) ?? addressRefusal(person, channel);
  if (because) return { kind: 'withheld', because };
  const { isHoliday } = await context.calendar.days(context.db.kysely);
  const { purpose, version } = NOTIFICATION_KINDS[content.kind];
  const moment = momentInLima(now);
  const leaves = sendingMoment({ channel, purpose }, moment, isHoliday);
  if (leaves !== moment) return { kind: 'wait', until: instantInLima(leaves) };
  const advertises = purpose === 'marketing' && channel === 'email';
  const unsubscribe = advertises ? unsubscribeUrl(context, message.id, person.language) : undefined;
  return {
    kind: 'written',
    words: await wordsFor(context, { content, person, notification, unsubscribe }, channel),
    templateVersion: version,
    unsubscribeUrl: unsubscribe,
  };
}

/** The text of a message, whether or not it may be sent: for the sandbox's page. */
export async function readableWords(
  context: MessageWriterContext,
  message: Unwritten & Pick<WaitingMessage, 'words' | 'sealed' | 'personId'>,
): Promise<MessageWords | undefined> {
  const { id, words, sealed, personId } = message;
  if (words && !sealed) return words;
  if (words && personId === null) return openWords(context.vault, id, words);
  const person = personId === null ? undefined : await readPerson(context.db.kysely, context.vault, personId);
  if (!person) return undefined;
  if (words) return openWords(await personSeal(context.db.kysely, context.vault, person.id), id, words);
  const { content, notification } = await readContent(context, message);
  // The link is in what was sent: nobody ends advertising from a page that shows it.
  return wordsFor(context, { content, person, notification }, message.channel as OutsideChannel);
}

async function readContent({ db, vault }: MessageWriterContext, { notificationId }: Unwritten) {
  const notification = notificationId === null ? undefined : await readNotification(db.kysely, notificationId);
  if (!notification || !isNotificationKind(notification.kind)) throw new Error('there is nothing to write about');
  const content = contentOf(notification.kind, notification);
  return { content, notification, person: await readPerson(db.kysely, vault, notification.personId) };
}

async function refusalOf(
  { db }: MessageWriterContext,
  { id, kind, personId }: StoredNotification,
  { emailVerifiedAt }: Person,
  channel: OutsideChannel,
): Promise<Withheld | undefined> {
  const isMarketing = isNotificationKind(kind) && NOTIFICATION_KINDS[kind].purpose === 'marketing';
  if (!isMarketing) {
    if ((await readPreference(db.kysely, personId))[channel]) return undefined;
    // In the place of an e-mail: also of one that was withheld before the mailbox was confirmed, which nobody sends again.
    const isInstead =
      emailVerifiedAt === null || (await isWithheld(db.kysely, { notificationId: id, channel: 'email' }));
    return channel === 'sms' && isInstead ? undefined : 'not-chosen';
  }
  const { channels } = await readMarketingConsent(db.kysely, personId);
  if (!channels[channel]) return 'no-consent';
  return (await isSuppressed(db.kysely, personId, channel)) ? 'suppressed' : undefined;
}

/** Unverified addresses get no messages: they may belong to somebody else. */
function addressRefusal(person: Person, channel: OutsideChannel): Withheld | undefined {
  const [address, verifiedAt] =
    channel === 'email' ? [person.email, person.emailVerifiedAt] : [person.phone, person.phoneVerifiedAt];
  if (address === undefined) return 'no-address';
  return verifiedAt === null ? 'not-verified' : undefined;
}

async function wordsFor(
  { db, siteUrl, brandName }: MessageWriterContext,
  {
    content,
    person,
    notification: { link, personId },
    unsubscribe,
  }: {
    readonly content: NotificationContent;
    readonly person: Person;
    readonly notification: StoredNotification;
    readonly unsubscribe?: string | undefined;
  },
  channel: OutsideChannel,
): Promise<MessageWords> {
  const messageContext: MessageContext = {
    language: person.language,
    siteUrl,
    lender: brandName,
    path: screenPath(link as ScreenName),
    settingsPath: screenPath('profile-settings'),
    unsubscribeUrl: unsubscribe,
  };
  if (channel === 'email')
    return { recipient: person.email ?? '', ...emailOf(content, person.firstName, messageContext) };
  const { smsDetails } = await readPreference(db.kysely, personId);
  return { recipient: person.phone ?? '', subject: '', body: smsOf(content, smsDetails, messageContext) };
}
