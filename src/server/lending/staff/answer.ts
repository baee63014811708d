import * as z from 'zod';
import type { StaffActName, StaffWords } from '#i18n/staff-acts.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { TONES, type Tone } from '#i18n/staff-codes/tones.ts';
import type { Schema } from './act.ts';

/**
 * The kinds of fields of an answer. They say how a value is shown at the desk, how it leaves in a CSV and what the
 * document of the API says of it; the words stand beside them. No reader guesses a kind from a name or a form, because
 * a note of the text "ok" is a text, and `CA` a street only where the field says so.
 */
export type AnswerKind =
  | 'soles'
  | 'cents'
  | 'count'
  | 'share'
  | 'date'
  | 'month'
  | 'instant'
  | 'code'
  | 'ref'
  | 'id'
  | 'text'
  | 'sentence'
  | 'deadline'
  | 'yesNo'
  | 'json'
  | 'facts'
  | 'thing'
  | 'rows';

/** Facts about a field, kept in its schema's own metadata. */
interface Told extends StaffWords {
  readonly kind: AnswerKind;
  /** Of a code: its words. */
  readonly codes?: CodeWords;
  readonly tones?: Readonly<Record<string, Tone>> | undefined;
  /** Of a reference: the act that shows the thing, and the field that says which. */
  readonly to?: { readonly act: StaffActName; readonly field: string };
  readonly isCarried?: true;
  readonly isSummed?: true;
  readonly isForPrograms?: true;
  readonly isOpen?: true;
  readonly isBlankAtZero?: true;
}

const told = <S extends z.ZodType>(schema: S, { es, en, ...facts }: Told): S =>
  schema.meta({ title: en, words: { es, en }, ...facts });

function tonedCodes(codes: CodeWords): Pick<Told, 'codes' | 'tones'> {
  const tones = TONES.get(codes);
  return tones ? { codes, tones } : { codes };
}

/** Soles, as a number with two decimals. */
export const soles = (es: string, en: string) => told(z.number(), { kind: 'soles', es, en });
/** Céntimos, as a whole number. */
export const cents = (es: string, en: string) => told(z.int(), { kind: 'cents', es, en });
/** A number of days, rows, minutes; or a rate that is shown as it stands. */
export const count = (es: string, en: string) => told(z.number(), { kind: 'count', es, en });
/** A share in percent, as a text with two decimals: `12.34`. */
export const share = (es: string, en: string) => told(z.string(), { kind: 'share', es, en });
/** A calendar day in Lima: `YYYY-MM-DD`. */
export const date = (es: string, en: string) => told(z.iso.date(), { kind: 'date', es, en });
/** A calendar month: `YYYY-MM`. */
export const month = (es: string, en: string) => told(z.string().regex(/^\d{4}-\d\d$/), { kind: 'month', es, en });
/** A moment in UTC, in ISO 8601; people see it in Lima's time. */
export const instant = (es: string, en: string) => told(z.iso.datetime(), { kind: 'instant', es, en });
/** One of a fixed list. */
export const code = (codes: CodeWords, es: string, en: string) =>
  told(z.enum(Object.keys(codes)), { kind: 'code', ...tonedCodes(codes), es, en });
/** One of a list, or else a word that is shown as it stands: `operator:ana` beside `client`. */
export const openCode = (codes: CodeWords, es: string, en: string) =>
  told(z.string(), { kind: 'code', ...tonedCodes(codes), es, en });
/** The number or id of a thing that has a page of its own. */
export const ref = (act: StaffActName, field: string, es: string, en: string) =>
  told(z.string(), { kind: 'ref', to: { act, field }, es, en });
/** An id of ours, of which people see the end. */
export const id = (es: string, en: string) => told(z.string(), { kind: 'id', es, en });
/** A text as somebody or something wrote it: never translated, never read as anything else. */
export const text = (es: string, en: string) => told(z.string(), { kind: 'text', es, en });
/**
 * A sentence of the program in English, with `told` beside it: which one it is, and its facts. People read it in their
 * language.
 */
export const sentence = (es: string, en: string) => told(z.string(), { kind: 'sentence', es, en });
/** The last day to deal with something or, in Lima, the last minute: `2026-01-19`, `2026-01-19 11:30`. */
export const deadline = (es: string, en: string) =>
  told(z.string().regex(/^\d{4}-\d\d-\d\d(?: \d\d:\d\d)?$/), { kind: 'deadline', es, en });
/** A field that a person has not finished: a text or a number, as it was typed. */
export const asTyped = (es: string, en: string) => told(z.union([z.string(), z.number()]), { kind: 'text', es, en });
/**
 * Keeps a field of a row out of the table at the desk, because the acts about the row or a program need it and a
 * colleague does not: a table of 16 columns does not fit on a screen. CSV, commands and the API have it.
 */
export const carried = <S extends z.ZodType>(field: S): S => field.meta({ ...field.meta(), isCarried: true });
/** Adds a column of amounts up, for a list in which their sum means something. */
export const summed = <S extends z.ZodType>(field: S): S => field.meta({ ...field.meta(), isSummed: true });
/** Leaves an amount of zero out of its cell, because the other side of the line has it: of debit and credit one is zero. */
export const blankAtZero = <S extends z.ZodType>(field: S): S => field.meta({ ...field.meta(), isBlankAtZero: true });
/** Keeps a field of a row out of tables and out of the files that people open: it says to a program what to do with it. */
export const forPrograms = <S extends z.ZodType>(field: S): S =>
  field.meta({ ...field.meta(), isCarried: true, isForPrograms: true });
export const yesNo = (es: string, en: string) => told(z.boolean(), { kind: 'yesNo', es, en });
/** A value of any form, shown as it was recorded. */
export const json = (es: string, en: string) => told(z.unknown(), { kind: 'json', es, en });
/** Names and values that differ from case to case. */
export const facts = (es: string, en: string) => told(z.unknown(), { kind: 'facts', es, en });
/** Several values of one kind. */
export const many = <S extends z.ZodType>(one: S) => z.array(one);
export const thing = <Shape extends z.ZodRawShape>(es: string, en: string, shape: Shape) =>
  told(z.strictObject(shape), { kind: 'thing', es, en });
export const rows = <Shape extends z.ZodRawShape>(es: string, en: string, shape: Shape) =>
  told(z.array(z.strictObject(shape)), { kind: 'rows', es, en });

/** Keeps a thing inside of another unfolded at the desk: the act that it is looked at for needs it. */
export const unfolded = <S extends z.ZodType>(field: S): S => field.meta({ ...field.meta(), isOpen: true });

/**
 * The description of each field of a thing that the program has as a type: a field without one, or one that may be
 * absent and is not described so, does not compile.
 */
export type FieldsOf<Thing> = Readonly<{
  [Name in keyof Thing]-?: undefined extends Thing[Name] ? z.ZodOptional : z.ZodType;
}>;

/** An answer of an act. It has no field that is not described. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);

/** The rows of this page: null where too many come before them to be counted. */
const place = z.strictObject({
  from: z.int().nullable(),
  to: z.int().nullable(),
  of: z.int(),
  isMore: z.boolean(),
});

/**
 * The answer of a list, page by page; as CSV its rows alone, column by column in the order that they are described in.
 * @param name the name of its rows
 * @param about fields that the JSON has besides
 */
export function list<Shape extends z.ZodRawShape>(
  name: string,
  es: string,
  en: string,
  shape: Shape,
  about: z.ZodRawShape = {},
) {
  return z
    .strictObject({ [name]: rows(es, en, shape), ...about, page: place, next: z.string().nullable() })
    .meta({ list: name });
}

/** The answer to the first of two accounts. */
export const PROPOSED = answer({ status: z.literal('PROPOSED'), approval: id('Propuesta', 'Proposal') });

/** A field of an answer, as its description says. */
export interface AnswerField extends StaffWords {
  readonly name: string;
  readonly kind: AnswerKind;
  readonly codes?: CodeWords;
  readonly to?: { readonly act: StaffActName; readonly field: string };
  /** Of a code: the tones of those that have one. */
  readonly tones?: Readonly<Record<string, Tone>>;
  /** Of a row: not a column at the desk. */
  readonly isCarried?: true;
  readonly isForPrograms?: true;
  /** Of amounts in rows: their sum stands under the column. */
  readonly isSummed?: true;
  readonly isBlankAtZero?: true;
  /** Of a thing inside of another: not folded at the desk. */
  readonly isOpen?: true;
  /** Of things and rows. */
  readonly fields: readonly AnswerField[];
}

interface Described {
  readonly type?: string;
  readonly words?: StaffWords;
  readonly kind?: AnswerKind;
  readonly codes?: CodeWords;
  readonly to?: AnswerField['to'];
  readonly isCarried?: true;
  readonly isSummed?: true;
  readonly isForPrograms?: true;
  readonly isOpen?: true;
  readonly isBlankAtZero?: true;
  readonly tones?: AnswerField['tones'];
  readonly list?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
}

const READ = new WeakMap<Schema, { readonly list: string | undefined; readonly fields: readonly AnswerField[] }>();

/** Reads what an answer has, field by field, in the order of its description; `page` and `next` of a list are not told. */
export function answerFields(schema: Schema): readonly AnswerField[] {
  return readOnce(schema).fields;
}

/** The rows of a list; undefined where an answer is not a list. */
export function rowsOf(schema: Schema): AnswerField | undefined {
  const { list: name, fields } = readOnce(schema);
  return fields.find((field) => field.name === name);
}

function readOnce(schema: Schema) {
  const known = READ.get(schema);
  if (known) return known;
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Described;
  const read = { list: whole.list, fields: fieldsIn(whole) };
  READ.set(schema, read);
  return read;
}

function fieldsIn({ properties = {}, list: name }: Described): AnswerField[] {
  return Object.entries(properties).flatMap(([own, property]) =>
    name !== undefined && (own === 'page' || own === 'next') ? [] : [fieldOf(own, property)],
  );
}

function fieldOf(name: string, property: Described): AnswerField {
  const {
    kind = 'text',
    words: { es, en } = { es: name, en: name },
    codes,
    to,
    isCarried,
    isSummed,
    isForPrograms,
    isOpen,
    isBlankAtZero,
    tones,
    items,
    ...own
  } = describedIn(property);
  const marks = {
    ...(isCarried && { isCarried }),
    ...(isSummed && { isSummed }),
    ...(isForPrograms && { isForPrograms }),
    ...(isOpen && { isOpen }),
    ...(isBlankAtZero && { isBlankAtZero }),
  };
  const told = { ...(codes && { codes }), ...(tones && { tones }), ...(to && { to }), ...marks };
  return { name, kind, es, en, ...told, fields: fieldsIn(items ?? own) };
}

/** The description in a schema that may be null, or stands for several values. */
function describedIn(property: Described): Described {
  if (property.kind !== undefined) return property;
  const inner = property.anyOf?.find(({ type }) => type !== 'null') ?? property.items;
  return inner ? describedIn(inner) : property;
}
