import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { COST_KEYS, PAPER_KEYS } from '../offer/offer-texts.ts';

export const TEXTS = {
  title: 'topup_title',
  keys: [
    ...COST_KEYS,
    ...PAPER_KEYS,
    'topup_lead',
    'topup_receive',
    'topup_total',
    'topup_due',
    'topup_loan_total',
    'topup_tcea_why',
    'topup_sign',
    'topup_sign_note',
    'topup_decline',
    'topup_declined',
    'topup_gone',
    'topup_gone_text',
    'outcome_my_loan',
    'offer_until',
    'client_calc_additional_tcea',
    'offer_stale',
    'figures_changed',
    'offer_cap_changed',
  ],
  fields: ['acceptTerms'],
} as const satisfies ScreenTexts;

export type OfferTopupTextKey = TextKeyOf<typeof TEXTS>;
