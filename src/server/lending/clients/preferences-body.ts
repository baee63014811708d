import type * as z from 'zod/mini';
import type { notificationPreferences } from '#api/notification-preferences.ts';
import type { Database } from '#server/kit/db.ts';
import type { Tables } from '#server/kit/tables.ts';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { marketingBody } from './marketing-body.ts';
import { readPreference } from './notification-store.ts';

/** The notification preferences as the API returns them. */
export async function preferencesBody(
  { kysely }: Database<Tables>,
  personId: string,
): Promise<z.infer<typeof notificationPreferences>> {
  const { email, sms, smsDetails } = await readPreference(kysely, personId);
  const marketing = marketingBody(await readMarketingConsent(kysely, personId));
  return { channels: { email, sms }, smsDetails, marketing };
}
