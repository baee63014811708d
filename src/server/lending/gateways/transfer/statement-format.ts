import * as z from 'zod';

const title = z.string().min(1).max(80);
const words = z.array(z.string().min(1).max(40)).min(1).max(20);

/** The form of a bank's export: a mapping file has these fields, and no others. */
const formatSchema = z.strictObject({
  /** Of the format, for the record of the import: `Interbank 2026`. */
  name: z.string().min(1).max(60),
  /** `auto`: UTF-8 where the bytes are, else the Windows encoding. A mark at the beginning of a file always counts. */
  encoding: z.enum(['auto', 'utf-8', 'windows-1252', 'utf-16le']),
  delimiter: z.enum([',', ';', '\t', '|']),
  /** Number of lines above the names of the columns; when left out, the names are looked for in the first thirty. */
  linesAbove: z.number().int().min(0).max(100).optional(),
  /** The words beside which the number of the account and its currency stand, above the names of the columns. */
  above: z.strictObject({ account: title.optional(), currency: title.optional() }).default({}),
  /** The columns by their names in the file. Capitals, accents and blanks do not matter. */
  columns: z.strictObject({
    /** The day the bank has booked the line: with the number it identifies a credit. */
    bookedOn: title,
    /** The value date, the day the client paid; where it is empty or left out, the booking date. */
    valueDate: title.optional(),
    number: title,
    description: title,
    /** The amount, unless credits and debits have columns of their own. */
    amount: title.optional(),
    credit: title.optional(),
    debit: title.optional(),
    /** The column whose word says whether the amount came in. */
    sign: title.optional(),
    reference: title.optional(),
    currency: title.optional(),
  }),
  dateFormat: z.enum(['DD/MM/YYYY', 'DD-MM-YYYY', 'DD.MM.YYYY', 'DD/MM/YY', 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYYMMDD']),
  decimalMark: z.enum(['.', ',']),
  /**
   * `minus`: money out has a minus; `columns`: credits and debits have columns of their own; `word`: a word says it.
   */
  sign: z.enum(['minus', 'columns', 'word']),
  creditWords: words.optional(),
  debitWords: words.optional(),
  /** The line whose first field begins with these words, and everything below it, do not belong to the account. */
  endsAt: title.optional(),
});

export type StatementFormat = z.output<typeof formatSchema> & {
  /** Of the number of an account above the columns, where no word is beside it. */
  readonly accountForm?: RegExp;
};

/** Reads a mapping file. @returns the format, or one sentence that names the field */
export function readStatementFormat(text: string): StatementFormat | string {
  const json = parse(text);
  if (json.kind === 'none') return `The mapping file is not JSON: ${json.why}.`;
  const read = formatSchema.safeParse(json.value);
  if (read.success) return whatIsMissing(read.data) ?? read.data;
  const [issue] = read.error.issues;
  const field = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'the file');
  return `The mapping file: ${field}: ${issue?.message ?? 'not valid'}.`;
}

function parse(text: string): { readonly kind: 'json'; readonly value: unknown } | { kind: 'none'; why: string } {
  try {
    return { kind: 'json', value: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { kind: 'none', why: (error as Error).message };
  }
}

/** Settings that each way of writing signs needs, and those that it does not use. */
const NEEDED = {
  minus: { needs: ['amount'], not: ['credit', 'debit', 'sign'] },
  columns: { needs: ['credit', 'debit'], not: ['amount', 'sign'] },
  word: { needs: ['amount', 'sign'], not: ['credit', 'debit'] },
} as const;

function whatIsMissing({ sign, columns, creditWords, debitWords }: StatementFormat): string | undefined {
  const missing = NEEDED[sign].needs.find((name) => columns[name] === undefined);
  if (missing) return `The mapping file: sign "${sign}" needs columns.${missing}.`;
  const odd = NEEDED[sign].not.find((name) => columns[name] !== undefined);
  if (odd) return `The mapping file: sign "${sign}" knows no columns.${odd}.`;
  const hasWords = creditWords !== undefined && debitWords !== undefined;
  if (sign === 'word' && !hasWords) return 'The mapping file: sign "word" needs creditWords and debitWords.';
  return undefined;
}

/** Among these lines the names of the columns are looked for. */
export const HEAD_LINES = 30;

/** Folds a text as names and words are compared: `Descripción operación` is `descripcion operacion`. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}
