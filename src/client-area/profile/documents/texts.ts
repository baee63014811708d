import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { DOCUMENT_KEYS } from '../parts/document-texts.ts';

export const TEXTS = {
  title: 'documents_title',
  keys: [
    ...DOCUMENT_KEYS,
    'documents_lead',
    'documents_loan',
    'documents_loan_all',
    'documents_loan_of',
    'documents_empty',
    'documents_empty_text',
    'documents_more',
    'documents_more_failed',
    'documents_ask',
    'documents_statement',
    'documents_statement_text',
    'documents_statement_go',
    'documents_from',
    'documents_to',
    'documents_payoff',
    'documents_payoff_text',
    'documents_payoff_go',
    'documents_date',
    'documents_issued',
    'documents_not_disbursed',
    'documents_nothing_owed',
  ],
  fields: ['from', 'to', 'date'],
} as const satisfies ScreenTexts;

export type DocumentsTextKey = TextKeyOf<typeof TEXTS>;
