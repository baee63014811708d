import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { CANCEL_APPLICATION_KEYS, DRAFT_KEYS, NONE_KEYS, STEP_KEYS } from '../any-step/step-texts.ts';
import { ADDRESS_KEYS } from './address-texts.ts';

export const TEXTS = {
  title: 'personal_title',
  keys: [
    ...STEP_KEYS,
    ...ADDRESS_KEYS,
    ...DRAFT_KEYS,
    ...CANCEL_APPLICATION_KEYS,
    ...NONE_KEYS,
    'giving_up_open',
    'step_to_calculator',
    ...keysOf('personal_'),
  ],
  fields: [
    'firstName',
    'lastName1',
    'lastName2',
    'birthDate',
    'ubigeo',
    'streetType',
    'streetLine',
    'residenceStatus',
    'timeAtAddressMonths',
    'referral_name',
    'referral_relationship',
    'referral_phone',
    'altPhone',
    'pep',
    'pepPosition',
    'reason',
    'comment',
  ],
} as const satisfies ScreenTexts;

export type PersonalTextKey = TextKeyOf<typeof TEXTS>;
