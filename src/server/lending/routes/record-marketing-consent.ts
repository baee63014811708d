import { createHash } from 'node:crypto';
import { MARKETING_CHANNELS, marketingPurpose } from '#api/consent.ts';
import { recordMarketingConsent } from '#api/endpoints/record-marketing-consent.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { ApplicationContext } from '../applications.ts';
import { appendConsent, readMarketingConsent } from '../store/consent-store.ts';

/** What a caller agreed to who did not say which words were on the screen (product-spec §7 sends a yes or a no alone). */
const OWN_WORDS =
  'Acepto recibir publicidad por los canales que marco; puedo cambiarlo cuando quiera y sin dar razones.';
const OWN_VERSION = createHash('sha256').update(OWN_WORDS).digest('hex');

/** A row of the ledger for every channel, each time: a yes and a no weigh the same (domain 2.19, Ley 32323). */
export function recordMarketingConsentRoute({
  db,
  clock,
  trustedProxies,
}: Pick<ApplicationContext, 'db' | 'clock' | 'trustedProxies'>): Route<typeof recordMarketingConsent> {
  return {
    endpoint: recordMarketingConsent,
    async answer({ body, client, context: c }) {
      const { personId } = client;
      const { acceptMarketing, channels = {}, textVersion = OWN_VERSION } = body;
      const now = clock.now();
      const { channels: current, changedAt } = await db.kysely.transaction().execute(async (trx) => {
        for (const channel of MARKETING_CHANNELS) {
          await appendConsent(trx, {
            consentId: uuidv7(now),
            personId,
            purpose: marketingPurpose(channel),
            granted: channels[channel] ?? acceptMarketing,
            textVersion,
            caller: callerOf(c, trustedProxies),
            at: new Date(now),
          });
        }
        return readMarketingConsent(trx, personId);
      });
      const value = Object.values(current).some(Boolean);
      return {
        kind: 'ok',
        body: { value, channels: current, changedAt: changedAt?.toISOString() ?? null },
        headers: {},
      };
    },
  };
}
