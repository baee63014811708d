import { withTopUp } from '#loan/loan-life.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import { endTopUp, readLastTopUp } from './top-up-store.ts';

/**
 * Withdraws a top-up that is not signed yet, because another agreement replaces it or it has expired.
 * @returns false when it is signed and with the bank already, which cannot be stopped
 */
export async function withdrawTopUp(locked: LockedLoan, as: 'DECLINED' | 'EXPIRED' = 'DECLINED'): Promise<boolean> {
  const { loan, trx, now } = locked;
  if (!loan.topUp) return true;
  if (loan.topUp.status !== 'ORIGINATED') return false;
  const request = await readLastTopUp(trx, locked.id);
  if (!request) throw new Error(`loan ${loan.number} has a top-up without a request`);
  const event = as === 'DECLINED' ? 'top-up-declined' : 'top-up-expired';
  await locked.save(withTopUp(loan, undefined), { kind: event, ref: request.id });
  await endTopUp(trx, request.id, { status: as }, now);
  return true;
}
