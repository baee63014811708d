import { ACCOUNT_KEYS } from '#client-area/application/financial/account-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

import { PENDING_CHANGE_TEXT_KEYS } from './pending-change-texts.ts';

export const TEXTS = {
  title: 'settings_title',
  keys: [
    ...ACCOUNT_KEYS,
    ...PENDING_CHANGE_TEXT_KEYS,
    ...keysOf('settings_'),
    'place_notifications',
    'header_log_out',
    'track_step_RECEIVED',
    'track_step_ASSIGNED',
    'track_step_ANSWERED',
    'track_step_SETTLED',
    'track_step_CLOSED',
  ],
  fields: [
    'email',
    'payday',
    'altPhone',
    'language',
    'currentPassword',
    'newPassword',
    'type',
    'detail',
    'understood',
    'cci',
  ],
} as const satisfies ScreenTexts;

export type SettingsTextKey = TextKeyOf<typeof TEXTS>;
