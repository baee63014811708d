import { CODE_KEYS, WAITING_KEYS } from '#client-area/loan/waiting-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'pay_code_title',
  keys: [
    ...WAITING_KEYS,
    ...CODE_KEYS,
    'viabcp_title_transfer',
    'viabcp_title_review',
    'viabcp_lead_transfer',
    'viabcp_lead_review',
    'viabcp_reference',
    'viabcp_accounts',
    'viabcp_account',
    'viabcp_cci',
    'viabcp_voucher',
    'viabcp_voucher_text',
    'viabcp_operation',
    'viabcp_operation_help',
    'viabcp_paid_to',
    'viabcp_from_bank',
    'viabcp_from_bank_help',
    'viabcp_paid_at',
    'viabcp_day',
    'viabcp_month',
    'viabcp_year',
    'viabcp_amount',
    'viabcp_file',
    'viabcp_file_help',
    'viabcp_file_choose',
    'viabcp_file_other',
    'viabcp_file_remove',
    'viabcp_send',
    'viabcp_review',
  ],
  fields: ['paidTo', 'fromBank', 'operationNumber', 'paidAt', 'amount', 'file'],
} as const satisfies ScreenTexts;

export type ViabcpTextKey = TextKeyOf<typeof TEXTS>;
