import type { BusinessDate } from './business-days.ts';
import { addDays, type CalendarDate, laterOf } from './calendar.ts';
import { addTerms, owedTerms, payoffTerms, type Term, termsOf, termsOfGroups, totalOfTerms } from './explanation.ts';
import { applyExtension, extensionPrice, extensionRefusal } from './extension.ts';
import { extensionTerms } from './extension-offer.ts';
import { daysPastDue } from './lateness.ts';
import type { Loan, Payment, Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import { unpaidOfGroup, unpaidPrincipal } from './obligation.ts';
import { payoffCents } from './payoff.ts';
import { defaultMode } from './prepayment.ts';
import { previewRepayment } from './repayment.ts';
import { foldFacts, standingOn } from './standing.ts';

/** The scenarios from today on. */
export const WHAT_IF_KINDS = ['today', 'prepay', 'on-time', 'late', 'extend'] as const;
export type WhatIfKind = (typeof WHAT_IF_KINDS)[number];

/** One scenario: everything that is still paid, from today until nothing is owed. Céntimos. */
export interface Scenario {
  readonly kind: WhatIfKind;
  /** For `late` the days late, for `extend` the days of the extension. */
  readonly days?: number | undefined;
  /** The date of the last payment. */
  readonly date: CalendarDate;
  /** The part that is paid today. */
  readonly nowCents: Cents;
  readonly totalCents: Cents;
  /** The total without today's outstanding principal. */
  readonly costCents: Cents;
  /** The difference to the scenario of comparison; negative when cheaper. */
  readonly differenceCents: Cents;
  /** The terms of the total. */
  readonly terms: readonly Term[];
  /** The terms of what is paid today. */
  readonly nowTerms: readonly Term[];
}

export interface WhatIf {
  readonly date: CalendarDate;
  readonly principalCents: Cents;
  /** On time, or today when it is too late for that. */
  readonly comparedTo: 'on-time' | 'today';
  /** Days late today, from the oldest unpaid due date; 0 while nothing is late. */
  readonly daysPastDue: number;
  /** Cheapest first. */
  readonly scenarios: readonly Scenario[];
  /** The bounds of `prepayCents`; undefined when nothing below the payoff is worth paying early. */
  readonly prepay: { readonly minCents: Cents; readonly maxCents: Cents } | undefined;
}

export interface WhatIfQuestion {
  readonly lateDays: number;
  /** Paid today instead of everything; by default half of the principal. */
  readonly prepayCents?: Cents | undefined;
  /** Before IGV, by days: the available extensions. */
  readonly extensionFees: ReadonlyMap<number, Cents>;
  /** The cap of the day; without one no extension is sold. */
  readonly capPercent: number | undefined;
  /** A pending top-up excludes an extension. */
  readonly topUpInProgress: boolean;
  /** The smallest payment. */
  readonly minPaymentCents: Cents;
}

type RunningLoan = Loan & { readonly valueDate: CalendarDate };
type Draft = Omit<Scenario, 'costCents' | 'differenceCents' | 'totalCents'>;

/**
 * Computes the scenarios side by side: today, on time, late, extended or partly early (design §6). Each is computed by
 * the engine as it would be posted, never estimated. EX1 on day 12: today 534,59, S/ 250,00 of it early 561,99, on time
 * 573,03, ten days late 587,49. Undefined: nothing is owed. A plan or flex pay freezes accrual: then there is one
 * scenario and no comparison.
 */
export function whatIf(loan: RunningLoan, day: BusinessDate, question: WhatIfQuestion): WhatIf | undefined {
  const standing = standingOn(loan, day);
  if (standing.paidOn || payoffCents(standing) <= 0) return undefined;
  const prepay = prepayBounds(standing, question);
  const drafts = hasStoppedClock(standing)
    ? [payToday(standing)]
    : [
        payToday(standing),
        ...(prepay ? [payPart(loan, standing, amountOf(standing, question, prepay))] : []),
        ...payOnTime(standing),
        payLate(loan, standing, question.lateDays),
        ...extend(standing, question),
      ];
  const late = daysPastDue(standing.groups, day, standing.terms.policy.late);
  return { ...compared(standing, drafts, prepay), daysPastDue: late };
}

function compared(standing: Standing, drafts: readonly Draft[], prepay: WhatIf['prepay']): Omit<WhatIf, 'daysPastDue'> {
  const principalCents = sum(...standing.groups.map(unpaidPrincipal));
  const totals = drafts.map((draft) => ({ ...draft, totalCents: totalOfTerms(draft.terms) }));
  const comparedTo = totals.some(({ kind }) => kind === 'on-time') ? 'on-time' : 'today';
  const baseCents = totals.find(({ kind }) => kind === comparedTo)?.totalCents ?? ZERO;
  const scenarios = totals.map((draft) => ({
    ...draft,
    costCents: subtract(draft.totalCents, principalCents),
    differenceCents: subtract(draft.totalCents, baseCents),
  }));
  const sorted = scenarios.toSorted((a, b) => a.totalCents - b.totalCents);
  return { date: standing.date, principalCents, comparedTo, scenarios: sorted, prepay };
}

function hasStoppedClock({ plan, flex, writtenOff }: Standing): boolean {
  return Boolean(writtenOff || (plan && !plan.endedOn) || (flex && !flex.endedOn));
}

function payToday(standing: Standing): Draft {
  const terms = payoffTerms(standing);
  return { kind: 'today', date: standing.date, nowCents: payoffCents(standing), terms, nowTerms: terms };
}

/** Drafts paying on time; empty once something is past its last day to pay. */
function payOnTime(standing: Standing): Draft[] {
  const { groups, date, terms } = standing;
  if (daysPastDue(groups, standing, terms.policy.late) > 0) return [];
  const last = lastDueDate(standing);
  const due = groups.filter((group) => group.dueDate <= date);
  const nowCents = sum(...due.map(unpaidOfGroup));
  const nowTerms = termsOfGroups({ ...standing, creditCents: ZERO }, due);
  return [{ kind: 'on-time', date: laterOf(date, last), nowCents, terms: owedTerms(standing), nowTerms }];
}

/**
 * Drafts a late payment: nothing is paid until some days after the next due date (or after today, when that has
 * passed); the rest is on time.
 */
function payLate(loan: RunningLoan, standing: Standing, days: number): Draft {
  const [next] = standing.groups.filter((group) => unpaidOfGroup(group) > 0);
  const from = laterOf(next?.dueDate ?? standing.date, standing.date);
  const then = standingOn(loan, { date: addDays(from, days), calendar: standing.calendar });
  return {
    kind: 'late',
    days,
    date: laterOf(then.date, lastDueDate(standing)),
    nowCents: ZERO,
    terms: owedTerms(then),
    nowTerms: [],
  };
}

function lastDueDate({ groups, date }: Standing): CalendarDate {
  return groups.filter((group) => unpaidOfGroup(group) > 0).at(-1)?.dueDate ?? date;
}

/** Drafts extensions: the price today and the rest on the new due date. */
function extend(standing: Standing, question: WhatIfQuestion): Draft[] {
  const { capPercent } = question;
  if (capPercent === undefined) return [];
  return [...question.extensionFees].flatMap(([days, feeCents]): Draft[] => {
    if (extensionRefusal(standing, days, question.topUpInProgress)) return [];
    const price = extensionPrice(standing, days, feeCents, capPercent);
    const after = applyExtension(standing, price, price.totalCents).standing;
    const bought = termsOf({
      extensionInterest: price.interestCents,
      extensionFee: price.feeCents,
      lateInterest: price.arrears.interestCents,
      moratory: price.arrears.moratoryCents,
      vat: sum(price.vatCents, price.arrears.vatCents),
    });
    const terms = addTerms(bought, owedTerms(after));
    const nowTerms = extensionTerms(standing, price);
    return [{ kind: 'extend', days, date: price.newDueDate, nowCents: price.totalCents, terms, nowTerms }];
  });
}

function prepayBounds(standing: Standing, { minPaymentCents }: WhatIfQuestion): WhatIf['prepay'] {
  const maxCents = cents(payoffCents(standing) - 1);
  return hasStoppedClock(standing) || maxCents < minPaymentCents ? undefined : { minCents: minPaymentCents, maxCents };
}

/** Chooses the early amount: by default half of the principal, rounded to tens of soles. */
function amountOf(standing: Standing, { prepayCents }: WhatIfQuestion, bounds: NonNullable<WhatIf['prepay']>): Cents {
  const half = Math.ceil(sum(...standing.groups.map(unpaidPrincipal)) / 2_000) * 1_000;
  return cents(Math.min(bounds.maxCents, Math.max(bounds.minCents, prepayCents ?? half)));
}

function payPart(loan: RunningLoan, standing: Standing, amountCents: Cents): Draft {
  const { date } = standing;
  const payment: Payment = {
    kind: 'payment',
    id: 'what-if',
    date,
    amountCents,
    into: 'bank',
    use: { kind: 'ordinary', mode: defaultMode(standing, amountCents) },
  };
  const { allocation } = previewRepayment(loan, payment, standing.calendar);
  const facts = loan.facts.filter((fact) => fact.date <= date && !(fact.kind === 'payment' && fact.reversedOn));
  const after = foldFacts(loan, [...facts, payment], standing);
  const paid = termsOf({ ...allocation.paidCents, vat: allocation.vatCents, credit: allocation.creditCents });
  const last = after.paidOn ?? lastDueDate(after);
  const terms = addTerms(paid, owedTerms(after));
  return { kind: 'prepay', date: laterOf(date, last), nowCents: amountCents, terms, nowTerms: paid };
}
