import type { NextScreen } from '#loan/application-screens.ts';
import type { IdentityContext } from '../identity.ts';
import { lenderNow } from '../lender-time.ts';
import { readLatestApplication } from '../store/application-store.ts';
import { stateOf } from './read-profile-state.ts';

/** Where a client goes who has just signed in: what their application and their loan say (domain 2.3.1). */
export async function readNextScreen({ db, clock }: IdentityContext, personId: string): Promise<NextScreen> {
  const application = await readLatestApplication(db.kysely, personId);
  const { nextScreen } = await stateOf(db.kysely, personId, application, lenderNow(clock));
  const { name, query } = nextScreen;
  return { name, ...(query && { query }) };
}
