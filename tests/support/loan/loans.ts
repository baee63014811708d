import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { type CalendarDate, calendarDate, weekday } from '#loan/calendar.ts';
import type { Fee } from '#loan/fees.ts';
import type { Loan, LoanFact, LoanPolicy, LoanTerms, Payment, PaymentUse, Standing } from '#loan/loan.ts';
import { STANDARD_POLICY } from '#loan/loan.ts';
import { confirmDisbursement, type LoanChange, orderDisbursement, originate } from '#loan/loan-life.ts';
import { cents, fromSoles } from '#loan/money.ts';
import type { Product } from '#loan/product.ts';
import { standingOn } from '#loan/standing.ts';
import { HOLIDAYS } from '#server/lending/parameters/seed-holidays.ts';
import { SHORT, SINGLE_PAY, VALUE_DATE } from './products.ts';

/** Peru's holidays, as the server starts with them. */
const PUBLIC_HOLIDAYS = new Set(HOLIDAYS.map(({ date }) => date));

export const isHoliday = (date: CalendarDate): boolean => PUBLIC_HOLIDAYS.has(date);

/** Calendar of Peru's banks. */
export const BANK_CALENDAR: BankCalendar = {
  isHoliday,
  isBusinessDay(date) {
    const day = weekday(date);
    return day !== 0 && day !== 6 && !isHoliday(date);
  },
};

/** Banks open every day: for properties in which a weekend would only be noise. */
export const everyDay: BankCalendar = { isHoliday: () => false, isBusinessDay: () => true };

/** A date as the rules of a loan are asked about it in Peru. */
export const dayOn = (text: string): BusinessDate => ({ date: calendarDate(text), calendar: BANK_CALENDAR });

export const date = (text: string): CalendarDate => calendarDate(text);

export function termsOf(
  product: Product,
  amount: number,
  term: number,
  policy: LoanPolicy = STANDARD_POLICY,
): LoanTerms {
  return {
    productType: product.productType,
    principalCents: fromSoles(amount),
    term,
    pricing: product.pricing,
    policy,
  };
}

/** EX1 and EX2 of the domain, disbursed on 15/01/2026. */
export const EX1_TERMS = termsOf(SINGLE_PAY, 500, 30);
export const EX2_TERMS = termsOf(SHORT, 3000, 6);

export function accepted<Change extends { readonly kind: string }>(
  change: Change,
): Extract<Change, { readonly kind: 'accepted' }> {
  if (change.kind !== 'accepted') throw new Error(`refused: ${JSON.stringify(change)}`);
  return change as Extract<Change, { readonly kind: 'accepted' }>;
}

/** A loan that has reached its client. */
export function disbursed(terms: LoanTerms, valueDate: CalendarDate = VALUE_DATE): Loan & { valueDate: CalendarDate } {
  const ordered: LoanChange = accepted(orderDisbursement(originate('P-2026-0000001', terms)));
  return accepted(confirmDisbursement(ordered.loan, valueDate, BANK_CALENDAR)).loan as Loan & {
    valueDate: CalendarDate;
  };
}

/** EX1 signed, and the bank told to send the money. */
export const EX1_ON_ITS_WAY: Loan = accepted(orderDisbursement(originate('P-2026-0000001', EX1_TERMS))).loan;
export const EX1 = disbursed(EX1_TERMS);
export const EX2 = disbursed(EX2_TERMS);

let counter = 0;

/** Money in, in soles. */
export function paid(on: string, soles: number, use: PaymentUse = { kind: 'ordinary' }, id?: string): Payment {
  counter += 1;
  return {
    kind: 'payment',
    id: id ?? `pay-${String(counter).padStart(6, '0')}`,
    date: calendarDate(on),
    amountCents: fromSoles(soles),
    into: 'bank',
    use,
  };
}

/** The loan with facts added, as they would be read from the database. */
export function having<L extends Loan>(loan: L, ...facts: readonly LoanFact[]): L {
  return { ...loan, facts: [...loan.facts, ...facts] };
}

export function on(loan: Loan, day: string): Standing {
  return standingOn(loan, dayOn(day));
}

/** A top-up's own fee in the domain's example. */
export const ADMIN_FEE: Fee = { name: 'adminFee', kind: 'flat', netCents: cents(400), discountCents: cents(0) };

/** S/ 200 more, asked for and not yet confirmed by the bank. */
export const TOP_UP_IN_FLIGHT = { status: 'DISBURSING', principalCents: cents(20_000), fees: [ADMIN_FEE] } as const;
