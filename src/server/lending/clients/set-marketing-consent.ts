import { MARKETING_CHANNELS, type MarketingChannel } from '#api/consent.ts';
import { setMarketingConsent } from '#api/endpoints/clients/set-marketing-consent.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { marketingBody } from './marketing-body.ts';
import { setMarketingConsent as decide } from './marketing-consent.ts';

type Context = Pick<LendingContext, 'db' | 'clock' | 'trustedProxies'>;

export function setMarketingConsentRoute({ db, clock, trustedProxies }: Context): Route<typeof setMarketingConsent> {
  return {
    endpoint: setMarketingConsent,
    async answer({ body, client, context }) {
      const { acceptMarketing, channels, textVersion } = body;
      const isChosen = (channel: MarketingChannel) => (channels ? channels[channel] === true : acceptMarketing);
      const chosen = Object.fromEntries(MARKETING_CHANNELS.map((channel) => [channel, isChosen(channel)]));
      const decided = await decide(
        { db, clock },
        {
          personId: client.personId,
          channels: chosen as Record<MarketingChannel, boolean>,
          textVersion,
          caller: callerOf(context, trustedProxies),
        },
      );
      return { kind: 'ok', body: marketingBody(decided), headers: {} };
    },
  };
}
