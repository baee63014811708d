import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS, DRAFT_KEYS, NONE_KEYS, SENDING_KEYS, STEP_KEYS } from '../any-step/step-texts.ts';
import { ACCOUNT_KEYS } from './account-texts.ts';

export const TEXTS = {
  title: 'financial_title',
  keys: [
    ...STEP_KEYS,
    ...DRAFT_KEYS,
    ...CANCEL_APPLICATION_KEYS,
    ...NONE_KEYS,
    ...ACCOUNT_KEYS,
    ...SENDING_KEYS,
    'giving_up_open',
    'step_to_personal',
    ...keysOf('financial_'),
  ],
  fields: [
    'incomeSource',
    'lengthOfIncome',
    'employerName',
    'monthlyIncome',
    'monthlyExpenses',
    'otherLoanPayments',
    'monthlyFree',
    'payday',
    'bankAccountType',
    'cci',
    'reason',
    'comment',
  ],
} as const satisfies ScreenTexts;

export type FinancialTextKey = TextKeyOf<typeof TEXTS>;
