import { findPaymentReference, isPaymentReference } from './payment-reference.ts';
import { type LineProblem, readCsv } from './read-csv.ts';
import { readDate, readDescription, readStatementAmount, type StatementCredit } from './statement-values.ts';

/**
 * The columns of a statement as CSV. `date` is the value date, `reference` ours if the bank has a column for it,
 * `currency` is `PEN` when it is there. The aliases are how Peruvian banks' exports call them.
 */
const SHAPE = {
  required: ['date', 'bank_ref', 'amount', 'description'],
  optional: ['reference', 'currency'],
  aliases: {
    fecha: 'date',
    'fecha valuta': 'date',
    'fecha valor': 'date',
    operacion: 'bank_ref',
    operación: 'bank_ref',
    'numero de operacion': 'bank_ref',
    'número de operación': 'bank_ref',
    'operación - número': 'bank_ref',
    monto: 'amount',
    importe: 'amount',
    abono: 'amount',
    descripcion: 'description',
    descripción: 'description',
    'descripción operación': 'description',
    referencia: 'reference',
    moneda: 'currency',
  },
} as const satisfies Parameters<typeof readCsv>[1];

type Column = (typeof SHAPE.required)[number] | (typeof SHAPE.optional)[number];
const SOLES = /^(?:PEN|S\/\.?|SOLES)?$/i;

export interface StatementLines {
  readonly credits: readonly (StatementCredit & { readonly line: number })[];
  /** Money that went out, and reversals: not ours to match. */
  readonly debits: number;
  readonly problems: readonly LineProblem[];
}

/** Reads the credits of a statement in CSV. */
export function readCsvStatement(text: string): StatementLines {
  const { rows, problems } = readCsv<Column>(text, SHAPE);
  const credits: (StatementCredit & { line: number })[] = [];
  const found: LineProblem[] = [...problems];
  let debits = 0;
  for (const { line, values } of rows) {
    const read = readRow(values);
    if (typeof read === 'string') found.push({ line, message: read });
    else if (read === undefined) debits += 1;
    else credits.push({ ...read, line });
  }
  return { credits, debits, problems: found };
}

/** A credit, nothing for a debit, or what is wrong. */
function readRow(values: Readonly<Record<Column, string>>): StatementCredit | undefined | string {
  const amountCents = readStatementAmount(values.amount);
  if (amountCents === undefined) return `the amount "${values.amount}" is none, or could be two`;
  if (amountCents <= 0) return undefined;
  if (!SOLES.test(values.currency)) return `the currency is "${values.currency}", not PEN`;
  const date = readDate(values.date);
  if (date === undefined) return `the date "${values.date}" is none: write 15/01/2026 or 2026-01-15`;
  const bankRef = readDescription(values.bank_ref).slice(0, 60);
  if (bankRef === '') return 'the number of the operation is missing';
  const description = readDescription(values.description);
  const own = values.reference.replace(/[ -]/g, '');
  const reference = isPaymentReference(own) ? own : findPaymentReference(description);
  return { bankRef, date, amountCents, description, ...(reference !== undefined && { reference }) };
}
