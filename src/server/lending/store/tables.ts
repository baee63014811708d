import type { ColumnType, Generated } from 'kysely';
import type { ComplaintTables } from './complaint-tables.ts';

/** The lending database as its migrations leave it. Dates are `YYYY-MM-DD`. */
export interface LendingTables extends ComplaintTables {
  readonly parameter: ParameterTable;
  readonly parameter_version: { readonly version: number };
}

interface ParameterTable {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** Written as JSON text, read as a value. */
  readonly value: ColumnType<unknown, string, never>;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly approved_by: string;
  readonly created_at: Generated<Date>;
}
