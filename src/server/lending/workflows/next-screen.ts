import type { Kysely } from 'kysely';
import type { NextScreen } from '#loan/application-screens.ts';
import { readLatestApplication } from '../store/application-store.ts';
import type { LendingTables } from '../store/tables.ts';
import { stateOf } from './read-profile-state.ts';

/** Where a client goes who has just signed in: what the state of their application and loan says (domain 2.3.1). */
export async function readNextScreen(db: Kysely<LendingTables>, personId: string, now: number): Promise<NextScreen> {
  const { nextScreen } = await stateOf(db, personId, await readLatestApplication(db, personId), now);
  const { name, query } = nextScreen;
  return query ? { name, query } : { name };
}
