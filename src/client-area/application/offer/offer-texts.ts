import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { keysOf } from '#i18n/messages.ts';
import type { CancelApplicationTextKey, NoneTextKey } from '../any-step/step-texts.ts';
import { RECEIVING_KEYS } from '../waiting/way-texts.ts';

/** Texts of the costs, row by row. */
export const COST_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'offer_cost',
  'offer_cost_days',
  'offer_cost_months',
  'offer_free',
  ...keysOf('offer_row_'),
] as const;
export type CostTextKey = (typeof COST_KEYS)[number];

/** Papers that are read on the page before they are signed. */
export const PAPER_KEYS = [
  'agreement_signs',
  ...keysOf('agreement_open_'),
  'agreement_documents',
  'agreement_pages_one',
  'agreement_pages',
  'agreement_copy',
  'agreement_document_changed',
] as const;
export type PaperTextKey = (typeof PAPER_KEYS)[number];

/** Texts of an offer's figures; every screen that shows an offer lists them. */
export const FIGURE_KEYS = [
  ...COST_KEYS,
  'offer_receive_single',
  'offer_receive_installments',
  'offer_total',
  'offer_due',
  'offer_first_due',
  'offer_last_due',
  'offer_installment_all',
  'offer_last_amount',
  'offer_asked',
  'offer_tcea',
  ...keysOf('offer_tcea_'),
  'offer_schedule',
  'offer_schedule_caption',
  ...keysOf('offer_column_'),
] as const;
export type FigureTextKey = (typeof FIGURE_KEYS)[number];

/** Texts of a screen on which an offer is taken, changed or declined. */
export const OFFER_KEYS = [
  ...RECEIVING_KEYS,
  'offer_until',
  'offer_accept',
  'offer_accept_note',
  'offer_change',
  'offer_decline',
  'offer_early',
  'offer_early_whole',
  'offer_late',
  'offer_other_rates',
  'payout_normally',
  'offer_stale',
  ...keysOf('offer_change_'),
  'offer_changed',
  'offer_expired',
  'offer_expired_text',
  'offer_cap_changed',
  'offer_replaced',
] as const;
export type OfferTextKey = (typeof OFFER_KEYS)[number];

/** Every text of the view that both screens of an offer share. */
export type OfferViewKey = FigureTextKey | OfferTextKey | CancelApplicationTextKey | NoneTextKey;
