import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { REGISTRATION_FIELDS, REGISTRATION_TEXT_KEYS } from '#client-area/sign-up/registration-texts.ts';

export const TEXTS = {
  title: 'new_client_title',
  keys: [
    ...REGISTRATION_TEXT_KEYS,
    'new_client_lead',
    'new_client_chosen',
    'new_client_you_ask',
    'new_client_you_pay_back',
    'new_client_due',
    'new_client_last_due',
    'new_client_change',
    'new_client_example',
    'new_client_have_account',
    'new_client_back',
    'new_client_apply_title',
    'new_client_apply_lead',
    'new_client_apply',
    'new_client_sending',
    'new_client_adjusted',
    'new_client_continue',
    'new_client_my_loans',
    'calc_tcea',
    'sign_in_go',
  ],
  fields: [...REGISTRATION_FIELDS, 'inquiry'],
} as const satisfies ScreenTexts;

export type NewClientTextKey = TextKeyOf<typeof TEXTS>;
