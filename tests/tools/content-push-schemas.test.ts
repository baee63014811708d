import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allBlockSchemas } from '#server/publishing/block-schemas.ts';
import { requestFaults } from '#tests/support/storyblok/schema-check.ts';
import { LANGUAGES, readSeed } from '#tools/content-push/seed-content.ts';

/**
 * The bodies of a push of the whole seed, held to Storyblok's own schemas. Storyblok's program sends each object of the
 * files that it is given under the name of its kind.
 */
const SEED = 'src/server/publishing/sandbox/content-service/seed';
const seed = await readSeed(SEED, await allBlockSchemas());
const files = readdirSync(join(SEED, 'stories/manay')).map((name) => join(SEED, 'stories/manay', name));
const stories = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const PLACE = '/v1/spaces/{space_id}';

describe.each(['POST', 'PUT'])('%s', (verb) => {
  const call = (path: string, id: string): string => `${verb} ${PLACE}${path}${verb === 'PUT' ? `/{${id}}` : ''}`;

  test('every component', () => {
    expect(seed.components.length).toBeGreaterThan(30);
    for (const component of seed.components)
      expect(requestFaults(call('/components', 'component_id'), { component }), component.name).toEqual([]);
  });

  test('every datasource with every entry', () => {
    expect(seed.datasources).toHaveLength(3);
    for (const { entries, ...datasource } of seed.datasources) {
      expect(requestFaults(call('/datasources', 'datasource_id'), { datasource }), datasource.slug).toEqual([]);
      expect(entries.length).toBeGreaterThan(50);
      for (const { dimension_values, ...datasource_entry } of entries) {
        const entry = { ...datasource_entry, datasource_id: datasource.id };
        const path = call('/datasource_entries', 'datasource_entry_id');
        expect(requestFaults(path, { datasource_entry: entry }), entry.name).toEqual([]);
      }
    }
  });

  test('every story, published at once', () => {
    expect(stories).toHaveLength(seed.stories.length);
    for (const story of stories)
      expect(requestFaults(call('/stories', 'story_id'), { story, publish: 1 }), story.full_slug).toEqual([]);
  });
});

test('the languages of the space', () => {
  expect(requestFaults(`PUT ${PLACE}`, { space: { languages: LANGUAGES } })).toEqual([]);
});
