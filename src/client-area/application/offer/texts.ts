import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { CANCEL_APPLICATION_KEYS, NONE_KEYS } from '../any-step/step-texts.ts';
import { FIGURE_KEYS, OFFER_KEYS } from './offer-texts.ts';

export const TEXTS = {
  title: 'offer_page',
  keys: [...FIGURE_KEYS, ...OFFER_KEYS, ...CANCEL_APPLICATION_KEYS, ...NONE_KEYS, 'offer_title', 'offer_title_plain'],
  fields: ['amount', 'term', 'reason', 'comment'],
} as const satisfies ScreenTexts;

export type OfferScreenTextKey = TextKeyOf<typeof TEXTS>;
