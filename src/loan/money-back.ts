import type { BusinessDate } from './business-days.ts';
import { inOrderOfEffect } from './day-order.ts';
import { isDisbursed, type Loan, type LoanFact, type Payment } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { standingOn } from './standing.ts';

/** Money of a payment that has gone back, or is on its way. */
export interface GivenBack {
  readonly paymentId: string;
  readonly amountCents: Cents;
  /** The refund among the loan's facts, when it went back as credit. */
  readonly factId?: string | undefined;
}

export interface LeftOfPayment {
  readonly payment: Payment;
  /** Never below 0. */
  readonly leftCents: Cents;
}

/**
 * Lists what is left of each payment that counts, the newest first (decision 0108): what came in less what has gone
 * back of it. 600,00 of which 90,56 went back as credit: 509,44.
 */
export function leftOfPayments(loan: Pick<Loan, 'facts'>, givenBack: readonly GivenBack[]): LeftOfPayment[] {
  return inOrderOfEffect(loan.facts)
    .filter((fact): fact is Payment => fact.kind === 'payment' && !fact.reversedOn)
    .reverse()
    .map((payment) => {
      const gone = sum(...givenBack.filter((of) => of.paymentId === payment.id).map((of) => of.amountCents));
      return { payment, leftCents: cents(Math.max(0, payment.amountCents - gone)) };
    });
}

/** Tells whether a payment of a loan was reversed, and so counts as never made. */
export function isTakenBack({ facts }: Pick<Loan, 'facts'>, paymentId: string): boolean {
  return facts.some((fact) => fact.kind === 'payment' && fact.id === paymentId && fact.reversedOn !== undefined);
}

export interface CreditToGiveBack {
  /** The loan is paid: credit is not kept for a next payment. */
  readonly isOver: boolean;
  readonly creditCents: Cents;
  /** The payments it is taken from, the newest first; together the credit. */
  readonly parts: readonly { readonly paymentId: string; readonly amountCents: Cents }[];
}

/**
 * Computes the credit of a loan that may go back on a date: what would be credit without the payments that are disputed
 * or being given back, whose money may be gone tomorrow (decision 0108). It is money of payments, and never more than
 * what is left of them. 600,00 on a loan that 509,44 pays: 90,56; while that payment is disputed: nothing.
 * @param held the payments that are disputed or being given back
 */
export function creditToGiveBack(
  loan: Loan,
  day: BusinessDate,
  { givenBack, held }: { readonly givenBack: readonly GivenBack[]; readonly held: ReadonlySet<string> },
): CreditToGiveBack {
  if (!isDisbursed(loan)) return { isOver: false, creditCents: ZERO, parts: [] };
  const unheld = withoutHeld(loan, { givenBack, held });
  const standing = standingOn(unheld, day);
  const left = leftOfPayments(unheld, givenBack);
  const wanted = cents(Math.min(standing.creditCents, standingOn(loan, day).creditCents));
  const parts = takeNewest(left, wanted);
  return {
    isOver: standing.paidOn !== undefined,
    creditCents: sum(...parts.map(({ amountCents }) => amountCents)),
    parts,
  };
}

/**
 * Tells whether credit that was ordered and not sent may still go: every payment it is taken from must count and not be
 * held, and without the held payments the loan must have that much. 90,56 of a payment of 600,00 that has been disputed
 * since: no.
 */
export function mayStillGoBack(
  loan: Loan,
  day: BusinessDate,
  {
    parts,
    ...money
  }: {
    readonly parts: CreditToGiveBack['parts'];
    readonly givenBack: readonly GivenBack[];
    readonly held: ReadonlySet<string>;
  },
): boolean {
  const unheld = withoutHeld(loan, money);
  const counting = leftOfPayments(unheld, []).map(({ payment }) => payment.id);
  return parts.every(({ paymentId }) => counting.includes(paymentId)) && standingOn(unheld, day).creditCents >= 0;
}

/** Removes from a loan the payments that are held, and what went back of them. */
function withoutHeld(
  loan: Loan,
  { givenBack, held }: { readonly givenBack: readonly GivenBack[]; readonly held: ReadonlySet<string> },
): Loan {
  const heldBack = new Set(givenBack.filter(({ paymentId }) => held.has(paymentId)).map(({ factId }) => factId));
  return { ...loan, facts: loan.facts.filter(({ id }) => !held.has(id) && !heldBack.has(id)) as readonly LoanFact[] };
}

function takeNewest(left: readonly LeftOfPayment[], wanted: Cents): CreditToGiveBack['parts'] {
  let rest = wanted;
  return left.flatMap(({ payment, leftCents }) => {
    const amountCents = cents(Math.min(rest, leftCents));
    if (amountCents <= 0) return [];
    rest = subtract(rest, amountCents);
    return [{ paymentId: payment.id, amountCents }];
  });
}
