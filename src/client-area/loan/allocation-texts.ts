import type { MessageKey } from '#i18n/messages.ts';

/** What money can pay, part by part. */
export const ALLOCATION_KEYS = [
  'loan_part_moratory',
  'loan_part_interest',
  'loan_part_techFee',
  'loan_part_adminFee',
  'loan_part_acceleratedAcceptanceFee',
  'loan_part_notaryFee',
  'loan_part_extensionFee',
  'loan_part_vat',
  'loan_part_principal',
  'loan_part_credit',
  'loan_allocation_picture',
] as const satisfies readonly MessageKey[];

export type AllocationTextKey = (typeof ALLOCATION_KEYS)[number];
