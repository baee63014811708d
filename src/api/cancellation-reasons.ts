/** Why a client cancels an application or declines an offer; for statistics only. */
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
