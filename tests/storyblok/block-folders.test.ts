import { expect, test } from 'vitest';
import { type BlockSchema, toComponent } from '#storyblok/block-schema.ts';
import { FIELD_LABELS, OPTION_LABELS } from '#storyblok/field-labels.ts';

const FILES = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../src/blocks/*/*.schema.ts', '../../src/storyblok/*.schema.ts'],
  { eager: true },
);
const BLOCKS = Object.entries(FILES).flatMap(([file, exported]) =>
  Object.values(exported)
    .filter(isBlockSchema)
    .map((schema) => ({ file: file.replace('../../', ''), schema })),
);

function isBlockSchema(value: unknown): value is BlockSchema {
  return typeof value === 'object' && value !== null && 'displayName' in value && 'fields' in value;
}

test('a block is called as its folder: by that name its files are found', () => {
  const odd = BLOCKS.filter(({ file }) => file.startsWith('src/blocks/')).filter(
    ({ file, schema }) => file.split('/')[2] !== schema.name,
  );
  expect(odd.map(({ file, schema }) => `${file}: ${schema.name}`)).toEqual([]);
});

test('every block may stand somewhere, or no editor can use it, and every block that may is there', () => {
  const held = new Set(
    BLOCKS.flatMap(({ schema }) => Object.values(schema.fields)).flatMap(
      ({ storyblok }) => (storyblok['component_whitelist'] as readonly string[] | undefined) ?? [],
    ),
  );
  expect(held.size).toBeGreaterThan(10);
  const nested = new Set(BLOCKS.filter(({ schema }) => schema.kind === 'nested').map(({ schema }) => schema.name));
  expect([...held].filter((name) => !nested.has(name))).toEqual([]);
  expect(
    [...nested].filter((name) => !held.has(name)),
    'add it to a blocks([…]) field of the block that may hold it, for a page src/blocks/page/page.schema.ts',
  ).toEqual([]);
});

test('no block fits inside a formatted text: pages would not show it', () => {
  type PushedField = { readonly type?: unknown };
  const fields = BLOCKS.flatMap(({ schema }) => Object.values(toComponent(schema).schema) as PushedField[]);
  const texts = fields.filter(({ type }) => type === 'richtext');
  expect(texts.length).toBeGreaterThan(5);
  for (const field of texts) expect(field).toMatchObject({ restrict_components: true, component_whitelist: [] });
});

test('every field and every choice has a name for its editors', () => {
  const fields = BLOCKS.flatMap(({ schema }) => Object.entries(schema.fields));
  const options = fields.flatMap(([, { storyblok }]) => (storyblok['options'] ?? []) as { readonly value: string }[]);
  const named = 'in src/storyblok/field-labels.ts: name it there, or remove a name that nothing has any more';
  const names = [...new Set(fields.map(([name]) => name))].sort();
  expect(names, `FIELD_LABELS ${named}`).toEqual(Object.keys(FIELD_LABELS).sort());
  const values = [...new Set(options.map(({ value }) => value))].sort();
  expect(values, `OPTION_LABELS ${named}`).toEqual(Object.keys(OPTION_LABELS).sort());
});
