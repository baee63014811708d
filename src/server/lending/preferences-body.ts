import type * as z from 'zod/mini';
import type { notificationPreferences } from '#api/notification-preferences.ts';
import type { Database } from '#server/kit/db.ts';
import { marketingBody } from './marketing-body.ts';
import { readMarketingConsent } from './store/consent-store.ts';
import { readPreference } from './store/notification-store.ts';
import type { LendingTables } from './store/tables.ts';

/** How a client wants to be reached, as it goes over the wire. */
export async function preferencesBody(
  { kysely }: Database<LendingTables>,
  personId: string,
): Promise<z.infer<typeof notificationPreferences>> {
  const { email, sms, smsDetails } = await readPreference(kysely, personId);
  const marketing = marketingBody(await readMarketingConsent(kysely, personId));
  return { channels: { email, sms }, smsDetails, marketing };
}
