import { MARKETING_CHANNELS, type MarketingChannel } from '#api/consent.ts';
import type { Locale } from '#i18n/locale.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { readMessage } from '#server/lending/messages/outbox-store.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { issueReceipts } from './issue-receipts.ts';
import { setMarketingConsent } from './marketing-consent.ts';
import { messageOfToken } from './unsubscribe-link.ts';

/** The client to whom a letter advertised, and by which channel. */
export interface AdvertisedTo {
  readonly personId: string;
  readonly channel: MarketingChannel;
}

/** @returns undefined for a link that is not ours, or not of a letter to a client */
export async function readAdvertised(
  { db, vault }: Pick<DocumentsContext, 'db' | 'vault'>,
  token: string,
): Promise<AdvertisedTo | undefined> {
  const messageId = messageOfToken(vault, token);
  const message = messageId === undefined ? undefined : await readMessage(db.kysely, messageId);
  const channel = MARKETING_CHANNELS.find((one) => one === message?.channel);
  if (!message || message.personId === null || channel === undefined) return undefined;
  return { personId: message.personId, channel };
}

/**
 * Withdraws the consent to advertising by the channel of the letter, and nothing else: other channels and messages about
 * the client's loans stay as they were chosen. Again it changes nothing.
 */
export async function endAdvertising(
  context: DocumentsContext,
  { personId, channel }: AdvertisedTo,
  { caller, locale }: { readonly caller: string; readonly locale: Locale },
): Promise<void> {
  const { channels } = await readMarketingConsent(context.db.kysely, personId);
  if (!channels[channel]) return;
  const { changes } = await setMarketingConsent(context, { personId, channels: { [channel]: false }, caller });
  await issueReceipts(context, { personId, locale }, changes);
}
