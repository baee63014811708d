import { reversePayment } from '#loan/repayment.ts';
import { readPostings } from '#server/lending/loans/store/ledger-store.ts';
import type { Cause } from '#server/lending/loans/store/loan-store.ts';
import type { LockedLoan } from '#server/lending/loans/with-loan.ts';
import type { Money } from './store/money-store.ts';

/**
 * Reverses the money of a payment on its loan: one journal mirrors the original line by line, a second one holds the
 * reallocation that follows (domain 2.11.2). A paid loan opens again.
 * @param kind the kind of the journals: `chargeback`, `payment-refunded`
 * @param sentAsCredit see `reversePayment`
 */
export async function bookReversal(
  locked: LockedLoan,
  money: readonly Money[],
  kind: string,
  sentAsCredit?: ReadonlySet<string>,
): Promise<void> {
  const { trx, id: loanId, day } = locked;
  for (const { id } of money) {
    const original = await readPostings(trx, { loanId, kind: 'payment', ref: id });
    const taken = reversePayment(locked.loan, id, original, day, sentAsCredit);
    if (taken.kind === 'refused') throw new RangeError(`loan ${locked.loan.number}: money ${id} ${taken.reason}`);
    const cause: Cause = { kind, ref: id };
    await locked.save(taken, cause, [
      { kind, postings: taken.mirror },
      { kind: `${kind}-reallocation`, postings: taken.reallocation },
    ]);
  }
}
