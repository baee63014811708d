import { createHash } from 'node:crypto';
import { MARKETING_CHANNELS, type MarketingChannel, marketingPurpose } from '#api/consent.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import {
  appendConsent,
  type MarketingConsent,
  readMarketingConsent,
} from '#server/lending/people/store/consent-store.ts';
import { liftSuppression, suppressMarketing } from '#server/lending/people/store/suppression-store.ts';

export interface MarketingDecision {
  readonly personId: string;
  readonly channels: Readonly<Record<MarketingChannel, boolean>>;
  /** SHA-256 of the words on the screen; a no may come without. */
  readonly textVersion?: string | undefined;
  readonly caller: string;
}

/** Of a no that was said without having been asked. */
const NO_WORDS = createHash('sha256').update('').digest('hex');

/**
 * Writes what a client decided about advertising (Ley 32323; domain 2.19): one row of the ledger for each channel, and
 * the suppression list with it, in one transaction. Whatever waits in the outbox asks both when it leaves, so that a no
 * counts from this second on. The person's row is locked: two decisions at once come one after the other.
 */
export function setMarketingConsent(
  { db, clock }: { readonly db: Database<Tables>; readonly clock: Clock },
  { personId, channels, textVersion = NO_WORDS, caller }: MarketingDecision,
): Promise<MarketingConsent> {
  return db.kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('person').select('id').where('id', '=', personId).forUpdate().executeTakeFirstOrThrow();
    const before = await readMarketingConsent(trx, personId);
    // The last row counts: never at or before the instant of the one it replaces.
    const now = Math.max(clock.now(), (before.changedAt?.getTime() ?? 0) + 1);
    for (const channel of MARKETING_CHANNELS) {
      const event = { purpose: marketingPurpose(channel), granted: channels[channel], textVersion, caller };
      await appendConsent(trx, { ...event, consentId: uuidv7(now), personId, at: new Date(now) });
    }
    const chosen = (granted: boolean) => MARKETING_CHANNELS.filter((channel) => channels[channel] === granted);
    await suppressMarketing(trx, { personId, channels: chosen(false), reason: 'REVOKED', now });
    await liftSuppression(trx, { personId, channels: chosen(true), reason: 'REVOKED', now });
    return readMarketingConsent(trx, personId);
  });
}
