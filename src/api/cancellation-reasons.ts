/** The most characters of the comment beside a reason, and of one that asks for a review. */
export const COMMENT_LIMITS = { cancellation: 500, review: 1_000 } as const;

/** The reasons for cancelling an application or declining an offer; for statistics only. */
export const CANCELLATION_REASONS = [
  'TOO_EXPENSIVE',
  'AMOUNT_TOO_LOW',
  'TERM_DOES_NOT_FIT',
  'NO_LONGER_NEEDED',
  'FOUND_ANOTHER_LOAN',
  'TOO_MANY_QUESTIONS',
  'OTHER',
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];
