import { ARRANGEMENT_DOCUMENT_KEYS } from '#client-area/profile/parts/document-texts.ts';
import { PLAN_KEYS, PLAN_RULE_KEYS } from '#client-area/profile/parts/plan-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'plan_title',
  keys: [
    ...ARRANGEMENT_DOCUMENT_KEYS,
    ...PLAN_KEYS,
    ...PLAN_RULE_KEYS,
    'plan_lead',
    'plan_how',
    'plan_payments',
    'plan_payments_of',
    'plan_first',
    'plan_first_payday',
    'plan_channel',
    ...keysOf('plan_channel_'),
    'plan_offer',
    'plan_offer_total',
    'plan_each',
    'plan_last',
    'plan_compare_today',
    'plan_compare_plan',
    'plan_waived',
    'plan_frozen',
    'plan_until',
    'plan_accept',
    'plan_confirm',
    'plan_confirm_note',
    'plan_changed',
    'plan_stale',
    'plan_done',
    'plan_done_text',
  ],
  fields: ['acceptTerms', 'numberOfPayments', 'firstPaymentDate', 'paymentChannel'],
} as const satisfies ScreenTexts;

export type PaymentPlanTextKey = TextKeyOf<typeof TEXTS>;
