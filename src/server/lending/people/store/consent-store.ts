import { MARKETING_CHANNELS, type MarketingChannel, marketingPurpose } from '#api/consent.ts';
import type { Db } from '#server/kit/tables.ts';

/** A consent or refusal of a visitor or a client; rows are never changed, the last one counts. */
export interface ConsentEvent {
  readonly consentId: string;
  /** Of a visitor. */
  readonly deviceId?: string;
  /** Of a client. */
  readonly personId?: string;
  readonly purpose: string;
  readonly granted: boolean;
  readonly textVersion: string;
  /** The caller's address, as far as we know it. */
  readonly caller: string;
  readonly at: Date;
}

export async function appendConsent(db: Db, event: ConsentEvent): Promise<void> {
  await db
    .insertInto('consent_event')
    .values({
      id: event.consentId,
      device_id: event.deviceId ?? null,
      person_id: event.personId ?? null,
      purpose: event.purpose,
      granted: event.granted,
      text_version: event.textVersion,
      channel: 'WEB',
      actor: event.personId === undefined ? 'VISITOR' : 'CLIENT',
      caller: event.caller,
      created_at: event.at,
    })
    .execute();
}

export interface MarketingConsent {
  readonly channels: Readonly<Record<MarketingChannel, boolean>>;
  /** Instant of the last decision about any channel; null without one. */
  readonly changedAt: Date | null;
}

/** Reads the marketing consent per channel: the last decision, and "no" without one. */
export async function readMarketingConsent(db: Db, personId: string): Promise<MarketingConsent> {
  const purposes = MARKETING_CHANNELS.map(marketingPurpose);
  const rows = await db
    .selectFrom('consent_event')
    .select(['purpose', 'granted', 'created_at as at'])
    .where('person_id', '=', personId)
    .where('purpose', 'in', purposes)
    .distinctOn('purpose')
    .orderBy('purpose')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const isGranted = (channel: MarketingChannel) =>
    rows.some(({ purpose, granted }) => granted && purpose === marketingPurpose(channel));
  const times = rows.map(({ at }) => at.getTime());
  return {
    channels: {
      sms: isGranted('sms'),
      email: isGranted('email'),
      call: isGranted('call'),
      whatsapp: isGranted('whatsapp'),
    },
    changedAt: times.length > 0 ? new Date(Math.max(...times)) : null,
  };
}
