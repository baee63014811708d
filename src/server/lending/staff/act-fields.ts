import * as z from 'zod';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { type StaffFieldWords, staffFieldWords } from '#i18n/staff-fields.ts';
import type { Act, Schema } from './act.ts';
import { answerFields } from './answer.ts';

/** The part of JSON Schema that the schemas of acts turn into. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly default?: unknown;
  /** Of a list's filter: several of these, with commas between them. */
  readonly 'x-values'?: readonly string[];
}

/** The way a field is entered: on a command line, and in a form. */
export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'amount'
  | 'date'
  | 'yes'
  | 'choice'
  | 'choices'
  | 'rows'
  /** Several of these, each with a note of its own. */
  | 'noted'
  | 'json'
  | 'file';

export interface ActField {
  /** With a dot inside of a thing: `thing.documentNumber`. */
  readonly name: string;
  readonly place: 'params' | 'query' | 'body' | 'files';
  /** Of files: several of them may be sent in it. */
  readonly isMany?: true;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Of a choice; of rows their columns. */
  readonly options: readonly string[];
  readonly schema: FieldSchema;
  readonly words: StaffFieldWords;
}

/** Lists what an act is asked, field by field, in the order of its description. */
export function fieldsOf(act: Act): readonly ActField[] {
  const files = (act.files ?? []).map((name) => ({
    ...fieldOf(act, 'files', { name, schema: {}, isRequired: name === 'file' }),
    ...(act.fileBytes && act.fileBytes.all > act.fileBytes.one && { isMany: true as const }),
  }));
  return [
    ...(['params', 'query', 'body'] as const).flatMap((place) =>
      flat(schemaOf(act[place])).map((field) => fieldOf(act, place, field)),
    ),
    ...files,
  ];
}

/** The words of the codes that an act is asked and answers, by the name of the field. */
export function codesOf(act: Act): Readonly<Record<string, CodeWords>> {
  const answered = typeof act.answers === 'object' ? answerFields(act.answers) : [];
  const known = [
    ...answered.map(({ name, codes }) => [name, codes] as const),
    ...fieldsOf(act).map(({ name, words }) => [name.split('.').at(-1) ?? name, words.codes] as const),
  ];
  return Object.fromEntries(known.flatMap(([name, codes]) => (codes ? [[name, codes]] : [])));
}

/** Tells whether an act answers rows page by page, and all of them as CSV. */
export function isList(act: Act): boolean {
  return fieldsOf(act).some(({ name }) => name === 'cursor');
}

/** Worked out once: each page of the desk asks for the fields of many acts, and no schema changes. */
const KNOWN = new WeakMap<Schema, FieldSchema>();

/** A schema as JSON Schema, of what is sent. */
export function schemaOf(schema: Schema | undefined): FieldSchema {
  if (!schema) return {};
  const known = KNOWN.get(schema) ?? writtenOut(schema);
  KNOWN.set(schema, known);
  return known;
}

function writtenOut(schema: Schema): FieldSchema {
  const { $defs: _, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  // What may be any JSON refers to itself.
  const isAny = (value: unknown) => typeof value === 'object' && value !== null && '$ref' in value;
  return JSON.parse(JSON.stringify(own, (_, value: unknown) => (isAny(value) ? {} : value))) as FieldSchema;
}

interface Flat {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
}

/** The fields of an object; of several possible ones those of all, needed when each of them needs it. */
function flat(schema: FieldSchema, prefix = ''): Flat[] {
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return merged(branches.map((branch) => flat(branch, prefix)));
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const of = { name: `${prefix}${name}`, schema: field, isRequired: schema.required?.includes(name) ?? false };
    return isThing(field) ? flat(field, `${of.name}.`) : [of];
  });
}

function isThing({ properties, anyOf = [], oneOf = anyOf }: FieldSchema): boolean {
  return properties !== undefined || (oneOf.length > 0 && oneOf.every((branch) => branch.properties));
}

function merged(branches: readonly (readonly Flat[])[]): Flat[] {
  const names = [...new Set(branches.flatMap((branch) => branch.map(({ name }) => name)))];
  return names.map((name) => {
    const same = branches.flatMap((branch) => branch.filter((field) => field.name === name));
    const fixed = same.flatMap(({ schema }) => (typeof schema.const === 'string' ? [schema.const] : []));
    const schema = fixed.length > 0 ? { enum: fixed } : (same[0]?.schema ?? {});
    return { name, schema, isRequired: same.length === branches.length && same.every((one) => one.isRequired) };
  });
}

function fieldOf(act: Act, place: ActField['place'], { name, schema, isRequired }: Flat): ActField {
  const own = name.split('.').at(-1) ?? name;
  const words = staffFieldWords(act.name, own) ?? { es: own, en: own, example: '' };
  const kind = place === 'files' ? 'file' : kindOf(schema, words);
  return { name, place, kind, isRequired, options: optionsOf(schema), schema, words };
}

// An amount is typed as people write it, `1.200` or `S/ 1.200,00`; other numbers are counts.
function kindOf({ type, format, enum: values, items, ...schema }: FieldSchema, { as }: StaffFieldWords): FieldKind {
  if (values) return 'choice';
  if (schema['x-values']) return 'choices';
  if (type === 'array') return kindOfMany(items);
  if (type === 'boolean') return 'yes';
  if (type === 'number' || as === 'soles') return 'amount';
  if (type === 'integer') return 'number';
  if (format === 'date' || as === 'date') return 'date';
  if (type === undefined) return 'json';
  return as === 'long' ? 'long' : 'text';
}

function kindOfMany(items: FieldSchema | undefined): FieldKind {
  if (isNoted(items)) return 'noted';
  return items?.properties ? 'rows' : 'choices';
}

/** Tells whether rows are a code of a few and a note that may be left out: these are ticked, not typed. */
function isNoted({ properties = {}, required = [] }: FieldSchema = {}): boolean {
  const [code, note, ...more] = Object.keys(properties);
  if (code === undefined || note === undefined || more.length > 0) return false;
  return properties[code]?.enum !== undefined && properties[note]?.type === 'string' && required.join() === code;
}

/** The inputs of a field in a form: one, unless each of its choices has a note. */
export function inputsOf(field: ActField): readonly string[] {
  const notes = field.kind === 'noted' ? field.options.map((option) => noteInput(field, option)) : [];
  return [field.name, ...notes];
}

/** The input for the note of one of the choices. */
export function noteInput({ name }: Pick<ActField, 'name'>, option: string): string {
  return `${name}.${option}.note`;
}

function optionsOf({ enum: values, items, ...schema }: FieldSchema): readonly string[] {
  if (isNoted(items)) return Object.values(items?.properties ?? {})[0]?.enum?.map(String) ?? [];
  return (values ?? schema['x-values'] ?? items?.enum ?? Object.keys(items?.properties ?? {})).map(String);
}
