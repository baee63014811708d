import { reasonTextKeys } from '#api/application-information.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { REJECTION_REASONS } from '#loan/application-decisions.ts';
import { NONE_KEYS } from '../parts/step-texts.ts';

/** Every reason there is, with what can be done about it. */
const REASONS = REJECTION_REASONS.flatMap((reason) => Object.values(reasonTextKeys(reason)));

export const TEXTS = {
  title: 'rejected_title',
  keys: [
    ...REASONS,
    ...NONE_KEYS,
    'rejected_lead',
    'rejected_again',
    'rejected_not_reported',
    'rejected_review',
    'rejected_review_text',
    'rejected_review_comment',
    'rejected_review_go',
    'rejected_review_sent',
    'rejected_understood',
  ],
  fields: ['comment'],
} as const satisfies ScreenTexts;

export type RejectedTextKey = TextKeyOf<typeof TEXTS>;
