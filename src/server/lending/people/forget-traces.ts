import type { Kysely } from 'kysely';
import type { Tables } from '#server/kit/tables.ts';
import { forgetDestinations } from './store/challenge-store.ts';
import { forgetContactChanges } from './store/contact-change-store.ts';
import { forgetRecoveries } from './store/recovery-store.ts';
import { forgetRegistrations } from './store/registration-store.ts';
import { forgetOldAttempts } from './store/throttle-store.ts';

const DAY_MS = 86_400_000;

/** Time for which the subject of a change of contact, or of a recovery, can be asked about. */
const CONTACT_CHANGE_DAYS = 90;

/** Deletes the data of people who asked for a code and never returned, after a day, and old telephones and mailboxes. */
export async function forgetTraces({
  db,
  clock,
}: {
  readonly db: Kysely<Tables>;
  readonly clock: { now(): number };
}): Promise<void> {
  const now = clock.now();
  const before = new Date(now - DAY_MS);
  await forgetRegistrations(db, before);
  await forgetDestinations(db, before);
  await forgetOldAttempts(db, now);
  const decided = new Date(now - CONTACT_CHANGE_DAYS * DAY_MS);
  await forgetContactChanges(db, { before: decided });
  await forgetRecoveries(db, { sent: before, decided });
}
