import type { NextScreen } from '#loan/application-screens.ts';
import { lenderNow } from '#server/lending/parameters/lender-time.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { stateOf } from './read-profile-state.ts';
import { readLatestApplication } from './store/application-store.ts';

/** Where a client goes who has just signed in: what their application and their loan say (domain 2.3.1). */
export async function readNextScreen(
  { db, clock }: Pick<LendingContext, 'db' | 'clock'>,
  personId: string,
): Promise<NextScreen> {
  const application = await readLatestApplication(db.kysely, personId);
  const { nextScreen } = await stateOf(db.kysely, personId, application, lenderNow(clock));
  const { name, query } = nextScreen;
  return { name, ...(query && { query }) };
}
