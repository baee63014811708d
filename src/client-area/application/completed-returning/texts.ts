import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { COMPLETED_KEYS } from '../completed/completed-texts.ts';

export const TEXTS = { title: 'completed_title', keys: COMPLETED_KEYS } as const satisfies ScreenTexts;

export type CompletedReturningTextKey = TextKeyOf<typeof TEXTS>;
