import { EXPLAIN_TEXT_KEYS } from '#client-area/explain/explain-texts.ts';
import type { MessageKey } from '#i18n/messages.ts';

/** A schedule as picture and as table. */
export const SCHEDULE_KEYS = [
  ...EXPLAIN_TEXT_KEYS,
  'loan_schedule_picture',
  'loan_schedule_picture_paid',
  'loan_schedule_caption',
  'loan_column_number',
  'loan_column_due',
  'loan_column_total',
  'loan_column_unpaid',
  'loan_column_sum',
  'loan_part_principal',
  'loan_part_interest',
  'loan_part_vat',
  'loan_part_fees',
  'loan_part_moratory',
  'loan_row_paid',
] as const satisfies readonly MessageKey[];

export type ScheduleTextKey = (typeof SCHEDULE_KEYS)[number];
