import type { BankCalendar, BusinessDate } from '#loan/business-days.ts';
import { laterOf } from '#loan/calendar.ts';
import { inOrderOfEffect } from '#loan/day-order.ts';
import type { LoanFact, Payment, PlanConfirmed, Standing } from '#loan/loan.ts';
import { boughtBy, quoteOf } from '#loan/quoted-price.ts';
import { foldFacts, standingOn } from '#loan/standing.ts';
import { scheduleLines } from './loan-figures.ts';
import type { DisbursedLoan } from './statement.ts';

/** The schedule that a fact makes, as `extension:<id>`; undefined when the payments to come are unchanged. */
export function scheduleOfFact(loan: DisbursedLoan, fact: LoanFact, day: BusinessDate): string | undefined {
  if (fact.kind === 'tranche') return `top-up:${fact.id}`;
  if (fact.kind === 'plan') return `plan:${fact.id}`;
  return fact.kind === 'payment' ? scheduleOfPayment(loan, fact, day) : undefined;
}

/** A payment that moved a due date or changed what is to come makes a new schedule. */
function scheduleOfPayment(loan: DisbursedLoan, fact: Payment, day: BusinessDate): string | undefined {
  const { before, after } = aroundFact(loan, fact, day.calendar);
  if (boughtExtensions(after) > boughtExtensions(before)) return `extension:${fact.id}`;
  // A part of a price that was reached later: the part that reached it has the papers.
  const quote = quoteOf(fact);
  if (quote && !boughtBy(quote.id, after) && boughtBy(quote.id, standingOn(loan, day))) return undefined;
  // While interest is frozen by a plan there are agreed payments instead of a schedule; a paid loan has nothing to
  // come.
  if (after.paidOn || isFrozen(after)) return undefined;
  return isSame(toCome(before), toCome(after)) ? undefined : `prepayment:${fact.id}`;
}

/**
 * The schedules that replace one that does not hold any more, as the loan stands: after money that had changed the
 * payments to come was taken back, and after something became known that counts before an event with a schedule of its
 * own. While flex pay runs there is not a schedule, and a debt that is paid or written off has nothing to come.
 */
export function correctedSchedules(loan: DisbursedLoan, day: BusinessDate): string[] {
  const standing = standingOn(loan, day);
  if (standing.paidOn || standing.writtenOff) return [];
  if (isFrozen(standing) && !runningPlan(loan, standing)) return [];
  const counted = countedFacts(loan).filter(({ date }) => date <= day.date);
  const known = counted.map((fact) => ({ fact, hasSchedule: scheduleOfFact(loan, fact, day) !== undefined }));
  const scheduled = known.flatMap(({ fact, hasSchedule }) => (hasSchedule ? [fact] : []));
  const takenBack = loan.facts.filter(
    (fact): fact is Payment => fact.kind === 'payment' && fact.reversedOn !== undefined && fact.reversedOn <= day.date,
  );
  const recordedAt = (fact: LoanFact) => loan.facts.findIndex(({ id }) => id === fact.id);
  const late = known.filter(({ fact, hasSchedule }) =>
    scheduled.some(
      (later) =>
        recordedAt(later) < recordedAt(fact) &&
        isEarlier(loan, fact, later) &&
        (hasSchedule || changes(loan, fact, later, day)),
    ),
  );
  return [
    ...takenBack.filter((fact) => hadSchedule(loan, fact, scheduled, day)).map(({ id }) => `corrected:back:${id}`),
    ...late.map(({ fact }) => `corrected:late:${fact.id}`),
  ];
}

/**
 * Tells whether money that was taken back had made a schedule, bought an extension with other money, or changed a later
 * schedule.
 */
function hadSchedule(
  loan: DisbursedLoan,
  { reversedOn, ...payment }: Payment,
  scheduled: readonly LoanFact[],
  { date, calendar }: BusinessDate,
): boolean {
  const on = { date: reversedOn ?? date, calendar };
  const then = { ...loan, facts: loan.facts.map((fact) => (fact.id === payment.id ? payment : fact)) };
  return (
    scheduleOfFact(then, payment, on) !== undefined ||
    boughtExtensions(standingOn(then, on)) !== boughtExtensions(standingOn(loan, on)) ||
    scheduled.some((later) => isEarlier(then, payment, later) && changes(then, payment, later, on))
  );
}

/** Tells whether a fact changes the payments to come after a later event. */
function changes(loan: DisbursedLoan, fact: LoanFact, later: LoanFact, { calendar }: BusinessDate): boolean {
  const without = { ...loan, facts: loan.facts.filter(({ id }) => id !== fact.id) };
  const after = (of: DisbursedLoan) => toCome(aroundFact(of, later, calendar).after);
  return !isSame(after(loan), after(without));
}

/** The plan whose payments are agreed instead of a schedule. */
export function runningPlan(loan: DisbursedLoan, standing: Standing): PlanConfirmed | undefined {
  const agreed = countedFacts(loan).findLast(({ kind, date }) => isAgreement(kind) && date <= standing.date);
  return isFrozen(standing) && agreed?.kind === 'plan' ? agreed : undefined;
}

function isAgreement(kind: LoanFact['kind']): boolean {
  return kind === 'plan' || kind === 'flex';
}

function isFrozen({ groups }: Standing): boolean {
  return groups.some(({ contractLines }) => contractLines);
}

function boughtExtensions({ groups }: Standing): number {
  return groups.reduce((all, { extensions }) => all + extensions.length, 0);
}

/** The costs of each due date, regardless of what has been paid. */
function toCome({ groups }: Standing): unknown {
  return scheduleLines(groups).map(({ unpaidCents: _, ...line }) => line);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Facts that were not reversed, in the order in which they take effect. */
export function countedFacts({ facts }: DisbursedLoan): LoanFact[] {
  return inOrderOfEffect(facts.filter((fact) => !(fact.kind === 'payment' && fact.reversedOn)));
}

function isEarlier(loan: DisbursedLoan, a: LoanFact, b: LoanFact): boolean {
  const ids = countedFacts(loan).map(({ id }) => id);
  return ids.indexOf(a.id) < ids.indexOf(b.id);
}

/** The loan on a fact's own date, without the fact and with it. */
export function aroundFact(
  loan: DisbursedLoan,
  fact: LoanFact,
  calendar: BankCalendar,
): { readonly earlier: readonly LoanFact[]; readonly before: Standing; readonly after: Standing } {
  const counted = countedFacts(loan);
  const at = counted.findIndex(({ id }) => id === fact.id);
  const earlier = counted.slice(0, at);
  // A top-up that became known late counts after what was known before it.
  const date = earlier.reduce((latest, other) => laterOf(latest, other.date), fact.date);
  return {
    earlier,
    before: foldFacts(loan, earlier, { date, calendar }),
    after: foldFacts(loan, counted.slice(0, at + 1), { date, calendar }),
  };
}
