import { type ScreenName, screenPath } from '#api/screens.ts';
import { sendingMoment } from '#loan/contact-hours.ts';
import type { Withheld, WrittenMessage } from '#server/lending/messages/dispatch-outbox.ts';
import { instantInLima, momentInLima } from '#server/lending/messages/lima-time.ts';
import { type MessageWords, openWords, type WaitingMessage } from '#server/lending/messages/outbox-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { isSuppressed } from '#server/lending/people/store/suppression-store.ts';
import type { OutsideChannel } from './notification-kind.ts';
import { isNotificationKind, NOTIFICATION_KINDS } from './notification-kinds.ts';
import { readNotification, readPreference, type StoredNotification } from './notification-store.ts';
import { emailOf, type MessageSurroundings, smsOf, type Told } from './notification-texts.ts';

export type MessageWriterContext = Pick<LendingContext, 'db' | 'vault' | 'calendar' | 'siteUrl' | 'brandName'>;

type Unwritten = Pick<WaitingMessage, 'notificationId' | 'channel'>;

/**
 * Writes a message to a client at the moment it leaves (domain 2.19, 2.20): to the address that is verified now, in the
 * language of now, by a channel that is still chosen or agreed to, and inside its hours. A consent that was taken back
 * a second ago stops what was asked for yesterday.
 */
export async function writeMessage(
  context: MessageWriterContext,
  message: Unwritten,
  now: number,
): Promise<WrittenMessage> {
  const { told, person, notification } = await readToldTo(context, message);
  if (!person || person.status === 'CLOSED') return { kind: 'withheld', because: 'account-closed' };
  const channel = message.channel as OutsideChannel;
  const because = (await refusalOf(context, notification, channel)) ?? addressRefusal(person, channel);
  if (because) return { kind: 'withheld', because };
  const { isHoliday } = await context.calendar.days(context.db.kysely);
  const { purpose, version } = NOTIFICATION_KINDS[told.kind];
  const moment = momentInLima(now);
  const leaves = sendingMoment({ channel, purpose }, moment, isHoliday);
  if (leaves !== moment) return { kind: 'wait', until: instantInLima(leaves) };
  return {
    kind: 'written',
    words: await wordsFor(context, told, person, notification, channel),
    templateVersion: version,
  };
}

/** What a message says, or would say now, whether or not it may leave: for the sandbox's page. */
export async function readableWords(
  context: MessageWriterContext,
  message: Unwritten & Pick<WaitingMessage, 'id' | 'words' | 'sealed' | 'personId'>,
): Promise<MessageWords | undefined> {
  const { id, words, sealed, personId } = message;
  if (words && !sealed) return words;
  if (words && personId === null) return openWords(context.vault, id, words);
  const person = personId === null ? undefined : await readPerson(context.db.kysely, context.vault, personId);
  if (!person) return undefined;
  if (words) return openWords(await personSeal(context.db.kysely, context.vault, person.id), id, words);
  const { told, notification } = await readToldTo(context, message);
  return wordsFor(context, told, person, notification, message.channel as OutsideChannel);
}

async function readToldTo({ db, vault }: MessageWriterContext, { notificationId }: Unwritten) {
  const notification = notificationId === null ? undefined : await readNotification(db.kysely, notificationId);
  if (!notification || !isNotificationKind(notification.kind)) throw new Error('there is nothing to write about');
  const told: Told = { kind: notification.kind, params: notification.params };
  return { told, notification, person: await readPerson(db.kysely, vault, notification.personId) };
}

async function refusalOf(
  { db }: MessageWriterContext,
  { kind, personId }: StoredNotification,
  channel: OutsideChannel,
): Promise<Withheld | undefined> {
  const isMarketing = isNotificationKind(kind) && NOTIFICATION_KINDS[kind].purpose === 'marketing';
  if (!isMarketing) return (await readPreference(db.kysely, personId))[channel] ? undefined : 'not-chosen';
  const { channels } = await readMarketingConsent(db.kysely, personId);
  if (!channels[channel]) return 'no-consent';
  return (await isSuppressed(db.kysely, personId, channel)) ? 'suppressed' : undefined;
}

/** To an address somebody only typed we say nothing: it may be anybody's. */
function addressRefusal(person: Person, channel: OutsideChannel): Withheld | undefined {
  const [address, verifiedAt] =
    channel === 'email' ? [person.email, person.emailVerifiedAt] : [person.phone, person.phoneVerifiedAt];
  if (address === undefined) return 'no-address';
  return verifiedAt === null ? 'not-verified' : undefined;
}

async function wordsFor(
  { db, siteUrl, brandName }: MessageWriterContext,
  told: Told,
  person: Person,
  { link, personId }: StoredNotification,
  channel: OutsideChannel,
): Promise<MessageWords> {
  const surroundings: MessageSurroundings = {
    language: person.language,
    siteUrl,
    lender: brandName,
    path: screenPath(link as ScreenName),
    settingsPath: screenPath('profile-settings'),
  };
  if (channel === 'email') return { recipient: person.email ?? '', ...emailOf(told, person.firstName, surroundings) };
  const { smsDetails } = await readPreference(db.kysely, personId);
  return { recipient: person.phone ?? '', subject: '', body: smsOf(told, smsDetails, surroundings) };
}
