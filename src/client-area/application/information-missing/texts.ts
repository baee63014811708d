import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CANCEL_APPLICATION_KEYS, NONE_KEYS } from '../parts/step-texts.ts';

export const TEXTS = {
  title: 'missing_title',
  keys: [
    ...NONE_KEYS,
    ...CANCEL_APPLICATION_KEYS,
    'giving_up_open',
    'missing_lead',
    'missing_bank_title',
    'missing_bank_lead',
    'missing_done',
    'missing_kind',
    'missing_answer',
    'missing_call',
    'missing_call_help',
    'missing_file',
    'missing_file_help',
    'missing_file_more',
    'missing_send',
    'missing_sent',
    'missing_nothing',
    'missing_nothing_text',
    'document_kind_DNI_FRONT',
    'document_kind_DNI_BACK',
    'document_kind_SELFIE',
    'document_kind_INCOME_PROOF',
    'document_kind_ADDRESS_PROOF',
    'document_kind_OTHER',
    'financial_account_other',
    'financial_bank',
    'financial_cci',
    'financial_cci_help',
    'upload_choose',
    'upload_failed',
    'upload_done',
  ],
  fields: ['file', 'picture', 'altPhone', 'bankId', 'cci', 'document', 'reason', 'comment'],
} as const satisfies ScreenTexts;

export type MissingTextKey = TextKeyOf<typeof TEXTS>;
