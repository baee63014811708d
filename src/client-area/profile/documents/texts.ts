import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { DOCUMENT_KEYS } from '../parts/document-texts.ts';

export const TEXTS = {
  title: 'documents_title',
  keys: [...DOCUMENT_KEYS, ...keysOf('documents_')],
  fields: ['from', 'to', 'date'],
} as const satisfies ScreenTexts;

export type DocumentsTextKey = TextKeyOf<typeof TEXTS>;
