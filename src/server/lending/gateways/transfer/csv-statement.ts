import { cleaned } from '#api/field-rules/cleaned.ts';
import { type CsvShape, isWithoutEnd, type LineProblem, NO_END, readTable, type TableRow } from './read-csv.ts';
import { folded } from './statement-format.ts';
import {
  readDate,
  readDescription,
  readStatementAmount,
  type StatementLine,
  type StatementLines,
  whatIsWrongWith,
  withReference,
} from './statement-values.ts';
import { balanceAmong, beginsAsTotal, WholeFile } from './whole-file.ts';

/**
 * The columns of a statement as CSV. `date` is the day of booking where there is a `value_date` beside it, else either,
 * `reference` is ours if the bank has a column for it, `currency` is `PEN` when it is there. The aliases are how Peruvian
 * banks' exports call them.
 */
const SHAPE = {
  required: ['date', 'bank_ref', 'amount', 'description'],
  optional: ['reference', 'currency', 'value_date'],
  instead: { date: 'value_date' },
  aliases: {
    fecha: 'date',
    'fecha valuta': 'value_date',
    'fecha valor': 'value_date',
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
  isTotal: (fields, textOf) =>
    beginsAsTotal(fields) && readDate(textOf('date')) === undefined && readDate(textOf('value_date')) === undefined,
} as const satisfies CsvShape<'date' | 'bank_ref' | 'amount' | 'description' | 'reference' | 'currency' | 'value_date'>;

type Column = (typeof SHAPE.required)[number] | (typeof SHAPE.optional)[number];
const SOLES = /^(?:PEN|S\/\.?|SOLES)?$/i;

/** Reads a statement in CSV. */
export function readCsvStatement(text: string): StatementLines {
  const { rows, names, at, problems } = readTable<Column>(text, SHAPE);
  const { amount, bank_ref: number, reference, currency, value_date: valueDate } = at;
  const whole = new WholeFile({
    at: { amount, number, reference, currency, valueDate },
    lastAt: names.length - 1,
    balanceAt: balanceAmong(names),
  });
  const lines: (StatementLine & { line: number })[] = [];
  const found: LineProblem[] = [...problems];
  const others = [...names.keys()].filter((place) => !Object.values(at).includes(place));
  for (const row of rows) {
    const read = row.isTotal ? whole.takeTotal(row.fields) : (whyOut(row, names, others) ?? readRow(row, at));
    if (typeof read === 'string') found.push({ line: row.line, message: read });
    else if (read) {
      lines.push({ ...read, line: row.line });
      whole.take({ ...row, amountCents: read.amountCents });
    }
  }
  const last = rows.at(-1);
  const why = found.length > 0 ? undefined : isWithoutEnd(text) && !whole.hasTotal ? NO_END : whole.whyCutOff();
  if (last && why !== undefined) found.push({ line: last.line, message: why });
  return { lines, problems: found };
}

/** Words by which a column of its own says that the money of a line went out, without their accents. */
const OUT = /^(?:d|db|dr|deb|(?:cargo|debito|debe|egreso|retiro|salida|debit|out)s?\b.*)$/;
/** Columns of signs: elsewhere a dash stands for nothing. */
const SIGNS = /^(?:signo?|\+\/-|tipo|[cdh]\/[cdh])$/;

/** Why a line cannot be read: an amount that has no sign, and a column that is not read says that it went out. */
function whyOut(
  { fields, values }: TableRow<Column>,
  names: readonly string[],
  others: readonly number[],
): string | undefined {
  const isOut = (word: string, name = '') => OUT.test(word) || (cleaned(word) === '-' && SIGNS.test(name));
  const place = others.find((each) => isOut(folded(fields[each] ?? ''), names[each]));
  if (place === undefined || !((readStatementAmount(values.amount) ?? 0) > 0)) return undefined;
  return `the column "${names[place]}" says "${fields[place]}", and the amount has no minus: see "sign" of the mapping file`;
}

/** A line, or what is wrong. */
function readRow({ values }: TableRow<Column>, at: Partial<Record<Column, number>>): StatementLine | string {
  const amountCents = readStatementAmount(values.amount);
  if (amountCents === undefined) return `"${values.amount}" is not an amount, or could be two`;
  if (!SOLES.test(values.currency)) return `the currency is "${values.currency}", not PEN`;
  const days = readDays(values, at.date !== undefined);
  if (typeof days === 'string') return `"${days}" is not a date: write 15/01/2026 or 2026-01-15`;
  const bankRef = readDescription(values.bank_ref).slice(0, 60);
  const wrong = whatIsWrongWith(bankRef, amountCents);
  if (wrong !== undefined) return wrong;
  const description = readDescription(values.description);
  return withReference({ bankRef, ...days, amountCents, description }, values.reference);
}

type Days = Pick<StatementLine, 'date' | 'bookedOn' | 'isValueDate'>;

/** @returns the text that is not a date */
function readDays(
  { date: day, value_date: valueDay }: Readonly<Record<Column, string>>,
  isBookedOn: boolean,
): Days | string {
  const [bookedOn, date] = [day, valueDay].map((text) => readDate(cleaned(text).trim()));
  if (!isBookedOn) return date === undefined ? valueDay : { date, isValueDate: true };
  if (bookedOn === undefined) return day;
  if (valueDay === '') return { date: bookedOn };
  return date === undefined ? valueDay : { date, bookedOn };
}
