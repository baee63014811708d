import { keysOf, type MessageKey } from '#i18n/messages.ts';
import { ALLOCATION_KEYS } from './allocation-texts.ts';
import { METHOD_KEYS } from './method-texts.ts';
import { PAYMENT_PAGE_KEYS } from './payment-page-texts.ts';

/** Texts of screens about a waiting payment. */
export const WAITING_KEYS = [
  ...PAYMENT_PAGE_KEYS,
  ...METHOD_KEYS,
  ...ALLOCATION_KEYS,
  'pay_goes',
  'pay_goes_today',
  'pay_copy',
  'pay_copied',
  'pay_amount',
  'pay_until',
  'pay_extension_until',
  'pay_loan',
  'pay_waiting',
  'pay_waiting_text',
  'pay_waiting_offline',
  'pay_over_offline',
  'pay_look',
  'pay_cancel',
  'pay_cancel_failed',
  'pay_other_way',
] as const satisfies readonly MessageKey[];

export type WaitingTextKey = (typeof WAITING_KEYS)[number];

/** The number that is said or typed, and where. */
export const CODE_KEYS = [
  'pay_code',
  ...keysOf('pay_code_'),
  'code_pay_lead',
  'code_where',
  ...keysOf('code_place_'),
  ...keysOf('code_step_'),
] as const satisfies readonly MessageKey[];

export type CodeTextKey = (typeof CODE_KEYS)[number];
