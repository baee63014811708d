import { z } from 'zod';

/**
 * The components of the push layout, from which the editor builds its forms, as Storyblok's editor does. Content is
 * checked with the pages' parsers (`checkStory`), so that both halves of a schema are used.
 */
const FIELD_TYPES = [
  'text',
  'textarea',
  'richtext',
  'boolean',
  'number',
  'option',
  'multilink',
  'asset',
  'bloks',
] as const;

const fieldShape = z.object({
  type: z.enum(FIELD_TYPES),
  display_name: z.string(),
  pos: z.number().default(0),
  required: z.boolean().default(false),
  translatable: z.boolean().default(false),
  description: z.string().optional(),
  options: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  default_value: z.string().optional(),
  min_value: z.number().optional(),
  max_value: z.number().optional(),
  component_whitelist: z.array(z.string()).default([]),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const componentsShape = z.array(
  z.object({ name: z.string(), display_name: z.string(), schema: z.record(z.string(), fieldShape) }),
);

type FieldShape = z.infer<typeof fieldShape>;

export interface FieldDefinition extends FieldShape {
  readonly name: string;
  /** For people. */
  readonly label: string;
}

export interface ComponentDefinition {
  readonly name: string;
  readonly displayName: string;
  /** From top to bottom. */
  readonly fields: readonly FieldDefinition[];
}

/** By name. */
export type Components = ReadonlyMap<string, ComponentDefinition>;

/** @param components as they are pushed. @throws ZodError */
export function readComponents(components: readonly unknown[]): Components {
  return new Map(componentsShape.parse(components).map((component) => [component.name, definitionOf(component)]));
}

function definitionOf({ name, display_name, schema }: z.infer<typeof componentsShape>[number]): ComponentDefinition {
  const fields = Object.entries(schema)
    .map(([field, shape]) => ({ ...shape, name: field, label: shape.display_name }))
    .sort((one, two) => one.pos - two.pos);
  return { name, displayName: display_name, fields };
}

/** The label of a value's key: `Title`, `Title (en)`. */
export function labelOfKey(components: Components, component: string, key: string): string {
  const [name = '', language] = key.split('__i18n__');
  const label = components.get(component)?.fields.find((field) => field.name === name)?.label ?? name;
  return language ? `${label} (${language})` : label;
}
