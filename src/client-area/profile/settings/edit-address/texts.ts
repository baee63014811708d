import { ADDRESS_KEYS } from '#client-area/application/parts/address-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'edit_address_title',
  keys: [
    ...ADDRESS_KEYS,
    'edit_address_lead',
    'edit_address_now',
    'edit_address_stale',
    'edit_today',
    'edit_email_back',
    'settings_save',
    'settings_saved',
  ],
  fields: ['ubigeo', 'streetType', 'streetLine', 'apartment', 'reference'],
} as const satisfies ScreenTexts;

export type EditAddressTextKey = TextKeyOf<typeof TEXTS>;
