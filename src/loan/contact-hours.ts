import { addDays, type CalendarDate, daysBetween, weekday } from './calendar.ts';

/** A moment in Lima. */
export interface Moment {
  readonly date: CalendarDate;
  /** Minutes since midnight: 7:00 is 420. */
  readonly minute: number;
}

const MINUTES_PER_HOUR = 60;
/** No contact before 07:00, nor from 20:00 on (Ley 29571, arts. 61–62; domain 2.16). */
export const OPENS_AT_MINUTE = 7 * MINUTES_PER_HOUR;
export const CLOSES_AT_MINUTE = 20 * MINUTES_PER_HOUR;

/** The ways of contacting a client about a debt. */
export const CONTACT_CHANNELS = ['CALL', 'VISIT'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/**
 * The person the lender would speak to. The referrals of an application must not be contacted about a debt: only the
 * client may.
 */
export const CONTACT_RECIPIENTS = ['CLIENT', 'THIRD_PARTY'] as const;
export type ContactRecipient = (typeof CONTACT_RECIPIENTS)[number];

/** Outcomes of a call or visit. `PROMISED`: an amount, until a date. */
export const CONTACT_OUTCOMES = ['NO_ANSWER', 'PROMISED', 'REFUSES', 'WRONG_NUMBER'] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

/** Reasons for pausing collections while they apply. */
export const PAUSE_REASONS = ['COMPLAINT', 'BEREAVEMENT', 'FRAUD_CLAIM'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Maximum calls to a client, by any caller and about any loan (domain 2.16). */
export const MAX_CALLS_A_DAY = 1;
export const MAX_CALLS_A_WEEK = 3;
const WEEK_DAYS = 7;
/** Calls of the last week decide whether another may be made. */
export const CONTACT_LOOK_BACK_DAYS = WEEK_DAYS;

export type ContactRefusal =
  | 'third-party'
  | 'paused'
  | 'weekend'
  | 'holiday'
  | 'night'
  | 'daily-limit'
  | 'weekly-limit';

export interface ContactPlan {
  readonly channel: ContactChannel;
  readonly recipient: ContactRecipient;
  readonly at: Moment;
}

export interface ContactSituation {
  /** Open ones only. */
  readonly pauses: readonly PauseReason[];
  /** Dates of the client's calls and visits so far, in any order. */
  readonly contactDates: readonly CalendarDate[];
}

/**
 * Tells why collections may not call or visit now, else undefined (domain 2.16; Ley 29571 arts. 61–62). Calls and
 * visits count together: a client who was visited today is not called. Worked: a call on Friday 16/01/2026 at 19:59 is
 * allowed, at 20:00 not; on Saturday not at all; after calls on 12/01, 13/01 and 14/01 the next is allowed on 19/01.
 */
export function contactRefusal(
  plan: ContactPlan,
  situation: ContactSituation,
  isHoliday: (date: CalendarDate) => boolean,
): ContactRefusal | undefined {
  const { at } = plan;
  if (plan.recipient !== 'CLIENT') return 'third-party';
  if (situation.pauses.length > 0) return 'paused';
  if (isWeekend(at.date)) return 'weekend';
  if (isHoliday(at.date)) return 'holiday';
  if (!isDaytime(at)) return 'night';
  const ages = situation.contactDates.map((date) => daysBetween(date, at.date)).filter((age) => age >= 0);
  if (ages.filter((age) => age === 0).length >= MAX_CALLS_A_DAY) return 'daily-limit';
  return ages.filter((age) => age < WEEK_DAYS).length >= MAX_CALLS_A_WEEK ? 'weekly-limit' : undefined;
}

/** The hours in which a client may be called or visited: from the first to the last minute of one day. */
export interface ContactHours {
  readonly date: CalendarDate;
  readonly fromMinute: number;
  readonly untilMinute: number;
}

/**
 * Finds the hours in which a plan is allowed, from its moment on; undefined while nothing is allowed, as in a pause.
 * Worked: after a call on Friday 16/01/2026 at 10:00 the next hours are those of Monday 19/01, 07:00 to 20:00.
 */
export function nextContactHours(
  plan: ContactPlan,
  situation: ContactSituation,
  isHoliday: (date: CalendarDate) => boolean,
): ContactHours | undefined {
  // Longer than any real run of holidays and the week of the limits.
  for (let day = 0; day < 31; day++) {
    const date = addDays(plan.at.date, day);
    const fromMinute = day === 0 ? Math.max(plan.at.minute, OPENS_AT_MINUTE) : OPENS_AT_MINUTE;
    const refusal = contactRefusal({ ...plan, at: { date, minute: fromMinute } }, situation, isHoliday);
    if (!refusal) return { date, fromMinute, untilMinute: CLOSES_AT_MINUTE };
  }
  return undefined;
}

/**
 * The purpose of a message, which decides its hours. `security`: a code or a warning, sent at once. `service`: news of
 * the client's loan, on any day between 07:00 and 20:00. `collection` and `marketing` must keep the days of calls too.
 */
export const MESSAGE_PURPOSES = ['security', 'service', 'collection', 'marketing'] as const;
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number];

/** The channel of a message. SMS and calls keep hours; an e-mail wakes nobody. */
export type MessageChannel = 'email' | 'sms' | 'voice' | 'whatsapp';

/**
 * Tells when a message may be sent: `now`, or the next time that its channel and purpose allow. Worked: an SMS about a
 * late payment, ready on Friday 16/01/2026 at 21:10, is sent on Monday 19/01 at 07:00; news of a payment on Saturday at
 * 07:00.
 */
export function sendingMoment(
  message: { readonly channel: MessageChannel; readonly purpose: MessagePurpose },
  now: Moment,
  isHoliday: (date: CalendarDate) => boolean,
): Moment {
  const { channel, purpose } = message;
  const isQuiet = channel === 'email' && purpose !== 'marketing';
  if (purpose === 'security' || isQuiet) return now;
  const isOpen = (date: CalendarDate): boolean => purpose === 'service' || (!isWeekend(date) && !isHoliday(date));
  if (isOpen(now.date) && isDaytime(now)) return now;
  let date = now.minute < OPENS_AT_MINUTE ? now.date : addDays(now.date, 1);
  // Longer than any real run of holidays; prevents an endless loop over a wrong table.
  for (let tries = 0; tries < 31; tries++) {
    if (isOpen(date)) return { date, minute: OPENS_AT_MINUTE };
    date = addDays(date, 1);
  }
  throw new RangeError(`no day to send on within a month of ${now.date}`);
}

function isDaytime({ minute }: Moment): boolean {
  return minute >= OPENS_AT_MINUTE && minute < CLOSES_AT_MINUTE;
}

function isWeekend(date: CalendarDate): boolean {
  const day = weekday(date);
  return day === 0 || day === 6;
}
