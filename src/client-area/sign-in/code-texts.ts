import type { MessageKey } from '#i18n/messages.ts';

/** The texts of the step in which a code is entered; every screen that has one lists them. */
export const CODE_TEXT_KEYS = [
  'code_title',
  'code_lead',
  'code_lead_unknown',
  'code_new_device',
  'code_label',
  'code_trust',
  'code_go',
  'code_again',
  'code_again_in',
  'code_by_call',
  'code_sent_again',
  'code_start_again',
  'email_meant',
] as const satisfies readonly MessageKey[];

export type CodeTextKey = (typeof CODE_TEXT_KEYS)[number];
