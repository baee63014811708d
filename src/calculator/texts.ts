import { keysOf, type MessageKey } from '#i18n/messages.ts';
import type { Say as SayOf } from '#i18n/translate.ts';

/** The texts of the card's own script: choices, total, button. */
export const CARD_TEXT_KEYS = [
  'calc_label',
  'calc_product_type',
  'calc_single_pay',
  'calc_installment',
  'calc_amount',
  ...keysOf('calc_amount_'),
  'calc_less',
  'calc_less_end',
  'calc_more',
  'calc_more_end',
  'calc_range',
  ...keysOf('calc_way_'),
  'calc_until_when',
  'calc_how_many_months',
  'calc_days',
  'calc_months',
  'calc_total',
  'calc_failed',
  'calc_part_missing',
  'calc_closed',
  'calc_retry',
  'calc_prices_changed',
  'calc_dates_moved',
  'calc_due_on',
  'calc_installments_of',
  'calc_first_due',
  'calc_last_due',
  'calc_until',
  'calc_cost',
  'calc_rate',
  'calc_tcea_tip',
  'calc_what_is',
  'calc_apply',
  'calc_apply_unreadable',
  'calc_new_tab',
  'calc_no_commitment',
  'calc_spoken',
] as const satisfies readonly MessageKey[];

/** The texts of the details beside the card, which come with the island. */
export const DETAILS_TEXT_KEYS = [
  'calc_no_script',
  'calc_details',
  'calc_loan',
  'calc_results_interestFee',
  'calc_results_interestFee_tip',
  'calc_results_techFee',
  'calc_results_techFee_tip',
  'calc_results_adminFee',
  'calc_results_adminFee_tip',
  'calc_results_acceleratedAcceptanceFee',
  'calc_results_acceleratedAcceptanceFee_tip',
  'calc_results_fees',
  'calc_results_vat',
  'calc_results_repay_date',
  'calc_last_installment',
  'calc_before',
  'calc_total_to_pay',
  'calc_rollover',
  'calc_or',
  'calc_schedule',
  ...keysOf('calc_schedule_'),
] as const satisfies readonly MessageKey[];

/** Every text the calculator shows; pages pass them with `pickTexts`. */
export const CALCULATOR_TEXT_KEYS = [...CARD_TEXT_KEYS, ...DETAILS_TEXT_KEYS] as const;

export type CalculatorTextKey = (typeof CALCULATOR_TEXT_KEYS)[number];

/** Returns one of the calculator's texts, or of a screen that shows parts of it. */
export type Say<Key extends MessageKey = CalculatorTextKey> = SayOf<Key>;
