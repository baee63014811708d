import type { TermBody } from '#api/explained-term.ts';
import type { ExtensionOptionBody } from '#api/extension-body.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { addTerms, type Basis, type Term, type TermName, termsOf, totalOfTerms } from '#loan/explanation.ts';
import { type Cents, fromSoles, subtract, sum, ZERO } from '#loan/money.ts';

/** Lists the terms of the next payment, from the active loan (product-spec §3). */
export function dueTerms(loan: LoanBody): Term[] {
  return solesTerms({
    principal: loan.principalDue,
    interest: loan.interestDue,
    moratory: loan.moratoryDue,
    techFee: loan.techFeeDue,
    adminFee: loan.adminFeeDue,
    acceleratedAcceptanceFee: loan.acceleratedAcceptanceFeeDue,
    notaryFee: loan.notaryFeeDue,
    vat: loan.vatDue,
    credit: -loan.unappliedCredit,
  });
}

/** Lists a top-up's parts: what it costs and gives. */
export function topUpTerms(offer: TopUpOfferBody): Term[] {
  return solesTerms({
    principal: offer.principalRequested,
    interest: offer.fees.interestFee?.net ?? 0,
    techFee: offer.fees.techFee?.net ?? 0,
    adminFee: offer.fees.adminFee?.net ?? 0,
    acceleratedAcceptanceFee: offer.fees.acceleratedAcceptanceFee?.net ?? 0,
    vat: offer.totalFeesVat,
  });
}

/** Lists the total cost of an extended loan: its price today, and the rest on the new date. */
export function extendedTotalTerms({ price, dueAfter }: ExtensionOptionBody): Term[] {
  return solesTerms({ extensionPrice: price, laterDue: dueAfter.amount });
}

/** Lists the cost of a plan, over all its payments. */
export function planTerms({ payments }: Pick<PlanOfferBody, 'payments'>): Term[] {
  return payments.map(({ amount: { total: _, ...parts } }) => solesTerms(parts)).reduce(addTerms, []);
}

/** Lists the terms of everything outstanding: by fee when the next payment covers all of it, else by the schedule. */
export function outstandingTerms(loan: LoanBody): Term[] {
  const due = dueTerms(loan);
  if (totalOfTerms(due) === fromSoles(loan.totalOutstanding)) return due;
  return scheduleTerms(loan.schedule, {
    paid: subtract(ZERO, sum(...loan.schedule.map(({ paid }) => fromSoles(paid)))),
    credit: subtract(ZERO, fromSoles(loan.unappliedCredit)),
  });
}

/** Lists the original cost of a running plan: the whole schedule, less what had been paid before. */
export function runningPlanTerms({ schedule, plan }: LoanBody): Term[] {
  const paid = sum(...schedule.map((row) => fromSoles(row.paid)));
  return scheduleTerms(schedule, { paid: subtract(fromSoles(plan?.paid ?? 0), paid) });
}

type SchedulePart = 'principal' | 'interest' | 'fees' | 'vat' | 'moratory';

/** Adds up several rows of a schedule, paid or not. */
export function scheduleTerms(
  rows: readonly Pick<LoanBody['schedule'][number], SchedulePart>[],
  others: Readonly<Partial<Record<TermName, Cents>>> = {},
): Term[] {
  const of = (part: SchedulePart) => sum(...rows.map((row) => fromSoles(row[part])));
  const parts = { principal: of('principal'), interest: of('interest'), fees: of('fees') };
  return termsOf({ ...parts, vat: of('vat'), moratory: of('moratory'), ...others });
}

/** Converts a sum that the server explains to the engine's terms. */
export function termsOnWire(terms: readonly TermBody[]): Term[] {
  return terms.map(({ name, amount, basis }) => {
    const term = { name, amountCents: fromSoles(amount) };
    if (!basis) return term;
    if (basis.kind === 'parts') {
      const { of, ...rest } = basis;
      return { ...term, basis: { ...rest, ofCents: fromSoles(of) } };
    }
    const { of, rate, ...rest } = basis;
    return { ...term, basis: { ...rest, ofCents: fromSoles(of), ratePercent: rate } as Basis };
  });
}

/** Converts parts on the wire, in soles, to terms. */
export function solesTerms(parts: Readonly<Partial<Record<TermName, number>>>): Term[] {
  const cents = Object.entries(parts).map(([name, soles]) => [name, fromSoles(soles)]);
  return termsOf(Object.fromEntries(cents));
}
