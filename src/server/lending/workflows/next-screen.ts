import type { Kysely } from 'kysely';
import { type NextScreen, screensFor } from '#loan/application-screens.ts';
import { readLatestLoanStatus } from '../store/loan-store.ts';
import type { LendingTables } from '../store/tables.ts';

/** Where a client goes who has just signed in: what the state of their loan says (domain 2.3.1). */
export async function readNextScreen(db: Kysely<LendingTables>, personId: string, now: number): Promise<NextScreen> {
  const status = await readLatestLoanStatus(db, personId);
  return screensFor({ now, ...(status && { loan: { status } }) }).nextScreen;
}
