import type { OnStep } from '../crash/dying-dialect.ts';

/** The order in which a transaction locks rows (`Trx` in src/server/kit/tables.ts): an earlier table is locked first. */
const RANKS: readonly (readonly string[])[] = [
  ['person'],
  ['application'],
  ['bank_line'],
  ['loan'],
  ['payment_intent'],
  ['refund', 'disbursement_order', 'extension', 'unapplied', 'money_received'],
  ['payout_batch', 'colleague', 'parameter_version', 'fraud_flag'],
  ['staff_approval', 'parameter_proposal'],
  ['audit_head'],
];

const LOCKED = /^before query (?:select .*? from "(\w+)".* for (?:no key )?update|update "(\w+)")/s;

/** Hears of the statements of a database, and finds transactions that lock rows in another order. */
export function lockOrder(): { readonly onStep: OnStep; readonly found: string[]; readonly seen: Set<string> } {
  const found: string[] = [];
  const seen = new Set<string>();
  const held = new WeakMap<object, string[]>();
  return {
    found,
    seen,
    onStep(step, connection) {
      if (step === 'after begin') held.set(connection, []);
      if (step === 'after commit') held.delete(connection);
      const tables = held.get(connection);
      const match = LOCKED.exec(step);
      const table = match?.[1] ?? match?.[2];
      if (!tables || table === undefined || tables.includes(table) || rankOf(table) < 0) return;
      const later = tables.find((one) => rankOf(one) > rankOf(table));
      if (later) found.push(`${table} after ${later}`);
      if (tables.length > 0) seen.add([...tables, table].join(', '));
      tables.push(table);
    },
  };
}

function rankOf(table: string): number {
  return RANKS.findIndex((tables) => tables.includes(table));
}
