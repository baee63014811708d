import { keysOf } from '#i18n/messages.ts';
import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = {
  title: 'forgot_title',
  keys: [...keysOf('forgot_'), 'sign_in_identifier'],
  fields: ['identifier'],
} as const satisfies ScreenTexts;

export type ForgotPasswordTextKey = TextKeyOf<typeof TEXTS>;
