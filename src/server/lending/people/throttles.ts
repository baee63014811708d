import type { RateLimit } from '#server/kit/rate-limit.ts';
import type { ThrottleRule } from './store/throttle-store.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** At most so many in each span. */
export function atMost(...limits: readonly Most[]): ThrottleRule & { readonly limits: readonly Most[] } {
  const rule = (times: readonly number[], now: number): number => {
    const free = limits.map(({ count, inMs }) => {
      const oldest = times[count - 1];
      return oldest === undefined || oldest <= now - inMs ? 0 : oldest + inMs;
    });
    return Math.max(0, ...free);
  };
  return Object.assign(rule, { limits, lookBackMs: Math.max(...limits.map(({ inMs }) => inMs)) });
}

export interface Most {
  readonly count: number;
  readonly inMs: number;
}

/** Codes to one telephone: 5 an hour, 10 a day (domain 2.1.3), and as many again behind a proof (decision 0117). */
export const CODE_LIMIT = atMost({ count: 5, inMs: HOUR_MS }, { count: 10, inMs: DAY_MS });
/** Another code for the same purpose: one a minute (domain 2.1.3). A code for another purpose may follow at once. */
export const CODE_AGAIN_LIMIT = atMost({ count: 1, inMs: MINUTE_MS });
/** Codes requested for one identifier, or for one telephone that registers, known or not: one a minute, 5 an hour, 10 a day. */
export const CODE_NAME_LIMIT = atMost(
  { count: 1, inMs: MINUTE_MS },
  { count: 5, inMs: HOUR_MS },
  { count: 10, inMs: DAY_MS },
);
/** Different documents that one proven telephone registers with: each answer says whether it is a client's (decision 117). */
export const DOCUMENTS_LIMIT = atMost({ count: 3, inMs: DAY_MS });
/** Counted, and never refused. */
export const NO_LIMIT: ThrottleRule = () => undefined;
/** Codes to one account, to however many telephones: a client who changes theirs types any number. */
export const CODE_ACCOUNT_LIMIT = atMost({ count: 10, inMs: HOUR_MS }, { count: 20, inMs: DAY_MS });
/**
 * Codes and letters requested from one address. In the hundreds: a carrier has thousands of clients behind one address
 * (domain 2.1.2). Telephone and account are what limits; this one slows only who asks for hundreds of people.
 */
export const CODE_ADDRESS_LIMIT: RateLimit = { perMinute: 300 / 60, burst: 300 };
/** Pictures of somebody who lost telephone or mailbox, from one address: megabytes without a session are limited strictly. */
export const PICTURE_LIMIT: RateLimit = { perMinute: 2, burst: 6 };
/** Forms about data posted from one address, right or wrong: who corrects a form five times is not refused. */
export const VISITOR_POSTING_LIMIT: RateLimit = { perMinute: 2, burst: 30 };
/** Requests about data without an account, from one address: a carrier's is shared by thousands, and few of them ask. */
export const VISITOR_REQUEST_LIMIT = atMost({ count: 20, inMs: DAY_MS });
/** Searches of a colleague at the desk: a day's work fits, and the book does not leave through it in an hour. */
export const STAFF_SEARCH_LIMIT: RateLimit = { perMinute: 10, burst: 60 };
/** Wrong answers to the codes that an account got in one hour, whatever challenge they belong to (quality A3). */
export const WRONG_CODES_LIMIT = { count: 10, inMs: HOUR_MS } as const;
/** Failures from one address (domain 2.1.3). */
export const SIGN_IN_ADDRESS_LIMIT = atMost({ count: 50, inMs: 15 * MINUTE_MS });
/** E-mails about a lost password or telephone. */
export const ACCOUNT_EMAIL_LIMIT = atMost({ count: 3, inMs: HOUR_MS }, { count: 6, inMs: DAY_MS });

export const FREE_FAILURES = 5;
export const FREE_FAILURES_OF_PERSON = 10;
const FAILURES_SPAN_MS = 15 * MINUTE_MS;
const FIRST_DELAY_MS = 30 * SECOND_MS;
const LONGEST_DELAY_MS = 15 * MINUTE_MS;
const FAILURES_REMEMBERED_MS = HOUR_MS;

/**
 * So many failures in a quarter of an hour are free; each further one delays the next attempt, 30 seconds, a minute, two,
 * up to a quarter of an hour (domain 2.1.3). Never a lock: anybody could lock a client out.
 */
function delayAfter(free: number): ThrottleRule {
  return (times, now) => {
    const recent = times.filter((at) => at > now - FAILURES_REMEMBERED_MS);
    const [newest] = recent;
    const isBurst = recent.some((at, n) => at - (recent[n + free - 1] ?? Number.NEGATIVE_INFINITY) <= FAILURES_SPAN_MS);
    if (newest === undefined || !isBurst) return undefined;
    return newest + Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (recent.length - free));
  };
}

/** Failures under one name, or in one browser that is known. */
export const failureDelay = delayAfter(FREE_FAILURES);
/** Failures of a person under all their names, from browsers that are not known. */
export const personFailureDelay = delayAfter(FREE_FAILURES_OF_PERSON);

/** Tells whether there were too many failures: the right password alone is then not enough. */
export function isGuessedAt(earlierFailures: number): boolean {
  return earlierFailures >= FREE_FAILURES;
}
