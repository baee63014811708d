import type { Clock } from '#server/kit/clock.ts';
import type { Database } from '#server/kit/db.ts';
import type { Vault } from '#server/kit/vault.ts';
import { type LendingConfig, SANDBOX_BOOK } from './config.ts';
import type { LendingTables } from './store/tables.ts';

/** What everything about people and their sessions shares. */
export interface IdentityContext {
  readonly db: Database<LendingTables>;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly trustedProxies: number;
  /** Where people reach us, without a slash at the end: links begin with it. */
  readonly siteUrl: string;
}

/** The same for who has no services at hand: the demo client of a start, and tests. */
export function identityContext({
  db,
  vault,
  clock,
  config,
}: Pick<IdentityContext, 'db' | 'vault' | 'clock'> & {
  readonly config: { readonly trustedProxies: number } & Partial<Pick<LendingConfig, 'complaintsBook'>>;
}): IdentityContext {
  const { trustedProxies, complaintsBook = SANDBOX_BOOK } = config;
  return { db, vault, clock, trustedProxies, siteUrl: complaintsBook.siteUrl };
}
