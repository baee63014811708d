import { daysBetween } from './calendar.ts';
import type { LoanFact, Standing } from './loan.ts';
import type { Flow } from './rate.ts';

/**
 * Lists the cash flows up to a standing's date, after the first disbursement, as the yearly cost counts them: payments
 * positive, further disbursements and refunds negative. `days` are from the value date.
 */
export function flowsSoFar(facts: readonly LoanFact[], { valueDate, date }: Standing): Flow[] {
  return facts.flatMap((fact): Flow[] => {
    if (fact.date > date) return [];
    const days = daysBetween(valueDate, fact.date);
    if (fact.kind === 'payment') return fact.reversedOn ? [] : [{ days, amountCents: fact.amountCents }];
    if (fact.kind === 'tranche') return [{ days, amountCents: -fact.principalCents }];
    return fact.kind === 'refund' ? [{ days, amountCents: -fact.amountCents }] : [];
  });
}
