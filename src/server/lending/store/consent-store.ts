import type { Kysely } from 'kysely';
import type { LendingTables } from './tables.ts';

/** What a visitor decided; rows are never changed, the last one counts. */
export interface ConsentEvent {
  readonly consentId: string;
  readonly deviceId: string;
  readonly purpose: string;
  readonly granted: boolean;
  readonly textVersion: string;
  /** The caller's address, as far as we know it. */
  readonly caller: string;
  readonly at: Date;
}

export async function appendConsent(db: Kysely<LendingTables>, event: ConsentEvent): Promise<void> {
  await db
    .insertInto('consent_event')
    .values({
      id: event.consentId,
      device_id: event.deviceId,
      purpose: event.purpose,
      granted: event.granted,
      text_version: event.textVersion,
      channel: 'WEB',
      actor: 'VISITOR',
      caller: event.caller,
      created_at: event.at,
    })
    .execute();
}
