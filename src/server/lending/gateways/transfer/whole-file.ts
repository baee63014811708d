import { type Cents, cents, sum } from '#loan/money.ts';
import { isPaymentReference } from './payment-reference.ts';
import { folded } from './statement-format.ts';
import { readStatementAmount } from './statement-values.ts';

/** A line of values as it stands in a file, and what was read of it. */
export interface WrittenLine {
  readonly line: number;
  /** Trimmed. */
  readonly fields: readonly string[];
  readonly amountCents: Cents;
}

export type Column = 'amount' | 'credit' | 'debit' | 'number' | 'reference' | 'currency' | 'sign' | 'valueDate';

/** Where the columns stand that show whether a file is whole. */
export interface FileShape {
  readonly at: Readonly<Partial<Record<Column, number | undefined>>>;
  /** The column in which a line may have been cut off. */
  readonly lastAt: number;
  /** The column of the balance behind each line. */
  readonly balanceAt?: number | undefined;
  readonly decimalMark?: '.' | ',' | undefined;
  /** Words of the column `sign`. */
  readonly signWords?: readonly string[];
}

const TOTAL = /^(?:sub[- ]?|grand? )?total(?:es)?\b|^sumas?\b/;
const BALANCE = /^(?:saldo|saldo contable|balance)$/;

/** Whether a line is a total by its first words; it must have been seen that it has no date. */
export function beginsAsTotal(fields: readonly string[]): boolean {
  return TOTAL.test(folded(fields.find((field) => field.trim() !== '') ?? ''));
}

/** The place of the balance among the names of the columns. */
export function balanceAmong(names: readonly string[]): number | undefined {
  const places = [...names.keys()].filter((place) => BALANCE.test(folded(names[place] ?? '')));
  return places.length === 1 ? places[0] : undefined;
}

interface Sums {
  readonly net: number;
  readonly credits: number;
  readonly debits: number;
  readonly count: number;
}

function sumsOf(lines: readonly WrittenLine[]): Sums {
  const amounts = lines.map(({ amountCents }) => amountCents);
  const credits = sum(...amounts.filter((amount) => amount > 0));
  return { net: sum(...amounts), credits, debits: sum(...amounts) - credits, count: lines.length };
}

/**
 * Holds a total against the lines above it: all of them, or those behind the total before.
 * @returns whether it says anything, or a sentence when it says something else
 */
function checkTotal(
  fields: readonly string[],
  above: { readonly all: readonly WrittenLine[]; readonly since: readonly WrittenLine[] },
  shape: FileShape,
): 'checked' | 'says-nothing' | { readonly wrong: string } {
  const sums = [sumsOf(above.all), sumsOf(above.since)];
  const read = (text: string) => readStatementAmount(text, shape.decimalMark);
  const inColumns = (['amount', 'credit', 'debit'] as const).flatMap((column) => {
    const amount = read(fields[shape.at[column] ?? -1] ?? '');
    return amount === undefined ? [] : [{ column, amount }];
  });
  const isRight = ({ net, credits, debits }: Sums) =>
    inColumns.every(({ column, amount }) =>
      column === 'amount'
        ? [net, credits, debits, -debits].includes(amount)
        : Math.abs(amount) === (column === 'credit' ? credits : -debits),
    );
  if (inColumns.length > 0) return sums.some(isRight) ? 'checked' : wrongTotal(inColumns[0]?.amount, sums[0]);
  const figures = fields.flatMap((field) => field.match(/\(?-?\d[\d.,']*\)?-?/g) ?? []);
  const amounts = figures.flatMap((figure) => read(figure) ?? []);
  if (amounts.length === 0) return 'says-nothing';
  const isSaid = ({ net, credits, debits, count }: Sums) =>
    amounts.some((amount) => [net, credits, debits, -debits, count * 100].includes(amount));
  return sums.some(isSaid) ? 'checked' : wrongTotal(amounts[0], sums[0]);
}

function wrongTotal(said = cents(0), { net = 0 }: Partial<Sums> = {}): { readonly wrong: string } {
  const soles = (amount: number) => (amount / 100).toFixed(2);
  return {
    wrong: `the total is ${soles(said)}, and the lines above add up to ${soles(net)}: lines are missing or wrong`,
  };
}

/** The lines of a file in their order, and whether it has all of them. */
export class WholeFile {
  readonly #shape: FileShape;
  readonly #lines: WrittenLine[] = [];
  #sinceTotal = 0;
  /** How many lines are above a total that is right. */
  #proven = 0;

  constructor(shape: FileShape) {
    this.#shape = shape;
  }

  take(line: WrittenLine): void {
    this.#lines.push(line);
  }

  /** Holds a total against the lines above it, which then are whole. @returns what is wrong */
  takeTotal(fields: readonly string[]): string | undefined {
    const above = { all: this.#lines, since: this.#lines.slice(this.#sinceTotal) };
    const found = checkTotal(fields, above, this.#shape);
    if (typeof found !== 'string') return found.wrong;
    if (found === 'checked') this.#proven = this.#lines.length;
    this.#sinceTotal = this.#lines.length;
    return undefined;
  }

  /** Whether a right total is below the last line. */
  get hasTotal(): boolean {
    return this.#proven > 0 && this.#proven === this.#lines.length;
  }

  /** Why the last line may not be whole. */
  whyCutOff(): string | undefined {
    return this.hasTotal ? undefined : whyCutOff(this.#lines, this.#shape);
  }
}

/**
 * Why the last line may be a part of what was written, though it has an end, which an editor adds: `1` of `1250.40`. Where
 * balances follow each other, the last one says it; else the last field is held to the form of the others.
 * @returns undefined when nothing speaks for it
 */
function whyCutOff(lines: readonly WrittenLine[], shape: FileShape): string | undefined {
  const balances = followsBalance(lines, shape);
  if (balances === 'follows') return undefined;
  const why = balances === 'breaks' ? 'its balance does not follow' : whatIsOdd(lines, shape);
  return (
    why && `${why}: the file may have been cut off, export it again, or write the line in full if nothing is missing`
  );
}

/** The oldest line must be first: of the newest line first, the balance before the last one is not known. */
function followsBalance(
  lines: readonly WrittenLine[],
  { balanceAt, decimalMark }: FileShape,
): 'follows' | 'breaks' | 'unknown' {
  if (balanceAt === undefined || lines.length < 2) return 'unknown';
  const balances = lines.map(({ fields }) => readStatementAmount(fields[balanceAt] ?? '', decimalMark));
  const steps = lines.slice(1).map(({ amountCents }, index) => {
    const [before, after] = [balances[index], balances[index + 1]];
    return before !== undefined && after !== undefined && after - before === amountCents;
  });
  const last = steps.pop();
  if (!steps.every((isRight) => isRight)) return 'unknown';
  if (last) return 'follows';
  return steps.length > 0 ? 'breaks' : 'unknown';
}

function whatIsOdd(lines: readonly WrittenLine[], { at, lastAt, signWords = [] }: FileShape): string | undefined {
  const last = lines.at(-1);
  if (!last) return undefined;
  const others = lines.slice(0, -1);
  if (others.length > 0 && others.every(({ fields }) => fields.length > last.fields.length)) {
    return 'it has fewer fields than the others';
  }
  const column = (Object.keys(at) as Column[]).find((each) => at[each] === lastAt);
  if (column === undefined) return undefined;
  const value = last.fields[lastAt] ?? '';
  const values = others.map(({ fields }) => fields[lastAt] ?? '').filter((each) => each !== '');
  if (!isOdd(column, value, { values, isAlone: others.length === 0, signWords })) return undefined;
  return value === '' ? 'its last field is empty' : `its last field, "${value}", may be less than was written`;
}

interface Others {
  /** Values of the column in the other lines. */
  readonly values: readonly string[];
  readonly isAlone: boolean;
  readonly signWords: readonly string[];
}

function isOdd(column: Column, value: string, { values, isAlone, signWords }: Others): boolean {
  switch (column) {
    case 'amount':
    case 'credit':
    case 'debit':
      return value !== '' && isOddAmount(value, values);
    case 'number':
      return value !== '' && values.length > 0 && value.length < Math.min(...values.map((each) => each.length));
    case 'reference':
      return value !== '' && !isPaymentReference(value) && values.length > 0 && values.every(isPaymentReference);
    case 'currency':
      return value === '' && (isAlone || values.length > 0);
    case 'valueDate':
      return value === '' && values.length > 0;
    case 'sign':
      return !values.includes(value) && signWords.some((word) => isBeginning(folded(value), folded(word)));
  }
}

function isBeginning(text: string, whole: string): boolean {
  return text !== whole && whole.startsWith(text);
}

/** `100.00` of `100.00-` or `100.00 DB`, `1` of `1250.40`: decimals and what stands behind them are as in the other lines. */
function isOddAmount(value: string, values: readonly string[]): boolean {
  const [form, forms] = [formOf(value), values.map(formOf)];
  const marks = forms.filter(({ behind }) => behind !== '');
  if (form.behind === '' && marks.length > 0 && !value.startsWith('+')) return true;
  if (form.decimals === 2) return false;
  return forms.length === 0 || forms.some(({ decimals }) => decimals !== form.decimals);
}

function formOf(value: string): { readonly decimals: number; readonly behind: string } {
  const [, decimals = '', behind = ''] = /^.*?(?:[.,](\d{1,2}))?([^\d]*)$/s.exec(value) ?? [];
  return { decimals: decimals.length, behind: /\(/.test(value) ? '' : behind.replace(/[\s)]/g, '') };
}
