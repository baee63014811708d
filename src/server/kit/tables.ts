import type { ColumnType, Kysely, Transaction } from 'kysely';

/**
 * Every table of the service's database. Each subject adds its own here, in its `tables.ts`, by declaration merging, so
 * that no list of all tables is kept by hand. Dates are `YYYY-MM-DD`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: subjects fill it.
export interface Tables {}

/** A connection of the pool or the transaction that is open. */
export type Db = Kysely<Tables> | Transaction<Tables>;

/**
 * A transaction that is open. It must lock rows in one order, because two that lock the same rows in two orders wait for
 * each other until PostgreSQL ends one of them (a deadlock, 503 to its caller):
 *
 * 1. a person, and then their application;
 * 2. the line of a bank's statement, which names the loan;
 * 3. their loan, by `withLoan` or `lockLoanUpToToday`;
 * 4. what belongs to a loan: a payment and then its refund, an order to pay out, an extension, unidentified money;
 * 5. a batch of payouts, a colleague, a parameter, and the proposal that a second account has approved;
 * 6. last the end of the audit (`recordAudit`, `recordDone`), for which everybody waits.
 *
 * Rows are locked with `for no key update`: every row that refers to a person or a loan, such as a message or a journal,
 * takes `for key share` of it when it is written, whatever else its transaction holds. That waits for `for update`, and
 * so stands in no order; it does not wait for `for no key update`. `for update` is for a row that is about to be
 * deleted or to get another key, of which there is none today. `tests/server/lending/loans/lock-order.test.ts` and
 * `tests/architecture/row-locks.test.ts` hold both.
 */
export type Trx = Transaction<Tables>;

/** Written as JSON text, read as a value. */
export type Json<Value> = ColumnType<Value, string, string>;
/** JSON in a row that is written once and never updated. */
export type FixedJson<Value> = ColumnType<Value, string, never>;
