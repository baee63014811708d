import * as z from 'zod';
import type { StaffWords } from '#i18n/staff-acts.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { type Cents, cents } from '#loan/money.ts';
import type { Schema } from './act.ts';

/**
 * The kinds of figures that a dated value consists of. They say how a figure is typed and how it is shown; its words
 * stand beside its kind in the schema that checks it.
 */
export type FigureKind =
  | 'money'
  | 'wholeSoles'
  | 'percent'
  | 'share'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'count'
  | 'points'
  | 'yesNo'
  | 'text'
  | 'code'
  /** Some of a list; all of it in an order. */
  | 'codes'
  | 'order'
  /** Several in one line, with commas between them. */
  | 'countList'
  | 'textList'
  /** Several figures under one name. */
  | 'group'
  /** Figures that each code of a list has alike. */
  | 'each'
  /** As many rows as somebody fills in; by days: the days of each row are its key. */
  | 'rows'
  | 'byDays';

interface Told extends StaffWords {
  readonly kind: FigureKind;
  readonly codes?: CodeWords;
}

const told = <S extends z.ZodType>(schema: S, { es, en, ...facts }: Told): S =>
  schema.meta({ words: { es, en }, ...facts });

const whole = z.int().nonnegative();
const positive = z.int().positive();

/** Céntimos, typed and shown as soles. */
export const money = (es: string, en: string) =>
  told(
    whole.transform((amount): Cents => cents(amount)),
    { kind: 'money', es, en },
  );
/** Whole soles. */
export const wholeSoles = (es: string, en: string, schema = positive) => told(schema, { kind: 'wholeSoles', es, en });
/**
 * `16.97`: rates are stored as decimal text, so that no database or driver changes their precision.
 * @param form the decimals that it may have
 */
export const percent = (es: string, en: string, form: { readonly pattern: RegExp; readonly expected: string }) =>
  told(z.string().regex(form.pattern, `expected ${form.expected}`).transform(Number), {
    kind: 'percent',
    es,
    en,
  });
/** A whole percent of up to 100. */
export const share = (es: string, en: string, schema = whole) => told(schema.max(100), { kind: 'share', es, en });
export const days = (es: string, en: string, schema = whole) => told(schema, { kind: 'days', es, en });
export const hours = (es: string, en: string) => told(positive, { kind: 'hours', es, en });
export const minutes = (es: string, en: string) => told(positive, { kind: 'minutes', es, en });
export const count = (es: string, en: string, schema = whole) => told(schema, { kind: 'count', es, en });
/** A whole number that may be below zero. */
export const points = (es: string, en: string) => told(z.int(), { kind: 'points', es, en });
export const yesNo = (es: string, en: string) => told(z.boolean(), { kind: 'yesNo', es, en });
export const text = (es: string, en: string, schema = z.string().trim().min(1).max(100)) =>
  told(schema, { kind: 'text', es, en });
export const textList = (es: string, en: string, one: z.ZodString) => told(z.array(one), { kind: 'textList', es, en });
export const countList = (es: string, en: string) => told(z.array(positive).min(1), { kind: 'countList', es, en });

/** The words of every value of a list, and of no other. */
type WordsOf<Value extends string> = Readonly<Record<Value, readonly [es: string, en: string]>>;

export const code = <const Value extends string>(
  values: readonly Value[],
  words: WordsOf<Value>,
  es: string,
  en: string,
) => told(z.enum(values), { kind: 'code', codes: picked(values, words), es, en });
export const codes = <const Value extends string>(
  values: readonly Value[],
  words: WordsOf<Value>,
  es: string,
  en: string,
) => told(z.array(z.enum(values)), { kind: 'codes', codes: picked(values, words), es, en });
export const order = <const Value extends string>(
  values: readonly Value[],
  words: WordsOf<Value>,
  es: string,
  en: string,
) => told(z.array(z.enum(values)), { kind: 'order', codes: picked(values, words), es, en });

export const group = <Shape extends z.ZodRawShape>(es: string, en: string, shape: Shape) =>
  told(z.strictObject(shape), { kind: 'group', es, en });
export const each = <const Value extends string, Inner extends z.ZodType>(
  values: readonly Value[],
  words: WordsOf<Value>,
  inner: Inner,
  es: string,
  en: string,
) => told(z.record(z.enum(values), inner), { kind: 'each', codes: picked(values, words), es, en });
export const rows = <Shape extends z.ZodRawShape>(es: string, en: string, shape: Shape) =>
  told(z.array(z.strictObject(shape)), { kind: 'rows', es, en });
export const byDays = <Inner extends z.ZodType>(inner: Inner, es: string, en: string) =>
  told(z.record(z.string().regex(/^[1-9]\d{0,2}$/), inner), { kind: 'byDays', es, en });

/** In the order of the list, whatever others the words are for too. */
function picked<Value extends string>(values: readonly Value[], words: WordsOf<Value>): CodeWords {
  return Object.fromEntries(values.map((value) => [value, words[value]]));
}

/** A figure of a value, as its schema describes it. */
export interface Figure extends StaffWords {
  readonly name: string;
  readonly kind: FigureKind;
  readonly isRequired: boolean;
  /** A text that is there without a letter until somebody fills it in. */
  readonly mayBeEmpty?: boolean;
  readonly codes: CodeWords;
  /** Of a group its figures, of rows their columns, of each code of a list what it has. */
  readonly fields: readonly Figure[];
}

/** The names of the columns of rows by days. */
export const BY_DAYS = { days: 'days', value: 'value' } as const;

interface Described {
  readonly kind?: FigureKind;
  readonly words?: StaffWords;
  readonly codes?: CodeWords;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly additionalProperties?: Described | false;
  readonly required?: readonly string[];
  readonly items?: Described;
  readonly minLength?: number;
  readonly pattern?: string;
}

const READ = new WeakMap<Schema, readonly Figure[]>();

/** Reads which figures a value has, in the order of its schema. */
export function figuresOf(schema: Schema): readonly Figure[] {
  const known = READ.get(schema);
  if (known) return known;
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;
  // Of a list of accounts, each is named by its code.
  const read = described.kind === 'each' ? figureOf('', described, true).fields : fieldsIn(described);
  READ.set(schema, read);
  return read;
}

function fieldsIn({ properties = {}, required = [] }: Described): Figure[] {
  return Object.entries(properties).map(([name, field]) => figureOf(name, field, required.includes(name)));
}

function figureOf(name: string, described: Described, isRequired: boolean): Figure {
  const { kind = 'group', words: { es, en } = { es: name, en: name }, codes: known = {} } = described;
  const { minLength = 0, pattern } = described;
  const mayBeEmpty = isRequired && kind === 'text' && minLength === 0 && pattern === undefined;
  return { name, kind, es, en, isRequired, mayBeEmpty, codes: known, fields: innerOf(kind, described) };
}

function innerOf(kind: FigureKind, described: Described): readonly Figure[] {
  const { items, additionalProperties: inner, codes: known = {} } = described;
  if (kind === 'group') return fieldsIn(described);
  if (kind === 'rows') return fieldsIn(items ?? {});
  if (!inner) return [];
  if (kind === 'each') {
    return Object.entries(known).map(([name, [es, en]]) => ({ ...figureOf(name, inner, true), es, en }));
  }
  const key: Figure = {
    name: BY_DAYS.days,
    kind: 'days',
    es: 'Días',
    en: 'Days',
    isRequired: true,
    codes: {},
    fields: [],
  };
  return [key, figureOf(BY_DAYS.value, inner, true)];
}
