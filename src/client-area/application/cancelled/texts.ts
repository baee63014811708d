import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';

export const TEXTS = {
  title: 'cancelled_title',
  keys: [...keysOf('cancelled_'), 'rejected_again', 'outcome_reference'],
} as const satisfies ScreenTexts;

export type CancelledTextKey = TextKeyOf<typeof TEXTS>;
