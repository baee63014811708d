import { expect, test } from 'vitest';
import { allBlockSchemas, componentsJson, currentComponentsJson } from '#tools/content-schema.ts';

test('the components that editors get are those the pages parse: npm run content:schema', async () => {
  expect(currentComponentsJson()).toBe(await componentsJson());
});

test('every block that a block may hold exists and may be nested', async () => {
  const schemas = await allBlockSchemas();
  const nestable = schemas.filter(({ kind }) => kind === 'nested').map(({ name }) => name);
  const wanted = schemas.flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => (field.storyblok['component_whitelist'] as string[] | undefined) ?? []),
  );
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !nestable.includes(name))).toEqual([]);
});
