import { METHOD_KEYS } from '#client-area/loan-parts/method-texts.ts';
import { EXTENSION_KEYS } from '#client-area/profile/parts/extension-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'extend_title',
  keys: [
    ...METHOD_KEYS,
    ...EXTENSION_KEYS,
    'extend_lead',
    'extend_term',
    'extend_method',
    'extend_price',
    'extend_price_today',
    'extend_from',
    'extend_to',
    ...keysOf('extend_arrears_'),
    'extend_interest',
    'extend_vat',
    'extend_sum',
    'extend_whole',
    'extend_paid_part',
    'extend_left',
    'extend_rest',
    'extend_then',
    'extend_compare',
    'extend_tcea',
    'extend_tcea_why',
    'extend_until',
    'extend_accept',
    'extend_go',
    'extend_stale',
    'extend_in_progress',
    'extend_expired',
    'extend_closed',
    'extend_contact',
    'extend_short',
    'extend_part',
    'extend_part_over',
    'extend_reversed',
    'extend_over',
    'extend_waiting_see',
    'extend_waiting',
  ],
  fields: ['acceptTerms', 'method'],
} as const satisfies ScreenTexts;

export type ExtendLoanTextKey = TextKeyOf<typeof TEXTS>;
