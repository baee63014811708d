import type { TermBody } from '#api/explained-term.ts';
import type { ExtensionOptionBody } from '#api/extension-body.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PlanOfferBody } from '#api/payment-plan-body.ts';
import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { addTerms, type Basis, type Term, type TermName, termsOf, totalOfTerms } from '#loan/explanation.ts';
import { type Cents, fromSoles, subtract, sum, ZERO } from '#loan/money.ts';

/** The terms of the next payment, from the active loan (product-spec §3). */
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

/** What a top-up costs and gives, part by part. */
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

/** What an extended loan costs in all: its price today, and the rest on the new date. */
export function extendedTotalTerms({ price, dueAfter }: ExtensionOptionBody): Term[] {
  return solesTerms({ extensionPrice: price, laterDue: dueAfter.amount });
}

/** What a plan comes to, over all its payments. */
export function planTerms({ payments }: Pick<PlanOfferBody, 'payments'>): Term[] {
  return payments.map(({ amount: { total: _, ...parts } }) => solesTerms(parts)).reduce(addTerms, []);
}

/** The terms of everything outstanding: by fee when the next payment covers all of it, else by the schedule. */
export function outstandingTerms(loan: LoanBody): Term[] {
  const due = dueTerms(loan);
  if (totalOfTerms(due) === fromSoles(loan.totalOutstanding)) return due;
  return scheduleTerms(loan.schedule, {
    paid: subtract(ZERO, sum(...loan.schedule.map(({ paid }) => fromSoles(paid)))),
    credit: subtract(ZERO, fromSoles(loan.unappliedCredit)),
  });
}

/** What a plan that runs came to when it was made: the whole schedule, less what had been paid before. */
export function runningPlanTerms({ schedule, plan }: LoanBody): Term[] {
  const paid = sum(...schedule.map((row) => fromSoles(row.paid)));
  return scheduleTerms(schedule, { paid: subtract(fromSoles(plan?.paid ?? 0), paid) });
}

type SchedulePart = 'principal' | 'interest' | 'fees' | 'vat' | 'moratory';

/** Several rows of a schedule summed up, paid or not. */
export function scheduleTerms(
  rows: readonly Pick<LoanBody['schedule'][number], SchedulePart>[],
  others: Readonly<Partial<Record<TermName, Cents>>> = {},
): Term[] {
  const of = (part: SchedulePart) => sum(...rows.map((row) => fromSoles(row[part])));
  const parts = { principal: of('principal'), interest: of('interest'), fees: of('fees') };
  return termsOf({ ...parts, vat: of('vat'), moratory: of('moratory'), ...others });
}

/** A sum that the server explains, as the engine's terms. */
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

/** Parts on the wire, in soles, as terms. */
export function solesTerms(parts: Readonly<Partial<Record<TermName, number>>>): Term[] {
  const cents = Object.entries(parts).map(([name, soles]) => [name, fromSoles(soles)]);
  return termsOf(Object.fromEntries(cents));
}
