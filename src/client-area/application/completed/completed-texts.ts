import { KEEP_DATES_KEYS } from '#client-area/loan-parts/keep-dates-texts.ts';
import { keysOf } from '#i18n/messages.ts';
import { RECEIVING_KEYS, WAY_KEYS } from '../waiting/way-texts.ts';

/** Texts of both screens of a signed loan. */
export const COMPLETED_KEYS = [
  'completed_title',
  'completed_title_name',
  ...WAY_KEYS,
  ...RECEIVING_KEYS,
  ...KEEP_DATES_KEYS,
  'completed_paid_title',
  'completed_paid_lead',
  ...keysOf('payout_'),
  'completed_lead',
  'completed_sending_lead',
  'completed_waits_title',
  ...keysOf('loan_payout_'),
  'completed_signed_title',
  'completed_signed_lead',
  'completed_next',
  ...keysOf('completed_next_'),
  'completed_loan',
  'completed_documents',
  'outcome_my_loan',
  'outcome_reference',
] as const;
export type CompletedTextKey = (typeof COMPLETED_KEYS)[number];
