import { reasonTextKeys } from '#api/application-information.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { keysOf } from '#i18n/messages.ts';
import { REJECTION_REASONS } from '#loan/application-decisions.ts';
import { NONE_KEYS } from '../any-step/step-texts.ts';

/** The texts of every reason, with what can be done about it. */
const REASONS = REJECTION_REASONS.flatMap((reason) => Object.values(reasonTextKeys(reason)));

export const TEXTS = {
  title: 'rejected_title',
  keys: [...REASONS, ...NONE_KEYS, ...keysOf('rejected_')],
  fields: ['comment'],
} as const satisfies ScreenTexts;

export type RejectedTextKey = TextKeyOf<typeof TEXTS>;
