import type * as z from 'zod/mini';
import type { marketingConsent } from '#api/notification-preferences.ts';
import type { MarketingConsent } from '#server/lending/people/store/consent-store.ts';

/** What the client said about advertising, as it goes over the wire. */
export function marketingBody({ channels, changedAt }: MarketingConsent): z.infer<typeof marketingConsent> {
  return { value: Object.values(channels).some(Boolean), channels, changedAt: changedAt?.toISOString() ?? null };
}
