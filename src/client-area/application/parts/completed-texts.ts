import { RECEIVING_KEYS, WAY_KEYS } from './way-texts.ts';

/** Texts of both screens of a signed loan. */
export const COMPLETED_KEYS = [
  ...WAY_KEYS,
  ...RECEIVING_KEYS,
  'completed_paid_title',
  'completed_paid_lead',
  'payout_signed',
  'payout_sending',
  'payout_sent',
  'payout_arrives',
  'payout_arrived',
  'payout_normally',
  'payout_look',
  'completed_lead',
  'completed_sending_lead',
  'completed_waits_title',
  'loan_payout_waits',
  'loan_payout_reviewed',
  'loan_payout_reviewed_title',
  'completed_signed_title',
  'completed_signed_lead',
  'completed_next',
  'completed_next_money',
  'completed_next_papers',
  'completed_next_reminder',
  'completed_loan',
  'completed_documents',
  'outcome_my_loan',
  'outcome_reference',
] as const;
export type CompletedTextKey = (typeof COMPLETED_KEYS)[number];
