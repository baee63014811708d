import type { MessageKey } from '#i18n/messages.ts';

/** The ways to pay, each with its name and what to know about it. */
export const METHOD_KEYS = [
  'pay_method_NIUBIZ',
  'pay_method_PAGOEFECTIVO',
  'pay_method_YAPE',
  'pay_method_PLIN',
  'pay_method_BCP_AGENTE',
  'pay_method_VIABCP',
  'pay_method_MANUAL',
  'pay_method_note_NIUBIZ',
  'pay_method_code',
  'pay_method_note_code',
  'pay_method_note_MANUAL',
  'pay_method_last',
  'pay_method_range',
  'pay_method_min',
  'pay_method_contact',
  'pay_method_in_progress',
] as const satisfies readonly MessageKey[];

export type MethodTextKey = (typeof METHOD_KEYS)[number];
