import { type CalendarDate, daysBetween } from './calendar.ts';
import type { Cents } from './money.ts';

/**
 * The events that change a client's trust level (domain 2.10). Complaints, ARCO requests, refused marketing, extensions
 * and early repayment must not be among them, so that they never cost points.
 */
export const TRUST_EVENTS = [
  'email-verified',
  'identity-approved',
  'bank-account-confirmed',
  'profile-confirmed',
  'loan-paid-on-time',
  'loan-paid-1-to-3-days-late',
  'loan-paid-4-to-15-days-late',
  'loan-paid-16-to-60-days-late',
  'loan-defaulted',
  'plan-completed',
] as const;
export type TrustEventName = (typeof TRUST_EVENTS)[number];

export interface TrustEvent {
  readonly date: CalendarDate;
  readonly event: TrustEventName;
  readonly loanNumber?: string | undefined;
}

/** The names of the levels, from the first; screens have their texts. */
export const TRUST_LEVEL_NAMES = ['starting', 'known', 'trusted', 'preferred', 'outstanding'] as const;
export type TrustLevelName = (typeof TRUST_LEVEL_NAMES)[number];

/** Gives the name of a level: 2 is `known`. Levels beyond the last name have the last name. */
export function trustLevelName({ level }: Pick<TrustLevel, 'level'>): TrustLevelName {
  return TRUST_LEVEL_NAMES[Math.min(level, TRUST_LEVEL_NAMES.length) - 1] ?? 'starting';
}

export interface TrustSettings {
  readonly points: Readonly<Record<TrustEventName, number>>;
  /** Ascending by points; the first starts at minus infinity. */
  readonly levels: readonly TrustLevel[];
}

export interface TrustLevel {
  readonly level: number;
  readonly fromPoints: number;
  readonly maxSinglePayCents: Cents;
  readonly techFeeDiscountPercent: number;
}

/** A level as it is stored: the lowest begins where points begin, and has no points of its own. */
type StoredLevel = Pick<TrustLevel, 'level'> & { readonly fromPoints?: number | undefined };

/** Finds the first level whose number, or whose points, stand there already. Levels 1, 2, 2 → place 2, `level`. */
export function repeatedLevel(
  levels: readonly StoredLevel[],
): { readonly place: number; readonly figure: 'level' | 'fromPoints' } | undefined {
  for (const [place, own] of levels.entries()) {
    for (const figure of ['level', 'fromPoints'] as const) {
      const isRepeated = levels.slice(0, place).some((other) => other[figure] === own[figure]);
      if (own[figure] !== undefined && isRepeated) return { place, figure };
    }
  }
  return undefined;
}

/**
 * Checks that points grow with the levels, in whatever order they stand, and that the lowest level and no other begins
 * without points. Level 6 from 35 points beside level 5 from 140: no, because more points would be a lower level.
 */
export function isLadder(levels: readonly StoredLevel[]): boolean {
  const [lowest, ...others] = [...levels].sort((a, b) => a.level - b.level);
  const starts = others.map(({ fromPoints = Number.NEGATIVE_INFINITY }) => fromPoints);
  const isAbove = (from: number, place: number) => from > (starts[place - 1] ?? Number.NEGATIVE_INFINITY);
  return lowest !== undefined && lowest.fromPoints === undefined && starts.every(isAbove);
}

/** Names the event of a paid loan, by how late its last payment was on its payment date: 2 days late → +8. */
export function trustEventOfPaidLoan(daysLate: number): TrustEventName {
  if (daysLate <= 0) return 'loan-paid-on-time';
  if (daysLate <= 3) return 'loan-paid-1-to-3-days-late';
  if (daysLate <= 15) return 'loan-paid-4-to-15-days-late';
  return daysLate <= 60 ? 'loan-paid-16-to-60-days-late' : 'loan-defaulted';
}

export interface TrustStanding {
  readonly level: TrustLevel;
  readonly points: number;
  readonly next?: { readonly level: TrustLevel; readonly pointsNeeded: number } | undefined;
  /** Oldest first, each with its points. */
  readonly history: readonly (TrustEvent & { readonly delta: number })[];
}

/** Events that count only once. */
const COUNTS_ONCE: ReadonlySet<TrustEventName> = new Set([
  'email-verified',
  'identity-approved',
  'bank-account-confirmed',
  'profile-confirmed',
]);

const PROFILE_FRESH_DAYS = 180;

/**
 * Computes a client's level on a date from all events (domain 2.10); a pure function, so it can be recomputed at any
 * time. E-mail, identity and bank account verified: 25 points, level 2, up to S/ 800.
 */
export function trustStanding(
  events: readonly TrustEvent[],
  today: CalendarDate,
  settings: TrustSettings,
): TrustStanding {
  const history = explained(events, today, settings);
  const points = history.reduce((total, { delta }) => total + delta, 0);
  const index = settings.levels.findLastIndex(({ fromPoints }) => points >= fromPoints);
  const level = settings.levels[index] as TrustLevel;
  const next = settings.levels[index + 1];
  return { level, points, history, next: next && { level: next, pointsNeeded: next.fromPoints - points } };
}

function explained(
  events: readonly TrustEvent[],
  today: CalendarDate,
  { points }: TrustSettings,
): TrustStanding['history'] {
  const seen = new Set<TrustEventName>();
  const oldestFirst = [...events]
    .filter(({ date }) => date <= today)
    .sort((a, b) => (a.date === b.date ? a.event.localeCompare(b.event) : a.date < b.date ? -1 : 1));
  return oldestFirst.map((entry) => {
    const counts = isFresh(entry, today) && !(COUNTS_ONCE.has(entry.event) && seen.has(entry.event));
    if (counts) seen.add(entry.event);
    return { ...entry, delta: counts ? points[entry.event] : 0 };
  });
}

function isFresh({ event, date }: TrustEvent, today: CalendarDate): boolean {
  return event !== 'profile-confirmed' || daysBetween(date, today) <= PROFILE_FRESH_DAYS;
}

/**
 * Lists what would add points, most first: positive events that count every time, and those that count once and have
 * not happened. E-mail, identity and bank account verified: a loan paid on time (+20), a kept plan (+10), a loan paid a
 * little late (+8), a confirmed profile (+5).
 */
export function waysToEarn(
  { history }: Pick<TrustStanding, 'history'>,
  { points }: TrustSettings,
): { readonly event: TrustEventName; readonly points: number }[] {
  const counted = new Set(history.filter(({ delta }) => delta > 0).map(({ event }) => event));
  return TRUST_EVENTS.filter((event) => points[event] > 0 && !(COUNTS_ONCE.has(event) && counted.has(event)))
    .map((event) => ({ event, points: points[event] }))
    .sort((a, b) => b.points - a.points);
}
