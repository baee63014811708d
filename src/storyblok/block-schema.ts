import type { SbBlokData } from '@storyblok/astro';
import { z } from 'zod';
import { DEFAULT_LOCALE, type Locale } from '#i18n/locale.ts';
import { type Asset, isUnfilled, type Link, type RichText } from './block-values.ts';
import { lengthFault, linkFault, pictureFault, richTextFault, textFault } from './content-rules.ts';
import { reportFault } from './fault-channel.ts';
import { type FieldFault, faultOf } from './field-fault.ts';
import { FIELD_LABELS, OPTION_LABELS } from './field-labels.ts';
import type { LenderFacts } from './lender-facts.ts';
import { faultSentence, type StoryFault, storyPlace } from './story-fault.ts';

/** Words for editors, in both languages. */
type Words = Readonly<Record<Locale, string>>;

/**
 * A field of a block's schema. One schema yields both the Storyblok component that editors fill in (`toComponent`) and
 * the parser of their entries (`parseBlock`), so that the two cannot diverge.
 */
export interface Field<Value = unknown> {
  /** The field as Storyblok's component schema has it, without its position. */
  readonly storyblok: Readonly<Record<string, unknown>> & { readonly description?: Words };
  readonly parser: z.ZodType<Value>;
  /** Finds a fault in a value that the parser accepts. */
  readonly faultIn?: (value: never, facts: LenderFacts) => FieldFault | undefined;
}

export interface FieldOptions {
  readonly description?: Words;
  /** Blank is refused: in Storyblok's editor and in the build. */
  readonly required?: boolean;
  /** One value per language. Default for texts. */
  readonly translatable?: boolean;
}

interface WordsOptions extends FieldOptions {
  /** Most characters; the names of figures count as they are written. */
  readonly max?: number;
}

export type Texty<Options extends FieldOptions> = Options extends { required: true } ? string : string | undefined;

/** The fault of a blank required field. */
const MISSING = 'required' satisfies FieldFault['code'];

// Storyblok stores an untouched field as '', null or not at all.
const blank = (value: unknown): unknown => (value === '' || value === null ? undefined : value);

// An untouched link or asset is an object without a target or file.
const unfilled = (value: unknown): unknown => (isUnfilled(value) ? undefined : value);

/** Finds what is wrong with a text of a certain kind. */
export type WordsRule = (words: string) => FieldFault | undefined;

/** Makes a field for words. @param rule of a certain kind of words */
export function words<const Options extends WordsOptions>(
  type: string,
  options: Options,
  rule?: WordsRule,
): Field<Texty<Options>> {
  const { description, required = false, translatable = true, max } = options;
  const parser = required ? z.string(MISSING).trim().min(1, MISSING) : z.string().trim().optional();
  return {
    storyblok: {
      type,
      required,
      translatable,
      ...(max !== undefined && { max_length: max }),
      ...(description && { description }),
    },
    parser: z.preprocess(blank, parser) as unknown as z.ZodType<Texty<Options>>,
    faultIn: (value: string | undefined, facts) => {
      const own = value === undefined ? undefined : rule?.(value);
      return own ?? textFault(value, facts) ?? lengthFault(value, max);
    },
  };
}

/** Makes a text field of one line. */
export function text<const Options extends WordsOptions>(options: Options): Field<Texty<Options>> {
  return words('text', options);
}

/** Makes a field for the name of a place on a page, for links to it: `/#preguntas`. */
export function anchor(example?: string): Field<string | undefined> {
  const [es, en] = example === undefined ? ['', ''] : [`, como ${example}`, `, such as ${example}`];
  const description = { es: `Para enlaces a este lugar${es}`, en: `For links to this place${en}` };
  return text({ translatable: false, description });
}

/** Makes a text field of several lines, without markup. */
export function textarea<const Options extends WordsOptions>(options: Options): Field<Texty<Options>> {
  return words('textarea', options);
}

export function richtext(options: FieldOptions = {}): Field<RichText | undefined> {
  const { description, required = false, translatable = true } = options;
  const doc = z.looseObject({ type: z.literal('doc'), content: z.array(z.unknown()).optional() }, MISSING);
  return {
    // No block fits inside a text: pages would not show it.
    storyblok: {
      type: 'richtext',
      restrict_type: '',
      restrict_components: true,
      component_whitelist: [],
      required,
      translatable,
      ...(description && { description }),
    },
    parser: z.preprocess(blank, required ? doc : doc.optional()) as unknown as z.ZodType<RichText | undefined>,
    faultIn: richTextFault,
  };
}

/** Makes a switch; off by default. */
export function boolean(options: { readonly description?: Words } = {}): Field<boolean> {
  return {
    storyblok: { type: 'boolean', ...options },
    parser: z.preprocess((value) => blank(value) ?? false, z.boolean()) as unknown as z.ZodType<boolean>,
  };
}

/** Makes a field for a number, which Storyblok sends as text. */
export function number(options: {
  readonly min?: number;
  readonly max?: number;
  readonly required?: boolean;
  readonly description?: Words;
}): Field<number | undefined> {
  const { min, max, required = false, description } = options;
  let parser = z.coerce.number('number' satisfies FieldFault['code']);
  if (min !== undefined) parser = parser.min(min);
  if (max !== undefined) parser = parser.max(max);
  return {
    storyblok: {
      type: 'number',
      required,
      ...(min !== undefined && { min_value: min }),
      ...(max !== undefined && { max_value: max }),
      ...(description && { description }),
    },
    parser: z.preprocess(blank, required ? parser : parser.optional()) as unknown as z.ZodType<number | undefined>,
  };
}

/** Makes a field for whole numbers above zero, with commas: `7, 14, 30`; Storyblok does not have one for lists. */
export function numberList(options: { readonly description?: Words } = {}): Field<readonly number[] | undefined> {
  const parser = z
    .string()
    .regex(/^\s*[1-9]\d*(\s*,\s*[1-9]\d*)*\s*$/, 'number_list' satisfies FieldFault['code'])
    .transform((line) => line.split(',').map(Number))
    .optional();
  return {
    storyblok: { type: 'text', required: false, translatable: false, ...options },
    parser: z.preprocess(blank, parser) as unknown as z.ZodType<readonly number[] | undefined>,
  };
}

/** Makes a field for one of a fixed list; the first is the default. */
export function option<const Values extends readonly [string, ...string[]]>(
  values: Values,
  options: { readonly description?: Words } = {},
): Field<Values[number]> {
  return {
    storyblok: {
      type: 'option',
      options: values.map((value) => ({ name: value, value })),
      default_value: values[0],
      ...options,
    },
    parser: z.preprocess((value) => blank(value) ?? values[0], z.enum(values)) as unknown as z.ZodType<Values[number]>,
  };
}

export function link(
  options: { readonly required?: boolean; readonly description?: Words } = {},
): Field<Link | undefined> {
  const { required = false, description } = options;
  const shape = z.looseObject(
    {
      linktype: z.enum(['story', 'url', 'email', 'asset']),
      url: z.string().default(''),
      cached_url: z.string().default(''),
      anchor: z.string().optional(),
      email: z.string().optional(),
      target: z.preprocess(blank, z.enum(['_self', '_blank']).optional()),
    },
    MISSING,
  );
  return {
    storyblok: { type: 'multilink', required, ...(description && { description }) },
    parser: z.preprocess(unfilled, required ? shape : shape.optional()) as unknown as z.ZodType<Link | undefined>,
    faultIn: linkFault,
  };
}

export function asset(
  options: { readonly required?: boolean; readonly description?: Words } = {},
): Field<Asset | undefined> {
  const { required = false, description } = options;
  const shape = z.looseObject(
    { filename: z.string().min(1), alt: z.preprocess(blank, z.string().optional()) },
    MISSING,
  );
  return {
    storyblok: { type: 'asset', filetypes: ['images'], required, ...(description && { description }) },
    parser: z.preprocess(unfilled, required ? shape : shape.optional()) as unknown as z.ZodType<Asset | undefined>,
    faultIn: pictureFault,
  };
}

/** A raw block, before its own schema parses it. */
export type RawBlock = SbBlokData & { readonly _uid: string; readonly component: string };

/** Blocks inside a block, of the named components only. */
export function blocks(
  components: readonly [string, ...string[]],
  options: { readonly minimum?: number; readonly maximum?: number; readonly description?: Words } = {},
): Field<RawBlock[]> {
  const { minimum, maximum, description } = options;
  const raw = z.looseObject({ _uid: z.string(), component: z.enum(components) });
  let parser = z.array(raw);
  if (minimum !== undefined) parser = parser.min(minimum);
  if (maximum !== undefined) parser = parser.max(maximum);
  return {
    storyblok: {
      type: 'bloks',
      restrict_type: '',
      restrict_components: true,
      component_whitelist: [...components],
      required: (minimum ?? 0) > 0,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(description && { description }),
    },
    parser: z.preprocess((value) => blank(value) ?? [], parser) as unknown as z.ZodType<RawBlock[]>,
  };
}

export interface BlockSchema<Fields extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>> {
  /** The Storyblok component name, and the name of the block's folder. */
  readonly name: string;
  readonly displayName: Words;
  /** A story of its own (page, settings), or nested in one. */
  readonly kind: 'story' | 'nested';
  readonly fields: Fields;
  /** Finds faults of fields that belong together, when each is good alone. @param content parsed */
  readonly faultsIn?: (content: never, facts: LenderFacts) => readonly FieldProblem[];
}

/** A block's fields after parsing, with its id. */
export type BlockContent<Schema> =
  Schema extends BlockSchema<infer Fields>
    ? {
        readonly _uid: string;
        /** The visual editor's marker, in previews only: `editable()` puts it on the block's element. */
        readonly _editable?: string;
      } & {
        readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
      }
    : never;

/** Names a block and its fields. */
export function blockSchema<const Fields extends Readonly<Record<string, Field>>>(
  schema: BlockSchema<Fields>,
): BlockSchema<Fields> {
  return schema;
}

/** A block that breaks its schema: the build stops and names story, block and field. */
export class BlockError extends Error {
  override readonly name = 'BlockError';
  /** Read from another copy of this class, too. */
  readonly storyFault: StoryFault;
  constructor(storyFault: StoryFault) {
    super(faultSentence(storyFault));
    this.storyFault = storyFault;
    reportFault(storyFault);
  }
}

/** A fault of one field of a block. */
export interface FieldProblem {
  /** With the path inside the field's value, where there is one: `link.linktype`. */
  readonly field: string;
  readonly fault: FieldFault;
}

/**
 * Lists all violations of the schema by a block. Unknown fields with a value count: a typo, or a component that
 * changed.
 */
export function fieldProblems(schema: BlockSchema, raw: RawBlock, facts: LenderFacts = {}): FieldProblem[] {
  return readFields(schema, raw, facts).problems;
}

function readFields(
  schema: BlockSchema,
  raw: RawBlock,
  facts: LenderFacts,
): { readonly content: Record<string, unknown>; readonly problems: FieldProblem[] } {
  const content: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(schema.fields)) {
    const parsed = field.parser.safeParse(raw[name]);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      problems.push({ field: [name, ...(issue?.path ?? [])].join('.'), fault: faultOf(issue) });
      continue;
    }
    content[name] = parsed.data;
    const fault = field.faultIn?.(parsed.data as never, facts);
    if (fault) problems.push({ field: name, fault });
  }
  if (problems.length === 0) problems.push(...(schema.faultsIn?.(content as never, facts) ?? []));
  for (const [name, value] of Object.entries(raw)) {
    // The service may send the other languages of a translatable field too.
    if (name in schema.fields || OF_EVERY_BLOCK.has(name) || name.includes('__i18n__')) continue;
    // Fields that were removed from the component stay in the stories that were saved with them.
    if (isUnfilled(value)) continue;
    problems.push({ field: name, fault: { code: 'no_such_field' } });
  }
  return { content, problems };
}

const OF_EVERY_BLOCK: ReadonlySet<string> = new Set(['_uid', 'component', '_editable']);

/** Names the place of a block. @param story full slug, with the language in front of it: `en/faq` */
export function blockPlace({ component, _uid: uid }: RawBlock, story: string) {
  return { ...storyPlace(story), block: { uid, component } };
}

/**
 * Parses a block.
 * @param story full slug, for the error
 * @throws BlockError with its first problem
 */
export function parseBlock<Fields extends Readonly<Record<string, Field>>>(
  schema: BlockSchema<Fields>,
  raw: RawBlock,
  story: string,
): BlockContent<BlockSchema<Fields>> {
  // What the lending role knows has been checked before the build, and pages print that.
  const { content, problems } = readFields(schema, raw, {});
  if (problems[0]) throw new BlockError({ ...blockPlace(raw, story), ...problems[0] });
  const { _uid, _editable } = raw;
  const marks = _editable === undefined ? { _uid } : { _uid, _editable };
  return { ...marks, ...content } as BlockContent<BlockSchema<Fields>>;
}

/** Builds the component as the Storyblok CLI pushes it (platform 1.12), in the language of its editors. */
export function toComponent(schema: BlockSchema, locale: Locale = DEFAULT_LOCALE) {
  const fields = Object.entries(schema.fields).map(([name, field], pos) => {
    const { description, options, ...storyblok } = field.storyblok as Field['storyblok'] & { options?: NamedOption[] };
    const shown = {
      display_name: labelIn(FIELD_LABELS, name, locale),
      ...(description && { description: description[locale] }),
      ...(options && { options: options.map((one) => ({ ...one, name: labelIn(OPTION_LABELS, one.value, locale) })) }),
    };
    return [name, { ...storyblok, ...shown, pos }];
  });
  return {
    name: schema.name,
    display_name: schema.displayName[locale],
    is_root: schema.kind === 'story',
    is_nestable: schema.kind === 'nested',
    schema: Object.fromEntries(fields),
  };
}

interface NamedOption {
  readonly name: string;
  readonly value: string;
}

function labelIn(labels: Readonly<Record<string, Words>>, name: string, locale: Locale): string {
  return labels[name]?.[locale] ?? name;
}
