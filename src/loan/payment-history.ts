import type { BusinessDate } from './business-days.ts';
import type { CalendarDate } from './calendar.ts';
import { type Term, termsOf } from './explanation.ts';
import type { Loan, LoanFact, Payment, Standing } from './loan.ts';
import { type Cents, subtract, sum, ZERO } from './money.ts';
import { allocationOf } from './repayment.ts';

/** A payment that was not reversed. */
export interface PaymentMade {
  readonly id: string;
  /** The day the client paid. */
  readonly date: CalendarDate;
  readonly amountCents: Cents;
  /** The payment's allocation on its date; the terms add up to the amount. */
  readonly terms: readonly Term[];
}

/** Lists the payments of a loan up to a date, newest first, without reversed ones. */
export function paymentsMade(loan: Loan, day: BusinessDate): PaymentMade[] {
  const payments = loan.facts.filter((fact): fact is Payment => isKept(fact, day.date));
  return payments
    .map((payment) => {
      const { paidCents, vatCents, creditCents } = allocationOf(loan, payment.id, day.calendar);
      const terms = termsOf({ ...paidCents, vat: vatCents, unapplied: creditCents });
      return { id: payment.id, date: payment.date, amountCents: payment.amountCents, terms };
    })
    .toReversed()
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}

/**
 * Explains the credit balance: payments, less what was allocated and refunded. Empty without credit. EX1 with 600,00
 * paid on its due date: 26,97 = 600,00 − 573,03.
 */
export function creditTerms({ facts }: Loan, { creditCents, date }: Standing): Term[] {
  if (creditCents <= 0) return [];
  const of = (amounts: readonly { readonly amountCents: Cents }[]) =>
    sum(...amounts.map(({ amountCents }) => amountCents));
  const received = of(facts.filter((fact): fact is Payment => isKept(fact, date)));
  const refunded = of(facts.filter((fact) => fact.kind === 'refund').filter((fact) => fact.date <= date));
  const used = subtract(subtract(received, refunded), creditCents);
  return termsOf({ received, used: subtract(ZERO, used), refunded: subtract(ZERO, refunded) });
}

function isKept(fact: LoanFact, date: CalendarDate): boolean {
  return fact.kind === 'payment' && fact.date <= date && !fact.reversedOn;
}
