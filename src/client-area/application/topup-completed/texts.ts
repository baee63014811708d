import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'topup_done_title',
  keys: [
    'receiving_title',
    ...EXPLAIN_TEXT_KEYS,
    'topup_done_lead',
    'topup_waits_title',
    ...keysOf('loan_payout_'),
    'completed_signed_title',
    'topup_signed_lead',
    'topup_total',
    'topup_receive',
    'topup_due',
    'topup_loan_total',
    'outcome_my_loan',
    'completed_next_money',
    'completed_next_papers',
    'completed_next',
  ],
} as const satisfies ScreenTexts;

export type TopupCompletedTextKey = TextKeyOf<typeof TEXTS>;
