import type { LoanBody } from '#api/loan-body.ts';
import type { TopUpOfferBody } from '#api/top-up-body.ts';
import { type Term, type TermName, termsOf } from '#loan/explanation.ts';
import { fromSoles } from '#loan/money.ts';

/** What a loan asks for by its next payment, as the active loan says it (product-spec §3). */
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

/** Parts on the wire, in soles, as terms. */
export function solesTerms(parts: Readonly<Partial<Record<TermName, number>>>): Term[] {
  const cents = Object.entries(parts).map(([name, soles]) => [name, fromSoles(soles)]);
  return termsOf(Object.fromEntries(cents));
}
