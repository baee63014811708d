import type { ColumnType, Kysely, Transaction } from 'kysely';

/** Every table, by declaration merging from each subject's `tables.ts`: no list by hand. Dates are `YYYY-MM-DD`. */
// biome-ignore lint/suspicious/noEmptyInterface: subjects fill it.
export interface Tables {}

/** A connection of the pool or the transaction that is open. */
export type Db = Kysely<Tables> | Transaction<Tables>;
export type Trx = Transaction<Tables>;

/** Written as JSON text, read as a value. */
export type Json<Value> = ColumnType<Value, string, string>;
/** The same in a row that is written once. */
export type FixedJson<Value> = ColumnType<Value, string, never>;
