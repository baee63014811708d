import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** The names of the parts that money can pay. */
export const ALLOCATION_KEYS = [
  ...keysOf('loan_part_'),
  'calc_results_techFee',
  'calc_results_adminFee',
  'calc_results_acceleratedAcceptanceFee',
  'calc_results_notaryFee',
  'calc_results_extensionFee',
] as const satisfies readonly MessageKey[];

export type AllocationTextKey = (typeof ALLOCATION_KEYS)[number];
