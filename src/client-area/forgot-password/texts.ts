import type { ScreenTexts, TextKeyOf } from '../screen.ts';

export const TEXTS = { title: 'forgot_title', keys: [] } as const satisfies ScreenTexts;

export type ForgotPasswordTextKey = TextKeyOf<typeof TEXTS>;
