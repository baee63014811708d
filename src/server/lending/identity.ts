import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Vault } from '#server/kit/vault.ts';
import type { LendingTables } from './store/tables.ts';

/** What everything about people and their sessions shares. */
export interface IdentityContext {
  readonly db: Database<LendingTables>;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly trustedProxies: number;
}
