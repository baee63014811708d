import type { toComponent } from '#storyblok/block-schema.ts';

/** A component of the push layout, from which the editor builds its form, as Storyblok's editor does. */
export type Component = ReturnType<typeof toComponent>;

export interface FieldDefinition {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly type: string;
  readonly required?: boolean;
  readonly translatable?: boolean;
  readonly description?: string;
  readonly options?: readonly { readonly name: string; readonly value: string }[];
  readonly default_value?: string;
  /** Most characters of a text. */
  readonly max_length?: number;
  readonly component_whitelist?: readonly string[];
}

type Shape = Omit<FieldDefinition, 'name' | 'label'> & { readonly display_name: string };

export interface ComponentDefinition {
  readonly name: string;
  readonly displayName: string;
  /** From top to bottom. */
  readonly fields: readonly FieldDefinition[];
}

/** By name. */
export type Components = ReadonlyMap<string, ComponentDefinition>;

export function readComponents(components: readonly Component[]): Components {
  const definitions = components.map(({ name, display_name, schema }): ComponentDefinition => {
    const shapes = Object.entries(schema as Readonly<Record<string, Shape>>);
    const fields = shapes.map(([field, shape]) => ({ ...shape, name: field, label: shape.display_name }));
    return { name, displayName: display_name, fields };
  });
  return new Map(definitions.map((definition) => [definition.name, definition]));
}

/** The label of a value's key: `Title`, `Title (en)`. */
export function labelOfKey(components: Components, component: string, key: string): string {
  const [name = '', language] = key.split('__i18n__');
  const label = components.get(component)?.fields.find((field) => field.name === name)?.label ?? name;
  return language ? `${label} (${language})` : label;
}
