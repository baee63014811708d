import { marketingPurpose } from '#api/consent.ts';
import type { Trx } from '#server/kit/tables.ts';
import { enqueueUnwritten } from '#server/lending/messages/outbox-store.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import type { OutsideChannel } from './notification-kind.ts';
import { NOTIFICATION_KINDS, type NotificationKind, type NotificationParams } from './notification-kinds.ts';
import { insertNotification, readPreference } from './notification-store.ts';

export interface News<Kind extends NotificationKind = NotificationKind> {
  readonly personId: string;
  readonly kind: Kind;
  readonly params: NotificationParams[Kind];
  /** What it is about, once for ever: `payment:<id>`. */
  readonly naturalKey: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Tells a client something, in the transaction that makes it true: in the client area, and by the channels the client
 * chose (advertising: agreed to). The same `naturalKey` again tells nothing. What leaves the house is written by
 * `message-writer.ts` when it leaves, with the address, consents and hours of that moment.
 * @returns whether it was news
 */
export async function notify<Kind extends NotificationKind>(
  trx: Trx,
  { personId, kind, params, naturalKey, now }: News<Kind>,
): Promise<boolean> {
  const { version, severity, link, purpose, channels } = NOTIFICATION_KINDS[kind];
  const about = { personId, kind, params, severity, link, naturalKey, templateVersion: version };
  const notificationId = await insertNotification(trx, about, now);
  if (notificationId === undefined) return false;
  const allowed =
    purpose === 'marketing'
      ? (await readMarketingConsent(trx, personId)).channels
      : await readPreference(trx, personId);
  const messages = channels
    .filter((channel) => allowed[channel])
    .map((channel) => ({
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

/** Why we may write: the contract itself, or the consent to advertising by this channel. */
export function consentBasisOf(kind: NotificationKind, channel: OutsideChannel): string {
  return NOTIFICATION_KINDS[kind].purpose === 'marketing' ? marketingPurpose(channel) : 'service';
}
