import { addDays, type CalendarDate, calendarDate } from './calendar.ts';

/** Days within which the client may withdraw the request (domain 2.19). */
export const CLOSING_DAYS = 14;
/**
 * Years for which contracts, ledger and complaints must be kept, because accounting and money laundering law says so
 * (domain 2.19).
 */
const KEPT_YEARS = 10;

/** An obstacle to closing an account. */
export type ClosingObstacle = 'open-loan' | 'open-application' | 'open-complaint' | 'credit-balance';

export interface AccountSituation {
  readonly hasOpenLoan: boolean;
  readonly hasOpenApplication: boolean;
  readonly hasOpenComplaint: boolean;
  readonly creditCents: number;
}

/** Tells why an account cannot be closed today, the most pressing reason first; undefined when it can. */
export function closingObstacle(situation: AccountSituation): ClosingObstacle | undefined {
  if (situation.hasOpenLoan) return 'open-loan';
  if (situation.hasOpenApplication) return 'open-application';
  if (situation.hasOpenComplaint) return 'open-complaint';
  return situation.creditCents > 0 ? 'credit-balance' : undefined;
}

/** Computes the day the account is closed unless the request is withdrawn. Asked on 15/01/2026 → 29/01/2026. */
export function closesOn(askedOn: CalendarDate): CalendarDate {
  return addDays(askedOn, CLOSING_DAYS);
}

/** Computes the day the person's last data are deleted. Closed on 29/01/2026 → 29/01/2036; on 29 February, 1 March. */
export function forgetOn(closedOn: CalendarDate): CalendarDate {
  const year = Number(closedOn.slice(0, 4)) + KEPT_YEARS;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const day = closedOn.slice(4) === '-02-29' && !isLeap ? '-03-01' : closedOn.slice(4);
  return calendarDate(`${year}${day}`);
}
