import type { LoanBody } from '#api/loan-body.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Say } from '#i18n/translate.ts';
import { limaInstant } from './date-text.ts';

/**
 * Explains why a payout is delayed, and until when if a moment can be promised; undefined without a delay (decisions
 * 0116 and 0146).
 */
export function payoutDelayText(
  loan: Pick<LoanBody, 'payoutFrom' | 'payoutReviewed'> | null | undefined,
  locale: Locale,
  say: Say<'loan_payout_waits' | 'loan_payout_reviewed'>,
): string | undefined {
  if (loan?.payoutReviewed) return say('loan_payout_reviewed');
  return loan?.payoutFrom ? say('loan_payout_waits', { when: limaInstant(loan.payoutFrom, locale) }) : undefined;
}
