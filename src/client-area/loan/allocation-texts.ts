import type { MessageKey } from '#i18n/messages.ts';

/** What money can pay, part by part. */
export const ALLOCATION_KEYS = [
  'loan_part_moratory',
  'loan_part_interest',
  'loan_part_fees',
  'calc_results_techFee',
  'calc_results_adminFee',
  'calc_results_acceleratedAcceptanceFee',
  'calc_results_notaryFee',
  'calc_results_extensionFee',
  'loan_part_vat',
  'loan_part_principal',
  'loan_part_credit',
  'loan_part_negative',
  'loan_allocation_picture',
] as const satisfies readonly MessageKey[];

export type AllocationTextKey = (typeof ALLOCATION_KEYS)[number];
