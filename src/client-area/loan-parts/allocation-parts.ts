import type { PaymentBody } from '#api/payment.ts';
import { type Cents, fromSoles } from '#loan/money.ts';
import type { AllocationTextKey } from './allocation-texts.ts';

type Allocation = NonNullable<PaymentBody['allocation']>;
/** A payoff quote has the same parts; its credit is an earlier overpayment. */
type Parts = Omit<Allocation, 'credit'> & Partial<Pick<Allocation, 'credit'>>;

/** A line of a payment's allocation. */
export interface AllocationPart {
  readonly name: AllocationTextKey;
  readonly amountCents: Cents;
}

/**
 * Lists the allocation of a payment, in its order (domain 2.11.5), without empty parts. A negative part was paid in
 * advance and is no longer owed, so it reduces the others. Example: EX2 with 200,00 paid on its first day and paid off
 * on the same day.
 */
export function allocationParts({ moratory, interest, fees, vat, principal, credit = 0 }: Parts): AllocationPart[] {
  const part = (name: AllocationTextKey, soles: number): AllocationPart => ({
    name,
    amountCents: fromSoles(soles),
  });
  const feeParts = Object.entries(fees).map(([name, soles]) =>
    part(`calc_results_${name as keyof typeof fees}`, soles ?? 0),
  );
  return [
    part('loan_part_moratory', moratory),
    part('loan_part_interest', interest),
    ...feeParts,
    part('loan_part_vat', vat),
    part('loan_part_principal', principal),
    part('loan_part_credit', credit),
  ].filter(({ amountCents }) => amountCents !== 0);
}
