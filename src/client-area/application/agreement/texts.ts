import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS, NONE_KEYS } from '../any-step/step-texts.ts';
import { PAPER_KEYS } from '../offer/offer-texts.ts';

export const TEXTS = {
  title: 'agreement_title',
  keys: [
    ...PAPER_KEYS,
    'offer_total',
    'offer_due',
    'agreement_dues',
    'agreement_dues_dates',
    'offer_tcea',
    'agreement_receive',
    'agreement_to',
    ...CANCEL_APPLICATION_KEYS,
    ...NONE_KEYS,
    'agreement_lead',
    'agreement_back',
    'agreement_changed',
    'agreement_changed_text',
    ...keysOf('agreement_change_'),
    'agreement_accept',
    'agreement_send_code',
    'agreement_code',
    ...keysOf('agreement_code_'),
    'agreement_sign',
    'agreement_expired',
    'agreement_expired_text',
    'agreement_safety',
    'agreement_decline',
    'offer_cap_changed',
  ],
  fields: ['acceptTerms', 'code', 'reason', 'comment'],
} as const satisfies ScreenTexts;

export type AgreementTextKey = TextKeyOf<typeof TEXTS>;
