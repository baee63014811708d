import type { BusinessDate } from './business-days.ts';
import { addDays, addMonths, type CalendarDate, calendarDate } from './calendar.ts';
import { isDisbursed, type Loan, type Standing } from './loan.ts';
import { type Cents, cents, ZERO } from './money.ts';
import {
  COMPONENTS,
  type Component,
  type DueGroup,
  earnedBy,
  type Line,
  lineOf,
  type NetAndVat,
  unpaidPrincipal,
} from './obligation.ts';
import { standingOn } from './standing.ts';

/** Components without IGV: no tax document is owed for them. */
const UNTAXED: ReadonlySet<Component> = new Set(['principal', 'moratory']);

/** Components that carry IGV: interest, and every commission. */
export const TAXED_COMPONENTS: readonly Component[] = COMPONENTS.filter((component) => !UNTAXED.has(component));

/**
 * Decisions of the lender's accountant about the day on which a document is owed. All of it is a reading of public
 * sources, so each is a dated parameter (domain P38).
 */
export interface TaxRules {
  /** Commissions for a service of the first day: owed with the instalment they are charged in, or on that day. */
  readonly dayZeroFees: 'DUE_DATE' | 'DISBURSEMENT';
  /** Interest of late days has no agreed date: owed on the last day of each month, or only when it is paid. */
  readonly lateInterest: 'MONTH_END' | 'PAYMENT';
  /** Whether a write-off takes back what was documented and never paid. IGV that is not collected is owed all the same. */
  readonly writeOff: 'KEEPS' | 'TAKES_BACK';
}

/** The rules as they hold for one loan on one day: a rule that changes leaves what it has made due. */
export interface TaxRulesOnDay extends TaxRules {
  /** While late interest is owed at payment alone: the last month end on which it fell due by the rule before. */
  readonly lateInterestUntil?: CalendarDate | undefined;
}

export const STANDARD_TAX_RULES: TaxRules = {
  dayZeroFees: 'DUE_DATE',
  lateInterest: 'MONTH_END',
  writeOff: 'KEEPS',
};

/** One kind of charge of one due date, as far as a document is owed for it. */
export interface TaxedLine extends NetAndVat {
  /** `1.3.interest`: tranche, number in it and component. It stays the same whatever happens to the loan. */
  readonly key: string;
  readonly component: Component;
  readonly dueDate: CalendarDate;
}

/**
 * Computes what documents are owed for by the end of a day, line by line: the larger of what fell due and what was
 * paid, never more than is charged (domain P38). EX1 with 300,00 paid on day 10 owes documents for what that money
 * paid of interest and services; on its due date for all 31,89 + 30,00 and IGV 11,14.
 * @param loan as it is known at the end of the day
 */
export function taxedLinesOwed(loan: Loan, day: BusinessDate, rules: TaxRulesOnDay): readonly TaxedLine[] {
  if (!isDisbursed(loan) || loan.valueDate > day.date) return [];
  const standing = standingOn(loan, day);
  const lateAt = lateInterestDue(loan, day, rules);
  return standing.groups.flatMap((group) =>
    TAXED_COMPONENTS.flatMap((component) => {
      const { netCents, vatCents } = owedOf(standing, group, component, { rules, lateAt });
      if (netCents === 0 && vatCents === 0) return [];
      return [{ key: taxKey(group, component), component, dueDate: group.dueDate, netCents, vatCents }];
    }),
  );
}

/** Names a line of a loan: `1.3.interest`. */
function taxKey({ tranche, number }: DueGroup, component: Component): string {
  return `${tranche}.${number}.${component}`;
}

interface DueRules {
  readonly rules: TaxRules;
  /** Late interest that has fallen due, by the key of its line. */
  readonly lateAt: ReadonlyMap<string, NetAndVat>;
}

function owedOf(standing: Standing, group: DueGroup, component: Component, due: DueRules): NetAndVat {
  const of = lineOf(group, component);
  const charged = withoutWaived(of, of);
  const fallenDue = dueOf(standing, group, component, due);
  const dueNow = fallenDue ? withoutWaived(fallenDue, of) : { netCents: of.paidNetCents, vatCents: of.paidVatCents };
  // A line may be paid beyond what is charged of it while a plan runs: never more documented than charged (P38).
  const owed = (isDue: number, paid: number, most: number): Cents =>
    cents(Math.max(0, Math.min(most, Math.max(isDue, paid))));
  return {
    netCents: owed(dueNow.netCents, of.paidNetCents, charged.netCents),
    vatCents: owed(dueNow.vatCents, of.paidVatCents, charged.vatCents),
  };
}

/**
 * Takes what is waived of a line by today off an amount of it: a waiver of this month lowers what fell due in the last
 * one, or late interest that grows on would be owed documents day by day until it reached that again.
 */
function withoutWaived({ netCents, vatCents }: NetAndVat, { waivedNetCents, waivedVatCents }: Line): NetAndVat {
  return { netCents: cents(netCents - waivedNetCents), vatCents: cents(vatCents - waivedVatCents) };
}

/** The part of a line that has fallen due, with what is waived of it; undefined while none has. */
function dueOf(
  standing: Standing,
  group: DueGroup,
  component: Component,
  { rules, lateAt }: DueRules,
): NetAndVat | undefined {
  const { writtenOff, date } = standing;
  if (writtenOff && rules.writeOff === 'TAKES_BACK') return undefined;
  if (component === 'lateInterest') return lateAt.get(taxKey(group, component));
  const of = lineOf(group, component);
  const isOfFirstDay =
    of.earning === 'at-once' && isCommission(component) && rules.dayZeroFees === 'DISBURSEMENT' && group.number === 1;
  return isOfFirstDay || group.dueDate <= date ? of : undefined;
}

/** Extensions are paid when they are bought, so that only the contract's own commissions can be of the first day. */
function isCommission(component: Component): boolean {
  return (
    component === 'techFee' ||
    component === 'adminFee' ||
    component === 'acceleratedAcceptanceFee' ||
    component === 'notaryFee'
  );
}

/** Late interest as it stood at the end of the last month that is over, by what is known today. */
function lateInterestDue(
  loan: Loan & { readonly valueDate: CalendarDate },
  { date, calendar }: BusinessDate,
  rules: TaxRulesOnDay,
): ReadonlyMap<string, NetAndVat> {
  const due = new Map<string, NetAndVat>();
  const until = rules.lateInterest === 'MONTH_END' ? lastMonthEnd(date) : rules.lateInterestUntil;
  if (until === undefined || until < loan.valueDate) return due;
  for (const group of standingOn(loan, { date: until, calendar }).groups) {
    const of = group.lines.lateInterest;
    if (of) due.set(taxKey(group, 'lateInterest'), of);
  }
  return due;
}

/** The last day of a month that is not after the date: of 31/01 itself, of 30/01 the 31/12. */
export function lastMonthEnd(date: CalendarDate): CalendarDate {
  const tomorrow = addDays(date, 1);
  return addDays(calendarDate(`${tomorrow.slice(0, 8)}01`), -1);
}

/**
 * Finds the first day after this one on which a document can be owed without anything new becoming known: the next due
 * date, and the end of the month while something is late. While a plan or flex pay runs, every day may end it.
 * Undefined when the loan has nothing left to charge.
 */
export function nextTaxDay(loan: Loan, day: BusinessDate): CalendarDate | undefined {
  if (!isDisbursed(loan)) return undefined;
  const { date } = day;
  if (loan.valueDate > date) return loan.valueDate;
  const { groups, paidOn, plan, flex, writtenOff } = standingOn(loan, day);
  if (paidOn) return undefined;
  const isWatched = (plan && !plan.endedOn) || (flex && !flex.endedOn);
  if (isWatched && !writtenOff) return addDays(date, 1);
  const days = groups.map(({ dueDate }) => dueDate).filter((dueDate) => dueDate > date);
  // Late interest grows on principal alone, and of the month of a write-off until that day.
  const isOverdue = groups.some((group) => group.dueDate <= date && unpaidPrincipal(group) > 0);
  const hasGrown = isOverdue && (!writtenOff || writtenOff.on > lastMonthEnd(date));
  if (hasGrown) days.push(addDays(addMonths(addDays(lastMonthEnd(date), 1), 1), -1));
  return days.sort().at(0);
}

/** A line of a document that was issued, with what credit notes have left of it. */
export interface DocumentedLine extends NetAndVat {
  readonly documentId: string;
  readonly key: string;
}

/** Lines that a day's documents must have so that exactly what is owed is documented. */
export interface TaxChange {
  /** Lines of one receipt; empty when nothing is owed beyond what was documented, or only what cannot stand alone. */
  readonly receipt: readonly (NetAndVat & { readonly key: string })[];
  /** Lines that are taken back, by the document that it lowers; newest first. */
  readonly takenBack: readonly DocumentedLine[];
}

/**
 * Compares what is owed with what was documented. What is owed beyond it goes into one receipt; what was documented
 * beyond it is taken back from the newest documents of the line, each at most down to zero.
 *
 * SUNAT's rules refuse a document without a base (3105) or without IGV (3111), and a change may be either: IGV alone
 * after payments of céntimos, or net that grows while IGV falls because another payment was split otherwise. It is said
 * by taking back the line's newest document and stating the line anew. An amount so small that its IGV is 0 goes into
 * the loan's next receipt; without IGV, no tax waits with it.
 * @param documented lines of receipts with what is left of them, oldest first
 */
export function taxChange(owed: readonly TaxedLine[], documented: readonly DocumentedLine[]): TaxChange {
  const linesOf = Map.groupBy(documented, ({ key }) => key);
  const owedOfKey = new Map(owed.map((line) => [line.key, line]));
  const takenBack = [...new Set([...owedOfKey.keys(), ...linesOf.keys()])].flatMap((key) =>
    takenBackOfLine(owedOfKey.get(key) ?? NOTHING, linesOf.get(key) ?? []),
  );
  const whole = wholeWhereNeeded(takenBack, documented);
  const left = documentedAfter(documented, whole);
  const receipt = owed.flatMap(({ key, ...amounts }) => {
    const more = minus(amounts, total(left.filter((line) => line.key === key)));
    return isNothing(more) ? [] : [{ key, ...more }];
  });
  return { receipt: canStand(total(receipt)) ? receipt : [], takenBack: whole };
}

const NOTHING: NetAndVat = { netCents: ZERO, vatCents: ZERO };

/** Takes from the line's documents, newest first, until what is left can be completed by a receipt, or is right. */
function takenBackOfLine(owed: NetAndVat, lines: readonly DocumentedLine[]): DocumentedLine[] {
  let more = minus(owed, total(lines));
  const takenBack: DocumentedLine[] = [];
  for (const line of lines.toReversed()) {
    if (isMore(more)) return takenBack;
    if (isNothing(line)) continue;
    const less = minus(NOTHING, more);
    if (canStand(less) && isUpTo(less, line)) return [...takenBack, { ...line, ...less }];
    takenBack.push(line);
    more = plus(more, line);
  }
  return takenBack;
}

/** Takes back all of a document where the part alone, or what it leaves, could not stand; the rest is stated anew. */
function wholeWhereNeeded(
  takenBack: readonly DocumentedLine[],
  documented: readonly DocumentedLine[],
): DocumentedLine[] {
  return [...Map.groupBy(takenBack, ({ documentId }) => documentId)].flatMap(([id, lines]) => {
    const all = documented.filter(({ documentId, ...of }) => documentId === id && !isNothing(of));
    const part = total(lines);
    const rest = minus(total(all), part);
    return canStand(part) && (isNothing(rest) || canStand(rest)) ? lines : all;
  });
}

function documentedAfter(
  documented: readonly DocumentedLine[],
  takenBack: readonly DocumentedLine[],
): DocumentedLine[] {
  return documented.map((line) => {
    const back = takenBack.filter(({ documentId, key }) => documentId === line.documentId && key === line.key);
    return { ...line, ...minus(line, total(back)) };
  });
}

/** Whether a document may say the amount alone. */
function canStand({ netCents, vatCents }: NetAndVat): boolean {
  return netCents > 0 && vatCents > 0;
}

/** Whether a receipt can add the amount to what was documented: IGV without a base can stand on none. */
function isMore(amount: NetAndVat): boolean {
  const { netCents, vatCents } = amount;
  return isNothing(amount) || (netCents > 0 && vatCents >= 0);
}

function isUpTo(amount: NetAndVat, most: NetAndVat): boolean {
  return amount.netCents <= most.netCents && amount.vatCents <= most.vatCents;
}

function isNothing({ netCents, vatCents }: NetAndVat): boolean {
  return netCents === 0 && vatCents === 0;
}

function total(lines: readonly NetAndVat[]): NetAndVat {
  return lines.reduce(plus, NOTHING);
}

function plus(a: NetAndVat, b: NetAndVat): NetAndVat {
  return { netCents: cents(a.netCents + b.netCents), vatCents: cents(a.vatCents + b.vatCents) };
}

function minus(a: NetAndVat, b: NetAndVat): NetAndVat {
  return { netCents: cents(a.netCents - b.netCents), vatCents: cents(a.vatCents - b.vatCents) };
}

/** How the ledger's IGV and the documents' differ for one loan; each part is 0 or more, in céntimos. */
export interface TaxGap {
  /** Earned day by day and neither due nor paid yet. */
  readonly earnedNotDocumented: Cents;
  /** Paid in advance, or due before all of it is earned. */
  readonly documentedNotEarned: Cents;
  /** Of a debt that was written off: in the ledger and in no document. */
  readonly writtenOff: Cents;
}

/**
 * Explains the difference between the IGV that the ledger owes for a loan and the IGV that documents are owed for
 * (domain P39): ledger = documented + earned and not documented − documented and not earned + written off.
 * @param loan as it is known at the end of the day
 */
export function taxGap(loan: Loan, day: BusinessDate, rules: TaxRulesOnDay): TaxGap {
  let [earnedNotDocumented, documentedNotEarned] = [0, 0];
  if (!isDisbursed(loan) || loan.valueDate > day.date) return NO_GAP;
  const owed = new Map(taxedLinesOwed(loan, day, rules).map(({ key, vatCents }) => [key, vatCents]));
  const { groups, writtenOff } = standingOn(loan, day);
  for (const group of groups) {
    for (const component of TAXED_COMPONENTS) {
      const earned = earnedBy(group, component, day.date).vatCents - lineOf(group, component).waivedVatCents;
      const gap = earned - (owed.get(taxKey(group, component)) ?? 0);
      if (gap > 0) earnedNotDocumented += gap;
      else documentedNotEarned -= gap;
    }
  }
  const [kept, lost] = writtenOff ? [0, earnedNotDocumented] : [earnedNotDocumented, 0];
  return {
    earnedNotDocumented: cents(kept),
    documentedNotEarned: cents(documentedNotEarned),
    writtenOff: cents(lost),
  };
}

const NO_GAP: TaxGap = { earnedNotDocumented: ZERO, documentedNotEarned: ZERO, writtenOff: ZERO };
