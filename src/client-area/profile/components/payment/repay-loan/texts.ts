import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { ALLOCATION_KEYS } from '#client-area/loan-parts/allocation-texts.ts';
import { METHOD_KEYS } from '#client-area/loan-parts/method-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'repay_title',
  keys: [
    ...ALLOCATION_KEYS,
    ...EXPLAIN_TEXT_KEYS,
    ...METHOD_KEYS,
    'pay_my_loans',
    ...keysOf('repay_'),
    'top_up_coming',
  ],
  fields: ['amount'],
} as const satisfies ScreenTexts;

export type RepayLoanTextKey = TextKeyOf<typeof TEXTS>;
