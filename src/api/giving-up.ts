/** Why a client gives up an application or an offer; asked to learn from, never to keep anybody. */
export const GIVING_UP_REASONS = [
  'TOO_EXPENSIVE',
  'AMOUNT_TOO_LOW',
  'TERM_DOES_NOT_FIT',
  'NO_LONGER_NEEDED',
  'FOUND_ANOTHER_LOAN',
  'TOO_MANY_QUESTIONS',
  'OTHER',
] as const;
export type GivingUpReason = (typeof GIVING_UP_REASONS)[number];
