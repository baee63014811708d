import { marketingPurpose } from '#api/consent.ts';
import type { Trx } from '#server/kit/tables.ts';
import { enqueueUnwritten } from '#server/lending/messages/outbox-store.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import type { KindOfNotification, OutsideChannel } from './notification-kind.ts';
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationParams } from './notification-kinds.ts';
import { insertNotification, readChannels } from './notification-store.ts';

export interface NewNotification<Kind extends NotificationKind = NotificationKind> {
  readonly personId: string;
  readonly kind: Kind;
  readonly params: NotificationParams[Kind];
  /** Identifies the event for ever: `payment:<id>`. */
  readonly naturalKey: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Notifies a client in the transaction of the event: in the client area, and by the channels the client chose
 * (marketing: consented to). The same `naturalKey` again does nothing. `message-writer.ts` renders e-mail and SMS when
 * they are sent, with the address, consents and hours of that time.
 * @returns whether the notification is new
 */
export async function notify<Kind extends NotificationKind>(
  trx: Trx,
  { personId, kind, params, naturalKey, now }: NewNotification<Kind>,
): Promise<boolean> {
  const { version, severity, link, purpose, channels } = NOTIFICATION_KINDS[kind];
  const by = await channelsTo(trx, personId, { purpose, channels });
  // Advertising is for those who agreed to some of it, inside the client area too.
  if (purpose === 'marketing' && by.length === 0) return false;
  const about = { personId, kind, params, severity, link, naturalKey, templateVersion: version };
  const notificationId = await insertNotification(trx, about, now);
  if (notificationId === undefined) return false;
  const messages = by.map((channel) => ({
    notificationId,
    personId,
    channel,
    template: kind,
    templateVersion: version,
    consentBasis: consentBasisOf(kind, channel),
  }));
  await enqueueUnwritten(trx, messages, now);
  return true;
}

/**
 * Lists the channels by which the client gets a notification. Until their mailbox is confirmed an e-mail would be
 * withheld, so what they chose to read there goes by SMS (domain 2.20).
 */
async function channelsTo(
  trx: Trx,
  personId: string,
  { purpose, channels }: Pick<KindOfNotification, 'purpose' | 'channels'>,
): Promise<readonly OutsideChannel[]> {
  if (purpose === 'marketing') {
    const { channels: agreed } = await readMarketingConsent(trx, personId);
    return channels.filter((channel) => agreed[channel]);
  }
  const { hasMailbox, ...allowed } = await readChannels(trx, personId);
  const chosen = channels.filter((channel) => allowed[channel]);
  return !hasMailbox && chosen.length > 0 && !chosen.includes('sms') ? [...chosen, 'sms'] : chosen;
}

/** The legal basis: the contract, or the consent to marketing by this channel. */
export function consentBasisOf(kind: NotificationKind, channel: OutsideChannel): string {
  return NOTIFICATION_KINDS[kind].purpose === 'marketing' ? marketingPurpose(channel) : 'service';
}
