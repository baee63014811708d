import { CODE_KEYS, WAITING_KEYS } from '#client-area/loan/waiting-texts.ts';
import type { ScreenTexts, TextKeyOf } from '#client-area/screen.ts';

export const TEXTS = {
  title: 'agente_title',
  keys: [
    ...WAITING_KEYS,
    ...CODE_KEYS,
    'agente_lead',
    'agente_how',
    'agente_step_go',
    'agente_step_say',
    'agente_step_pay',
    'agente_step_done',
    'agente_elsewhere',
  ],
} as const satisfies ScreenTexts;

export type BcpAgenteTextKey = TextKeyOf<typeof TEXTS>;
