import type { LoanBody } from '#api/loan-body.ts';
import type { Locale } from '#i18n/locale.ts';
import type { Say } from '#i18n/translate.ts';
import { limaInstant } from './date-text.ts';

/** Why money that is to be paid out stays for now, and until when; undefined when nothing keeps it (decision 0096). */
export function payoutWaitsText(
  loan: Pick<LoanBody, 'payoutFrom'> | null | undefined,
  locale: Locale,
  say: Say<'loan_payout_waits'>,
): string | undefined {
  return loan?.payoutFrom ? say('loan_payout_waits', { when: limaInstant(loan.payoutFrom, locale) }) : undefined;
}
