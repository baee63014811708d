import type { LoanBody } from '#api/loan-body.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Say } from '#i18n/translate.ts';
import { limaInstant } from './date-text.ts';

/** Why a payout is delayed, and until when; undefined without a delay (decision 0096). */
export function payoutDelayText(
  loan: Pick<LoanBody, 'payoutFrom'> | null | undefined,
  locale: Locale,
  say: Say<'loan_payout_waits'>,
): string | undefined {
  return loan?.payoutFrom ? say('loan_payout_waits', { when: limaInstant(loan.payoutFrom, locale) }) : undefined;
}
