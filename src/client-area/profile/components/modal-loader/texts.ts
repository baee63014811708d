import { PAYMENT_PAGE_KEYS } from '#client-area/loan-parts/payment-page-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'loader_title',
  keys: [...PAYMENT_PAGE_KEYS, 'loader_lead'],
} as const satisfies ScreenTexts;

export type ModalLoaderTextKey = TextKeyOf<typeof TEXTS>;
