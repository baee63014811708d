import { expect, test } from 'vitest';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';

test('every block that a block may hold exists and may be nested', async () => {
  const schemas = await allBlockSchemas();
  const nestable = schemas.filter(({ kind }) => kind === 'nested').map(({ name }) => name);
  const wanted = schemas.flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => (field.storyblok['component_whitelist'] as string[] | undefined) ?? []),
  );
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.filter((name) => !nestable.includes(name))).toEqual([]);
});
