import type { ScreenTexts, TextKeyOf } from '../screen.ts';
import { WAYS_IN_FIELDS, WAYS_IN_TEXT_KEYS } from './ways-in-texts.ts';

export const TEXTS = {
  title: 'sign_in_title',
  keys: [
    ...WAYS_IN_TEXT_KEYS,
    'sign_in_lead',
    'sign_in_phone_changed',
    'sign_in_no_phone',
    'sign_in_first_time',
    'sign_in_calculate',
    'sign_in_safety',
  ],
  fields: WAYS_IN_FIELDS,
} as const satisfies ScreenTexts;

export type SignInTextKey = TextKeyOf<typeof TEXTS>;
