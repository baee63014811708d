import { centsTyped, solesTyped } from '#api/field-rules/amount.ts';
import type { StaffWords } from '#i18n/staff-acts.ts';
import { type TypedRefusal, typedRefusal } from '#i18n/staff-desk.ts';
import { isWithoutEnd, readCsv } from '#server/lending/gateways/transfer/read-csv.ts';
import { readStatementAmount, whatIsWrongWith } from '#server/lending/gateways/transfer/statement-values.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { type ActField, type FieldSchema, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { ACT_HEADER } from '#server/lending/staff/staff-route.ts';
import { isNotedFile, isNotedGiven, notedValue } from './forms/noted-value.ts';

/** Values that somebody has typed, by field; files apart. */
export interface Given {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Of a search what stands in its address: an id in the place of the texts. */
  readonly address?: Readonly<Record<string, readonly string[]>>;
  readonly files?: Readonly<Record<string, readonly File[]>>;
  /** Names of files that were too large to be read. */
  readonly unread?: Readonly<Record<string, readonly string[]>>;
}

/** An amount as it was read, to be shown before it is sent; of rows it is the sum of theirs. */
export interface ReadAmount {
  readonly field: ActField;
  readonly cents: number;
}

type IsWrong = (why: TypedRefusal, values?: Readonly<Record<string, string | number>>) => void;

export type ActRequest =
  | {
      readonly kind: 'request';
      readonly path: string;
      readonly init: RequestInit;
      readonly amounts: readonly ReadAmount[];
    }
  | { readonly kind: 'wrong'; readonly wrong: readonly WrongField[] };

/** A field that cannot be read, and why: a colleague reads it. */
export interface WrongField {
  readonly field: string;
  readonly why: StaffWords;
}

/** The request of an act from what a person has typed in a form or on a command line; the API checks it. */
export function requestOf(route: Act, given: Given): ActRequest {
  const wrong: WrongField[] = [];
  const body: Record<string, unknown> = {};
  const asked = { path: route.path as string, query: new URLSearchParams(), body, amounts: [] as ReadAmount[] };
  for (const field of fieldsOf(route)) {
    const texts = (given.texts[field.name] ?? [])
      .filter((text) => text.trim() !== '')
      .map((text) => (isPasted(field) ? withoutBlanks(text) : text));
    const isWrong: IsWrong = (why, values) => wrong.push({ field: field.name, why: typedRefusal(why, values) });
    if (field.kind === 'noted' && !isNotedFile(field, texts)) {
      if (isNotedGiven(field, given.texts)) setIn(body, [field.name], notedValue(field, given.texts, isWrong));
    } else if (texts.length > 0) put(asked, field, texts, isWrong);
    else if (field.place === 'params') isWrong('required');
  }
  if (wrong.length > 0) return { kind: 'wrong', wrong };
  const path = asked.query.size > 0 ? `${asked.path}?${asked.query}` : asked.path;
  return { kind: 'request', path, init: initOf(route, body, given.files ?? {}), amounts: asked.amounts };
}

/** Blanks, line ends and marks without a width, which come along with what is copied from a letter or a sheet. */
const BLANKS_AROUND = /^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu;

/** A text as it was meant, where blanks around it mean nothing. */
export function withoutBlanks(text: string): string {
  return text.replace(BLANKS_AROUND, '');
}

/** Whether blanks around mean nothing: not in a password, and not in what has lines. */
function isPasted({ kind, name }: ActField): boolean {
  return !/password$/i.test(name) && !['long', 'rows', 'noted', 'json'].includes(kind);
}

/** Tells whether the content of a field is shown to nobody again and kept nowhere. */
export function isSecretField(name: string): boolean {
  return /^(?:password|newPassword|appCode|credential|invitation)$/.test(name);
}

function put(
  asked: {
    path: string;
    readonly query: URLSearchParams;
    readonly body: Record<string, unknown>;
    readonly amounts: ReadAmount[];
  },
  field: ActField,
  texts: readonly string[],
  isWrong: IsWrong,
): void {
  const [text = ''] = texts;
  if (field.place === 'params') asked.path = asked.path.replace(`:${field.name}`, encodeURIComponent(text.trim()));
  if (field.place !== 'body' && field.place !== 'query') return;
  const isFilter = field.place === 'query' && field.kind !== 'amount';
  const value = isFilter ? texts.join(',') : typedValue(field, texts, isWrong);
  if (field.place === 'query') asked.query.set(field.name, String(value));
  else setIn(asked.body, field.name.split('.'), value);
  const cents = centsIn(field, value);
  if (cents !== undefined) asked.amounts.push({ field, cents });
}

/** The money of a value; undefined when it has none. */
function centsIn({ kind, schema }: ActField, value: unknown): number | undefined {
  const inCents = (soles: unknown) => (typeof soles === 'number' ? Math.round(soles * 100) : 0);
  if (kind === 'amount') return typeof value === 'number' ? inCents(value) : undefined;
  if (kind !== 'rows' || !Array.isArray(value)) return undefined;
  const names = Object.entries(schema.items?.properties ?? {}).filter(([, { type }]) => type === 'number');
  if (names.length === 0) return undefined;
  return value.reduce((sum: number, row) => sum + names.reduce((all, [name]) => all + inCents(row[name]), 0), 0);
}

function initOf(route: Act, body: Readonly<Record<string, unknown>>, files: NonNullable<Given['files']>): RequestInit {
  const { method } = route;
  const headers = { [ACT_HEADER]: route.name };
  if (method === 'GET') return { method, headers };
  if (!route.files)
    return { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  for (const name of route.files) for (const file of files[name] ?? []) form.append(name, file, file.name);
  return { method, headers, body: form };
}

function setIn(body: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    Object.defineProperty(body, name, { value, enumerable: true, configurable: true });
    return;
  }
  const inner = (body[name] ?? {}) as Record<string, unknown>;
  body[name] = inner;
  setIn(inner, rest, value);
}

function typedValue(field: ActField, texts: readonly string[], isWrong: IsWrong): unknown {
  const [text = ''] = texts;
  switch (field.kind) {
    case 'amount':
      return amountOf(text);
    case 'number':
      return solesTyped(text) ?? text;
    case 'yes':
      return text === 'false' || text === 'no' ? undefined : true;
    case 'choices':
      return texts.flatMap((one) => one.split(',')).map((one) => one.trim());
    case 'rows':
    case 'noted':
      return rowsOf(field.schema, text, isWrong);
    case 'json':
      return jsonOf(text, isWrong);
    default:
      return text;
  }
}

/** Reads soles as the product prints them and as clients may type them; the API refuses anything else. */
function amountOf(text: string): number | string {
  const cents = centsTyped(text);
  return cents === undefined ? text : cents / 100;
}

/** Numbers that people read in two ways: `1.200` may be a thousand, `1e3` one. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}\.\d{3}$|e/i;

function jsonOf(text: string, isWrong: IsWrong): unknown {
  // What stands in the text, which newer engines hand to a reviver.
  const reviver = (_: string, value: unknown, context?: { readonly source?: string }) => {
    const source = typeof value === 'number' ? (context?.source ?? '') : '';
    if (AMBIGUOUS.test(source)) isWrong('two_ways', { number: source, value: String(value) });
    return value;
  };
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    isWrong('not_json', { why: (error as Error).message });
    return undefined;
  }
}

/** Lines of a file: a line of names, then one for each. */
function rowsOf({ items = {} }: FieldSchema, text: string, isWrong: IsWrong): unknown {
  const [properties, required] = [items.properties ?? {}, items.required ?? []];
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const { rows, problems } = readCsv(text, { required, optional });
  for (const { line, message } of problems) isWrong('line_unreadable', { line, why: message });
  const last = rows.at(-1);
  if (last && isWithoutEnd(text)) isWrong('line_without_end', { line: last.line });
  return rows.map(({ line, values }) =>
    Object.fromEntries(
      Object.entries(values as Record<string, string>).flatMap(([name, value]): [string, unknown][] => {
        if (value === '') return [];
        if (properties[name]?.type !== 'number') {
          const spoilt = whatIsWrongWith(value, 0);
          if (spoilt !== undefined) isWrong('line_spoilt', { line, value });
          return [[name, value]];
        }
        const amountCents = readStatementAmount(value);
        if (amountCents === undefined) isWrong('line_amount', { line, value });
        return [[name, (amountCents ?? 0) / 100]];
      }),
    ),
  );
}
