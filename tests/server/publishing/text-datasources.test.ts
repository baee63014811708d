import { expect, test } from 'vitest';
import { MESSAGE_SETS } from '#i18n/messages.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';

const datasources = textDatasources();
const entries = datasources.flatMap((datasource) => datasource.entries);

test('every set is a datasource with its texts in both languages, in the order they are declared', () => {
  const sets = datasources.map(({ slug, entries: of }) => [
    slug,
    Object.fromEntries(of.map(({ name, value, dimension_values }) => [name, { es: value, ...dimension_values }])),
  ]);
  expect(Object.fromEntries(sets)).toEqual(MESSAGE_SETS);
  expect(datasources[0]?.entries.map(({ name }) => name)).toEqual(Object.keys(MESSAGE_SETS.general));
  expect(datasources.map(({ dimensions }) => dimensions.map(({ entry_value }) => entry_value))).toEqual([
    ['en'],
    ['en'],
    ['en'],
  ]);
});

test('a number follows from the key, and no two are the same', () => {
  for (const ids of [entries, datasources, datasources.flatMap(({ dimensions }) => dimensions)]) {
    const numbers = ids.map(({ id }) => id);
    expect(numbers.filter((id, at) => numbers.indexOf(id) !== at)).toEqual([]);
    expect(numbers.filter((id) => !Number.isInteger(id) || id < 1 || id >= 2 ** 31)).toEqual([]);
  }
  // The first 31 bits of the key's SHA-256: editors' tools may have kept them.
  expect(entries.find(({ name }) => name === 'skip_to_content')?.id).toBe(575_907_094);
});
