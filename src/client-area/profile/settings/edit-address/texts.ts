import { ADDRESS_KEYS } from '#client-area/application/personal/address-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'edit_address_title',
  keys: [
    ...ADDRESS_KEYS,
    ...keysOf('edit_address_'),
    'edit_today',
    'edit_email_back',
    'settings_save',
    'settings_saved',
  ],
  fields: ['ubigeo', 'streetType', 'streetLine', 'apartment', 'reference'],
} as const satisfies ScreenTexts;

export type EditAddressTextKey = TextKeyOf<typeof TEXTS>;
