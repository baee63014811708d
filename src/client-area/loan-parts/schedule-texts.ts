import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import { keysOf, type MessageKey } from '#i18n/messages.ts';

/** A schedule. */
export const SCHEDULE_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'loan_schedule_caption',
  ...keysOf('loan_column_'),
  'loan_part_principal',
  'loan_part_interest',
  'loan_part_vat',
  'loan_part_fees',
  'loan_part_moratory',
  'loan_row_paid',
] as const satisfies readonly MessageKey[];

export type ScheduleTextKey = (typeof SCHEDULE_KEYS)[number];
