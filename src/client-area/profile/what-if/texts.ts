import { WHAT_IF_TEXT_KEYS } from '#client-area/loan-parts/what-if/what-if-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'what_if_title',
  keys: [...WHAT_IF_TEXT_KEYS, 'what_if_back'],
} as const satisfies ScreenTexts;

export type WhatIfScreenTextKey = TextKeyOf<typeof TEXTS>;
