import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_NAMES, translatedLocales } from '#i18n/locale.ts';
import type { Datasource, StoryDocument } from '#server/publishing/sandbox/content-service/space.ts';
import { createDraftReader } from '#server/publishing/sandbox/content-service/space-files.ts';
import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { addressProblems, storyProblems } from '#server/publishing/sync/story-problems.ts';
import { textDatasources } from '#server/publishing/text-datasources.ts';
import { type BlockSchema, type RawBlock, toComponent } from '#storyblok/block-schema.ts';
import { faultSentence, oncePerPlace } from '#storyblok/story-fault.ts';

type PushedComponent = ReturnType<typeof toComponent>;

/** The content to push. */
export interface SeedContent {
  readonly components: readonly PushedComponent[];
  readonly datasources: readonly Datasource[];
  readonly stories: readonly StoryDocument[];
}

/** Languages besides the default one; without them in the space, translations are never served. */
export const LANGUAGES = translatedLocales().map((code) => ({ code, name: LANGUAGE_NAMES[code] }));

/**
 * Reads the content to push: the stories of a folder, and the components and datasources made from the code.
 * @throws Error with one line per file that cannot be used
 */
export async function readSeed(seedDir: string, schemas: readonly BlockSchema[]): Promise<SeedContent> {
  const datasources = textDatasources();
  const { stories, problems } = await createDraftReader({ seedDir, datasources: async () => datasources })();
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const components = schemas.map((schema) => toComponent(schema));
  return { components, datasources, stories: stories.map(({ document }) => document) };
}

/** All mistakes in the content, found before anything is sent: one sentence each. */
export function checkSeed(seed: SeedContent, schemas: readonly BlockSchema[], seedDir: string): string[] {
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  const pages = seed.stories.filter((story) => !story.is_folder);
  return [
    ...pages.flatMap((story) => brokenFields(story, byName)),
    ...pages.flatMap((story) => lostParents(story, seed)),
    ...twice(
      seed.stories.map(({ full_slug }) => full_slug),
      'story',
    ),
    ...unnamed(seedDir),
  ];
}

/** Checks a story in every language, and names story, block and field. */
export function brokenFields(
  story: Pick<StoryDocument, 'full_slug' | 'content'>,
  byName: ReadonlyMap<string, BlockSchema>,
): string[] {
  const found = [undefined, ...LANGUAGES.map(({ code }) => code)].flatMap((language) =>
    storyProblems(byName, contentIn(story.content, language) as RawBlock, story.full_slug),
  );
  const misplaced = addressProblems(story.content as RawBlock, story.full_slug);
  return oncePerPlace([...misplaced, ...found]).map((fault) => faultSentence(fault));
}

function lostParents({ parent_id, full_slug }: StoryDocument, { stories }: SeedContent): string[] {
  const isThere = parent_id === 0 || stories.some((story) => story.is_folder && story.id === parent_id);
  return isThere ? [] : [`story "${full_slug}": its folder ${parent_id} is not among the stories`];
}

function twice(names: readonly string[], what: string): string[] {
  const again = names.filter((name, at) => names.indexOf(name) !== at);
  return [...new Set(again)].map((name) => `${what} "${name}" is there twice`);
}

/** The CLI finds a story by the uuid in its file's name. */
function unnamed(seedDir: string): string[] {
  const files = readdirSync(join(seedDir, 'stories/manay')).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const { uuid } = JSON.parse(readFileSync(join(seedDir, 'stories/manay', file), 'utf8')) as {
      readonly uuid: string;
    };
    return file.endsWith(`_${uuid}.json`) ? [] : [`stories/manay/${file}: its name must end in _${uuid}.json`];
  });
}
