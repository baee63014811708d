import { z } from 'zod';

/**
 * One schema of a content block yields both the Storyblok component that editors fill in (`toComponent`) and the
 * parser of what they filled in (`parseBlock`), so the two cannot diverge.
 */
export interface Field<Value = unknown> {
  /** The field as Storyblok's component schema has it, without its position. */
  readonly storyblok: Readonly<Record<string, unknown>>;
  readonly parser: z.ZodType<Value>;
}

interface FieldOptions {
  readonly description?: string;
  /** Blank is refused: in Storyblok's editor and in the build. */
  readonly required?: boolean;
  /** One value per language. Default for texts. */
  readonly translatable?: boolean;
}

type Texty<Options extends FieldOptions> = Options extends { required: true } ? string : string | undefined;

/** The message for a blank required field. */
const MISSING = 'is required';

// Storyblok stores an untouched field as '', null or not at all.
const blank = (value: unknown): unknown => (value === '' || value === null ? undefined : value);

function words<const Options extends FieldOptions>(type: string, options: Options): Field<Texty<Options>> {
  const { description, required = false, translatable = true } = options;
  const parser = required ? z.string(MISSING).trim().min(1, MISSING) : z.string().trim().optional();
  return {
    storyblok: { type, required, translatable, ...(description && { description }) },
    parser: z.preprocess(blank, parser) as unknown as z.ZodType<Texty<Options>>,
  };
}

/** One line. */
export function text<const Options extends FieldOptions>(options: Options): Field<Texty<Options>> {
  return words('text', options);
}

/** Several lines, no markup. */
export function textarea<const Options extends FieldOptions>(options: Options): Field<Texty<Options>> {
  return words('textarea', options);
}

/** A rich text document; rendered by `richTextToHtml` (rich-text.ts), which makes it safe. */
export interface RichText {
  readonly type: 'doc';
  readonly content?: readonly unknown[];
}
export function richtext(options: FieldOptions = {}): Field<RichText | undefined> {
  const { description, required = false, translatable = true } = options;
  const doc = z.looseObject({ type: z.literal('doc'), content: z.array(z.unknown()).optional() });
  return {
    storyblok: { type: 'richtext', required, translatable, ...(description && { description }) },
    parser: z.preprocess(blank, required ? doc : doc.optional()) as unknown as z.ZodType<RichText | undefined>,
  };
}

/** A switch; off by default. */
export function boolean(options: { readonly description?: string } = {}): Field<boolean> {
  return {
    storyblok: { type: 'boolean', ...options },
    parser: z.preprocess((value) => blank(value) ?? false, z.boolean()) as unknown as z.ZodType<boolean>,
  };
}

/** A number; Storyblok sends it as text. */
export function number(options: {
  readonly min?: number;
  readonly max?: number;
  readonly required?: boolean;
  readonly description?: string;
}): Field<number | undefined> {
  const { min, max, required = false, description } = options;
  let parser = z.coerce.number();
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

/** Whole numbers above zero in one line, with commas: `7, 14, 30`. Storyblok has no field for a list of numbers. */
export function numberList(options: { readonly description?: string } = {}): Field<readonly number[] | undefined> {
  const parser = z
    .string()
    .regex(/^\s*[1-9]\d*(\s*,\s*[1-9]\d*)*\s*$/, 'expected whole numbers with commas, such as 7, 14, 30')
    .transform((line) => line.split(',').map(Number))
    .optional();
  return {
    storyblok: { type: 'text', required: false, translatable: false, ...options },
    parser: z.preprocess(blank, parser) as unknown as z.ZodType<readonly number[] | undefined>,
  };
}

/** One of a fixed list; the first is the default. */
export function option<const Values extends readonly [string, ...string[]]>(
  values: Values,
  options: { readonly description?: string } = {},
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

/** A link as editors set it: to a story, an address, or a mailbox. `linkHref` (link.ts) makes its `href`. */
export interface Link {
  readonly linktype: 'story' | 'url' | 'email' | 'asset';
  readonly url: string;
  readonly cached_url: string;
  readonly anchor?: string | undefined;
  readonly email?: string | undefined;
  readonly target?: '_self' | '_blank' | undefined;
}
export function link(
  options: { readonly required?: boolean; readonly description?: string } = {},
): Field<Link | undefined> {
  const { required = false, description } = options;
  const shape = z.looseObject({
    linktype: z.enum(['story', 'url', 'email', 'asset']),
    url: z.string().default(''),
    cached_url: z.string().default(''),
    anchor: z.string().optional(),
    email: z.string().optional(),
    target: z.preprocess(blank, z.enum(['_self', '_blank']).optional()),
  });
  // An untouched link is an object without a target.
  const empty = (value: unknown): unknown => {
    const candidate = value as
      | { cached_url?: string; url?: string; email?: string; anchor?: string }
      | null
      | undefined;
    return candidate?.cached_url || candidate?.url || candidate?.email || candidate?.anchor ? candidate : undefined;
  };
  return {
    storyblok: { type: 'multilink', required, ...(description && { description }) },
    parser: z.preprocess(empty, required ? shape : shape.optional()) as unknown as z.ZodType<Link | undefined>,
  };
}

/** A picture or file. */
export interface Asset {
  readonly filename: string;
  readonly alt?: string | undefined;
}
export function asset(
  options: { readonly required?: boolean; readonly description?: string } = {},
): Field<Asset | undefined> {
  const { required = false, description } = options;
  const shape = z.looseObject({ filename: z.string().min(1), alt: z.preprocess(blank, z.string().optional()) });
  const empty = (value: unknown): unknown => ((value as { filename?: string } | null)?.filename ? value : undefined);
  return {
    storyblok: { type: 'asset', filetypes: ['images'], required, ...(description && { description }) },
    parser: z.preprocess(empty, required ? shape : shape.optional()) as unknown as z.ZodType<Asset | undefined>,
  };
}

/** A raw block, before its own schema parses it. */
export interface RawBlock {
  readonly _uid: string;
  readonly component: string;
  readonly [field: string]: unknown;
}

/** Blocks inside a block, of the named components only. */
export function blocks(
  components: readonly [string, ...string[]],
  options: { readonly minimum?: number; readonly maximum?: number; readonly description?: string } = {},
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
  readonly displayName: string;
  /** A story of its own (page, settings), or nested in one. */
  readonly kind: 'story' | 'nested';
  readonly fields: Fields;
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
}

/** What is wrong with one field of a block. */
export interface FieldProblem {
  /** With the path inside the field's value, where there is one: `link.linktype`. */
  readonly field: string;
  readonly reason: string;
}

/** All violations of the schema by a block. Unknown fields count: a typo, or a component that changed. */
export function fieldProblems(schema: BlockSchema, raw: RawBlock): FieldProblem[] {
  return readFields(schema, raw).problems;
}

function readFields(
  schema: BlockSchema,
  raw: RawBlock,
): { readonly content: Record<string, unknown>; readonly problems: FieldProblem[] } {
  const content: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(schema.fields)) {
    const parsed = field.parser.safeParse(raw[name]);
    if (parsed.success) content[name] = parsed.data;
    else {
      const issue = parsed.error.issues[0];
      problems.push({ field: [name, ...(issue?.path ?? [])].join('.'), reason: issue?.message ?? 'not valid' });
    }
  }
  for (const name of Object.keys(raw)) {
    // The service may send the other languages of a translatable field too.
    if (name in schema.fields || OF_EVERY_BLOCK.has(name) || name.includes('__i18n__')) continue;
    problems.push({ field: name, reason: 'the block has no such field' });
  }
  return { content, problems };
}

const OF_EVERY_BLOCK: ReadonlySet<string> = new Set(['_uid', 'component', '_editable']);

/** `story "en/faq", block "faq-item" (uid), field "question": …` */
export function problemSentence(raw: RawBlock, story: string, { field, reason }: FieldProblem): string {
  return `story "${story}", block "${raw.component}" (${raw._uid}), field "${field}": ${reason}`;
}

/**
 * Parses a block.
 * @param story full slug, for the message
 * @throws BlockError with the sentence of its first problem
 */
export function parseBlock<Fields extends Readonly<Record<string, Field>>>(
  schema: BlockSchema<Fields>,
  raw: RawBlock,
  story: string,
): BlockContent<BlockSchema<Fields>> {
  const { content, problems } = readFields(schema, raw);
  if (problems[0]) throw new BlockError(problemSentence(raw, story, problems[0]));
  const { _uid, _editable } = raw;
  const marks = _editable === undefined ? { _uid } : { _uid, _editable };
  return { ...marks, ...content } as BlockContent<BlockSchema<Fields>>;
}

/** The component as the Storyblok CLI pushes it (platform 1.12). */
export function toComponent(schema: BlockSchema) {
  const fields = Object.entries(schema.fields).map(([name, field], pos) => [name, { ...field.storyblok, pos }]);
  return {
    name: schema.name,
    display_name: schema.displayName,
    is_root: schema.kind === 'story',
    is_nestable: schema.kind === 'nested',
    component_group_uuid: null,
    schema: Object.fromEntries(fields),
  };
}
