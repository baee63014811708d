import { payGroups } from './allocation.ts';
import type { BusinessDate } from './business-days.ts';
import { type CalendarDate, laterOf } from './calendar.ts';
import { nextMinimum } from './flex-pay.ts';
import { daysPastDue } from './lateness.ts';
import type { Loan, LoanStatus, Standing } from './loan.ts';
import { type Cents, cents, subtract, sum, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  FEE_COMPONENTS,
  INTEREST_COMPONENTS,
  lineOf,
  unpaidNet,
  unpaidOfGroup,
  unpaidVat,
} from './obligation.ts';
import { nextPlanPayment } from './payment-plan.ts';
import { allocationOrder, forgivesMoratory, payoffCents } from './payoff.ts';
import type { ProductType } from './product.ts';
import { standingOn, statusOf } from './standing.ts';

/**
 * The loan of GET /loan/active (product-spec §3, domain 2.16) in céntimos. `…Due`: unpaid with a due date up to the
 * next payment's; `…Outstanding`: unpaid to maturity. `totalDue` and `totalOutstanding` are the sums of their parts
 * less the credit.
 */
export interface ActiveLoan {
  readonly number: string;
  readonly status: LoanStatus;
  readonly productType: ProductType;
  readonly principalDueCents: Cents;
  readonly principalOutstandingCents: Cents;
  /** In flight: the loan itself or a top-up that was sent and not confirmed. */
  readonly principalDisbursingCents: Cents;
  readonly interestDueCents: Cents;
  readonly totalInterestOutstandingCents: Cents;
  readonly techFeeDueCents: Cents;
  readonly totalTechFeeOutstandingCents: Cents;
  readonly notaryFeeDueCents: Cents;
  readonly acceleratedAcceptanceFeeDueCents: Cents;
  readonly adminFeeDueCents: Cents;
  readonly vatDueCents: Cents;
  readonly totalVatOutstandingCents: Cents;
  readonly totalFeesDueCents: Cents;
  readonly totalDueCents: Cents;
  readonly totalOutstandingCents: Cents;
  /** The first unpaid due date, which may be past; the plan's or flex pay's while one runs. Null: nothing is owed. */
  readonly nextPaymentDate: CalendarDate | null;
  readonly maturityDate: CalendarDate | null;
  readonly moratoryDueCents: Cents;
  readonly unappliedCreditCents: Cents;
  readonly daysPastDue: number;
}

/** Unpaid amounts by component, with their IGV. */
interface Owed {
  readonly of: (...components: readonly Component[]) => Cents;
  readonly vatCents: Cents;
  readonly totalCents: Cents;
}

interface NextPayment {
  readonly date: CalendarDate | null;
  readonly maturity: CalendarDate | null;
  readonly owed: Owed;
}

const BEFORE_DISBURSEMENT: ReadonlySet<LoanStatus> = new Set([
  'ORIGINATED',
  'DISBURSING',
  'DISBURSMENT_FAILED',
  'VOIDED',
]);

/**
 * Computes the fields of the active loan on a date. EX1 on any day up to its due date: principalDue 500,00, interestDue
 * 31,89, totalFeesDue 30,00, vatDue 11,14, totalDue = totalOutstanding = 573,03, nextPaymentDate 2026-02-14.
 */
export function activeLoan(loan: Loan, day: BusinessDate): ActiveLoan {
  if (BEFORE_DISBURSEMENT.has(loan.status)) return notYetDisbursed(loan);
  const standing = standingOn(loan, day);
  const next = nextPayment(standing);
  const all = owedOf(standing.paidOn ? [] : standing.groups, excludedOf(standing));
  const credit = standing.creditCents;
  return {
    ...fieldsOf(loan, statusOf(standing)),
    ...dueFields(next.owed),
    principalOutstandingCents: all.of('principal'),
    totalInterestOutstandingCents: all.of(...INTEREST_COMPONENTS),
    totalTechFeeOutstandingCents: all.of('techFee'),
    totalVatOutstandingCents: all.vatCents,
    totalDueCents: subtract(next.owed.totalCents, credit),
    totalOutstandingCents: subtract(all.totalCents, credit),
    nextPaymentDate: next.date,
    maturityDate: next.maturity,
    unappliedCreditCents: credit,
    daysPastDue: daysPastDue(standing.groups, day, standing.terms.policy.late),
    principalDisbursingCents: loan.topUp?.status === 'DISBURSING' ? loan.topUp.principalCents : ZERO,
  };
}

function fieldsOf(loan: Loan, status: LoanStatus): Pick<ActiveLoan, 'number' | 'status' | 'productType'> {
  return { number: loan.number, status, productType: loan.terms.productType };
}

/** Fills the fields before the bank has confirmed the disbursement, when nothing is owed. */
function notYetDisbursed(loan: Loan): ActiveLoan {
  const nothing = owedOf([], []);
  const inFlight = loan.status === 'DISBURSING' ? loan.terms.principalCents : ZERO;
  return {
    ...fieldsOf(loan, loan.status),
    ...dueFields(nothing),
    principalOutstandingCents: ZERO,
    totalInterestOutstandingCents: ZERO,
    totalTechFeeOutstandingCents: ZERO,
    totalVatOutstandingCents: ZERO,
    totalDueCents: ZERO,
    totalOutstandingCents: ZERO,
    nextPaymentDate: null,
    maturityDate: null,
    unappliedCreditCents: ZERO,
    daysPastDue: 0,
    principalDisbursingCents: inFlight,
  };
}

function dueFields(owed: Owed) {
  return {
    principalDueCents: owed.of('principal'),
    interestDueCents: owed.of(...INTEREST_COMPONENTS),
    techFeeDueCents: owed.of('techFee'),
    notaryFeeDueCents: owed.of('notaryFee'),
    acceleratedAcceptanceFeeDueCents: owed.of('acceleratedAcceptanceFee'),
    adminFeeDueCents: owed.of('adminFee'),
    vatDueCents: owed.vatCents,
    totalFeesDueCents: owed.of(...FEE_COMPONENTS),
    moratoryDueCents: owed.of('moratory'),
  };
}

/** Excludes moratory interest while a plan may forgive it. */
function excludedOf(standing: Standing): readonly Component[] {
  return forgivesMoratory(standing) ? ['moratory'] : [];
}

function owedOf(groups: readonly DueGroup[], excluded: readonly Component[]): Owed {
  const counted = COMPONENTS.filter((component) => !excluded.includes(component));
  const over = (components: readonly Component[], part: typeof unpaidNet): Cents =>
    sum(...groups.flatMap((group) => components.map((component) => part(lineOf(group, component)))));
  const net = (...components: readonly Component[]): Cents =>
    over(
      components.filter((component) => counted.includes(component)),
      unpaidNet,
    );
  const vatCents = over(counted, unpaidVat);
  return { of: net, vatCents, totalCents: sum(net(...COMPONENTS), vatCents) };
}

function nextPayment(standing: Standing): NextPayment {
  const { groups, plan, flex } = standing;
  if (standing.paidOn) return { date: null, maturity: null, owed: owedOf([], []) };
  if (plan && !plan.endedOn) {
    const next = nextPlanPayment(standing);
    const maturity = plan.terms.items.at(-1)?.dueDate ?? null;
    const amount = next?.amountCents ?? payoffCents(standing);
    return { date: next?.date ?? maturity, maturity, owed: coveredBy(standing, amount) };
  }
  if (flex && !flex.endedOn) {
    const next = nextMinimum(standing);
    const amount = next?.amountCents ?? payoffCents(standing);
    const date = next?.date ?? flex.terms.finalDate;
    return { date, maturity: flex.terms.finalDate, owed: coveredBy(standing, amount) };
  }
  const open = groups.filter((group) => unpaidOfGroup(group) > 0);
  const [first] = open;
  // Everything overdue, as the pay screen asks for it; if nothing is overdue, the next instalment.
  const due = open.filter((group) => first && group.dueDate <= laterOf(first.dueDate, standing.date));
  return { date: first?.dueDate ?? null, maturity: open.at(-1)?.dueDate ?? null, owed: owedOf(due, []) };
}

/** Works out what a payment into a plan or flex pay would cover, component by component. */
function coveredBy(standing: Standing, amount: Cents): Owed {
  const { groups, date } = standing;
  const excluded = excludedOf(standing);
  const after = payGroups(groups, amount, {
    order: allocationOrder(standing),
    date,
    calendar: standing.calendar,
  }).groups;
  const [before, left] = [owedOf(groups, excluded), owedOf(after, excluded)];
  return {
    of: (...components) => subtract(before.of(...components), left.of(...components)),
    vatCents: subtract(before.vatCents, left.vatCents),
    totalCents: cents(before.totalCents - left.totalCents),
  };
}
