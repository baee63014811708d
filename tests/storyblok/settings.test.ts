import { describe, expect, test } from 'vitest';
import type { BlockSchema } from '#storyblok/block-schema.ts';
import * as SCHEMAS from '#storyblok/settings.schema.ts';
import { filesUnder, read, SEED } from '#tests/architecture/source-tree.ts';

const SETTINGS = Object.values(SCHEMAS) as readonly BlockSchema[];
const STORIES = filesUnder(SEED).filter((file) => /\/settings[-_][^/]*\.json$/.test(file));

type Content = Readonly<Record<string, unknown>>;

/** Every block inside a value, itself included. */
function blocksIn(value: unknown): Content[] {
  if (Array.isArray(value)) return value.flatMap(blocksIn);
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(blocksIn);
  return 'component' in value ? [value as Content, ...inside] : inside;
}

const SEEDED = STORIES.flatMap((file) => blocksIn(JSON.parse(read(file))));
/** Whatever may show a setting: pages and the islands on them. */
const READERS = filesUnder('src')
  .filter((file) =>
    /^src\/(?:layouts|blocks|pages|calculator|client-area|loan|storyblok)\/.*\.(?:ts|tsx|astro)$/.test(file),
  )
  .filter((file) => !file.endsWith('/settings.schema.ts'))
  .map((file) => read(file))
  .join('\n');

describe.each(SETTINGS.map((schema) => [schema.name, schema] as const))('%s', (name, schema) => {
  const seeded = SEEDED.filter(({ component }) => component === name);
  // A picture is uploaded into a space; a switch is off until it is set.
  const fields = Object.entries(schema.fields).filter(
    ([, { storyblok }]) => !['asset', 'boolean'].includes(storyblok['type'] as string),
  );

  test('every field is in the seed, so that a new site has it', { tags: 'spec-3.32' }, () => {
    const missing = fields.map(([field]) => field).filter((field) => !seeded.some((block) => field in block));
    expect(missing, `add it to a story of ${SEED}: ${STORIES.join(', ')}`).toEqual([]);
  });

  test('its words are there in both languages', () => {
    const words = fields.filter(([, { storyblok }]) => storyblok['translatable']).map(([field]) => field);
    const untranslated = words.filter((field) => seeded.some((block) => block[field] && !block[`${field}__i18n__en`]));
    expect(untranslated, 'add "<field>__i18n__en" beside it in the story').toEqual([]);
  });

  test('every field is shown or reckoned with', { tags: ['spec-2.32', 'spec-3.32'] }, () => {
    const unread = Object.keys(schema.fields).filter((field) => !new RegExp(`\\b${field}\\b`).test(READERS));
    expect(unread, 'read it where it matters, as page.settings.<field>, or remove it').toEqual([]);
  });
});
