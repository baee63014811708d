import { isWithoutEnd, type LineProblem, NO_END, readCsv } from './read-csv.ts';
import {
  readDate,
  readDescription,
  readStatementAmount,
  type StatementLine,
  type StatementLines,
  whatIsWrongWith,
  withReference,
} from './statement-values.ts';

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

/** Reads a statement in CSV. */
export function readCsvStatement(text: string): StatementLines {
  const { rows, problems } = readCsv<Column>(text, SHAPE);
  const lines: (StatementLine & { line: number })[] = [];
  const found: LineProblem[] = [...problems];
  for (const { line, values } of rows) {
    const read = readRow(values);
    if (typeof read === 'string') found.push({ line, message: read });
    else lines.push({ ...read, line });
  }
  const last = rows.at(-1);
  if (last && found.length === 0 && isWithoutEnd(text)) found.push({ line: last.line, message: NO_END });
  return { lines, problems: found };
}

/** A line, or what is wrong. */
function readRow(values: Readonly<Record<Column, string>>): StatementLine | string {
  const amountCents = readStatementAmount(values.amount);
  if (amountCents === undefined) return `the amount "${values.amount}" is none, or could be two`;
  if (!SOLES.test(values.currency)) return `the currency is "${values.currency}", not PEN`;
  const date = readDate(values.date);
  if (date === undefined) return `the date "${values.date}" is none: write 15/01/2026 or 2026-01-15`;
  const bankRef = readDescription(values.bank_ref).slice(0, 60);
  const wrong = whatIsWrongWith(bankRef, amountCents);
  if (wrong !== undefined) return wrong;
  const description = readDescription(values.description);
  return withReference({ bankRef, date, amountCents, description }, values.reference);
}
