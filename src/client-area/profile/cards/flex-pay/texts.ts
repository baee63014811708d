import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { ARRANGEMENT_DOCUMENT_KEYS } from '#client-area/profile/parts/document-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'flex_title',
  keys: [
    ...ARRANGEMENT_DOCUMENT_KEYS,
    ...EXPLAIN_TEXT_KEYS,
    ...keysOf('flex_'),
    'plan_compare_today',
    'figures_changed',
    'plan_to_loan',
    'ways_go',
  ],
  fields: ['acceptTerms'],
} as const satisfies ScreenTexts;

export type FlexPayTextKey = TextKeyOf<typeof TEXTS>;
