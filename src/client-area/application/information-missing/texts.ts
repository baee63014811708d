import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS, NONE_KEYS } from '../any-step/step-texts.ts';

export const TEXTS = {
  title: 'missing_title',
  keys: [
    ...NONE_KEYS,
    ...CANCEL_APPLICATION_KEYS,
    'giving_up_open',
    ...keysOf('missing_'),
    'completed_next',
    ...keysOf('document_'),
    'financial_account_other',
    'financial_cci',
    ...keysOf('financial_cci_'),
    'financial_account_type',
    ...keysOf('upload_'),
  ],
  fields: ['file', 'picture', 'altPhone', 'cci', 'document', 'reason', 'comment'],
} as const satisfies ScreenTexts;

export type MissingTextKey = TextKeyOf<typeof TEXTS>;
