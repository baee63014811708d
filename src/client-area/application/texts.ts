import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = { title: 'application_title', keys: ['application_lead'] } as const satisfies ScreenTexts;

export type ApplicationTextKey = TextKeyOf<typeof TEXTS>;
