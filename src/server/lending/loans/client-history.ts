import type { Kysely } from 'kysely';
import { isOpenLoan } from '#loan/application-decisions.ts';
import type { BusinessDate } from '#loan/business-days.ts';
import { addMonths } from '#loan/calendar.ts';
import type { LoanStatus } from '#loan/loan.ts';
import { trustEventsOfLoan } from '#loan/trust-events.ts';
import type { TrustEvent, TrustEventName, TrustSettings, TrustStanding } from '#loan/trust-level.ts';
import type { Db, Tables } from '#server/kit/tables.ts';
import { readTrustStanding } from './record-trust.ts';
import { readDefaultDates, readLoansOf } from './store/loan-store.ts';

/** Facts about a client from the loans we have given them. */
export interface ClientHistory {
  readonly paidLoanCount: number;
  /** Of the loan that is owed or on its way. */
  readonly openLoanStatus: LoanStatus | undefined;
  readonly hasOverdueLoan: boolean;
  readonly hasWrittenOffLoan: boolean;
  readonly worstDaysLateIn2Years: number;
  /** The level that the client sees: from everything their points were given for, and not from loans alone. */
  readonly trust: TrustStanding;
}

const OVERDUE: ReadonlySet<LoanStatus> = new Set(['PAST_DUE', 'DEFAULTED', 'PAYMENT_PLAN', 'FLEX']);

/** The most days late that each kind of event stands for; anything over sixty counts as the worst. */
const DAYS_LATE: Readonly<Partial<Record<TrustEventName, number>>> = {
  'loan-paid-1-to-3-days-late': 3,
  'loan-paid-4-to-15-days-late': 15,
  'loan-paid-16-to-60-days-late': 60,
  'loan-defaulted': 61,
};

/** Reads every loan of a client; there are few, and a decision must not miss one. */
export async function readClientHistory(
  db: Db,
  at: {
    readonly personId: string;
    readonly day: BusinessDate;
    readonly trust: TrustSettings;
  },
): Promise<ClientHistory> {
  const { personId, day, trust: settings } = at;
  const stored = await readLoansOf(db as Kysely<Tables>, personId);
  const events: TrustEvent[] = [];
  for (const one of stored) {
    events.push(...trustEventsOfLoan(one.loan, await readDefaultDates(db, one.id), day));
  }
  const statuses = stored.map(({ loan }) => loan.status);
  const since = addMonths(day.date, -24);
  const recent = events.filter(({ date }) => date >= since);
  return {
    paidLoanCount: statuses.filter((status) => status === 'PAID').length,
    openLoanStatus: statuses.find(isOpenLoan),
    hasOverdueLoan: statuses.some((status) => OVERDUE.has(status)),
    hasWrittenOffLoan: statuses.includes('WRITTEN_OFF'),
    worstDaysLateIn2Years: Math.max(0, ...recent.map(({ event }) => DAYS_LATE[event] ?? 0)),
    trust: await readTrustStanding(db, personId, { today: day.date, settings }),
  };
}
