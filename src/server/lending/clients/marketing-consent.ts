import { createHash } from 'node:crypto';
import { MARKETING_CHANNELS, type MarketingChannel, marketingPurpose } from '#api/consent.ts';
import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import {
  appendConsent,
  type ConsentEvent,
  type MarketingConsent,
  readMarketingConsent,
} from '#server/lending/people/store/consent-store.ts';
import { liftSuppression, suppressMarketing } from '#server/lending/people/store/suppression-store.ts';

export interface MarketingDecision {
  readonly personId: string;
  /** The channels decided about; the others stay as they are. */
  readonly channels: Readonly<Partial<Record<MarketingChannel, boolean>>>;
  /** SHA-256 of the wording on the screen; a refusal may come without. */
  readonly textVersion?: string | undefined;
  readonly caller: string;
}

export type MarketingChange = ConsentEvent & { readonly channel: MarketingChannel };

/** The wording of a refusal made without being asked. */
const NO_WORDS = createHash('sha256').update('').digest('hex');

/**
 * Records a client's decision about marketing (Ley 32323; domain 2.19): one row of the consent ledger for each channel
 * decided about, and the suppression list with it, in one transaction. Messages in the outbox check both when they are sent, so that a
 * refusal takes effect at once. The person's row is locked to serialise two decisions.
 * @returns what now counts, and the rows that changed something: each is due a receipt
 */
export function setMarketingConsent(
  { db, clock }: { readonly db: Database<Tables>; readonly clock: Clock },
  { personId, channels, textVersion = NO_WORDS, caller }: MarketingDecision,
): Promise<{ readonly decided: MarketingConsent; readonly changes: readonly MarketingChange[] }> {
  return db.kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirstOrThrow();
    const before = await readMarketingConsent(trx, personId);
    // The last row counts, so its time must be after that of the row it replaces.
    const now = Math.max(clock.now(), (before.changedAt?.getTime() ?? 0) + 1);
    const changes: MarketingChange[] = [];
    for (const channel of MARKETING_CHANNELS) {
      const granted = channels[channel];
      if (granted === undefined) continue;
      const event = { purpose: marketingPurpose(channel), granted, textVersion, caller };
      const row = { ...event, consentId: uuidv7(now), personId, at: new Date(now) };
      await appendConsent(trx, row);
      if (row.granted !== before.channels[channel]) changes.push({ ...row, channel });
    }
    const chosen = (granted: boolean) => MARKETING_CHANNELS.filter((channel) => channels[channel] === granted);
    await suppressMarketing(trx, { personId, channels: chosen(false), reason: 'REVOKED', now });
    await liftSuppression(trx, { personId, channels: chosen(true), reason: 'REVOKED', now });
    return { decided: await readMarketingConsent(trx, personId), changes };
  });
}
