import { CALCULATOR_TEXT_KEYS } from '#calculator/texts.ts';
import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'calculator_title',
  keys: [
    ...CALCULATOR_TEXT_KEYS,
    ...EXPLAIN_TEXT_KEYS,
    'calc_confirming',
    ...keysOf('client_calc_'),
    ...keysOf('loan_payout_'),
    'loan_status_DISBURSING',
    'topup_tcea_why',
    'topup_total',
    'new_client_adjusted',
    'what_if_title',
  ],
  fields: ['inquiry'],
} as const satisfies ScreenTexts;

export type CalculatorScreenTextKey = TextKeyOf<typeof TEXTS>;
