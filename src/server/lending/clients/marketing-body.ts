import type * as z from 'zod/mini';
import type { marketingConsent } from '#api/notification-preferences.ts';
import type { MarketingConsent } from '#server/lending/people/store/consent-store.ts';

/** The marketing consent as the API returns it. */
export function marketingBody({ channels, changedAt }: MarketingConsent): z.infer<typeof marketingConsent> {
  return { value: Object.values(channels).some(Boolean), channels, changedAt: changedAt?.toISOString() ?? null };
}
