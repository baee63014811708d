import { expect } from 'vitest';
import { calendarDate } from '#loan/calendar.ts';
import { cents, sum } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { stored } from '../loans/loan-service.ts';
import type { Debtor, Payments } from './payments.ts';

/** A loan on the date up to which it is booked. */
export async function loanToday({ loans, context, clock, db }: Payments, debtor: Debtor) {
  const { loan, bookedThrough } = await stored(loans, debtor.loan.id);
  const date = calendarDate(bookedThrough ?? clock.businessDate());
  return { loan, day: { date, calendar: await context.calendar.days(db.kysely) } };
}

/** Received = allocated + credit + returned. */
export async function expectEverythingThatCame(
  payments: Payments,
  debtor: Debtor,
  { isTakenBack }: { readonly isTakenBack: boolean },
): Promise<void> {
  const { loan, day } = await loanToday(payments, debtor);
  const { groups, creditCents } = standingOn(loan, day);
  const received = await payments.db.kysely
    .selectFrom('money_received')
    .select(['amount'])
    .where('loan_id', '=', debtor.loan.id)
    .execute();
  const allocated = groups.flatMap(({ lines }) =>
    Object.values(lines).map((of) => sum(of.paidNetCents, of.paidVatCents)),
  );
  const back = loan.facts.flatMap((fact) =>
    (fact.kind === 'payment' && fact.reversedOn) || fact.kind === 'refund' ? [fact.amountCents] : [],
  );
  expect(sum(...allocated, creditCents, ...back)).toBe(sum(...received.map(({ amount }) => cents(amount))));
  if (!isTakenBack) expect(creditCents).toBeGreaterThanOrEqual(0);
}

export async function expectQuotesToBuyOnce(payments: Payments, debtor: Debtor): Promise<void> {
  const { loan, day } = await loanToday(payments, debtor);
  const bought = standingOn(loan, day).groups.flatMap(({ extensions }) => extensions.map(({ quoteId }) => quoteId));
  expect(new Set(bought).size).toBe(bought.length);
}
