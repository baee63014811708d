import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { readOpenLoan } from './store/loan-store.ts';
import { type LockedLoan, withLoan } from './with-loan.ts';

/**
 * Takes one decision about the client's active loan, locked and closed up to today.
 * @returns `no-loan` when the client does not have an active one
 */
export async function withOpenLoan<Result>(
  services: Pick<LendingContext, 'db' | 'clock' | 'calendar' | 'log'>,
  personId: string,
  work: (locked: LockedLoan) => Promise<Result>,
): Promise<Result | { readonly kind: 'no-loan' }> {
  const open = await readOpenLoan(services.db.kysely, personId);
  if (!open) return { kind: 'no-loan' };
  const result = await withLoan(services, { id: open.id, personId }, async (locked) => ({
    kind: 'worked' as const,
    value: await work(locked),
  }));
  return result.kind === 'worked' ? result.value : { kind: 'no-loan' };
}
