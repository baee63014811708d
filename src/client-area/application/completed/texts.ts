import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';
import { COMPLETED_KEYS } from './completed-texts.ts';

export const TEXTS = { title: 'completed_title', keys: COMPLETED_KEYS } as const satisfies ScreenTexts;

export type CompletedScreenTextKey = TextKeyOf<typeof TEXTS>;
