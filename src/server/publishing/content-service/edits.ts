import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '#storyblok/write-file.ts';
import type { Block, Datasource } from './space.ts';

/**
 * What editors changed, in the state folder and apart from the seed: the content of a story, in a file that is named
 * like the story's own, and texts by their key.
 */
export const EDITED_STORIES_DIR = 'edits/stories';
export const EDITED_TEXTS_FILE = 'edits/texts.json';
/** What a problem with the texts of the source names. */
export const TEXT_SOURCE = 'src/i18n';

const storyEdit = z.looseObject({ component: z.string().min(1) });
const textEdits = z.record(
  z.string(),
  z.strictObject({ es: z.string().min(1).optional(), en: z.string().min(1).optional() }),
);

/** `{ "offer_page": { "en": "What we offer" } }`; a language that is left out is as in the source. */
export type TextEdits = z.infer<typeof textEdits>;

/** @throws ZodError */
export function parseStoryEdit(json: unknown): Block {
  return storyEdit.parse(json);
}

/** @throws ZodError */
export function parseTextEdits(json: unknown): TextEdits {
  return textEdits.parse(json);
}

/** Keeps the content of a story. */
export function writeStoryEdit(
  stateDir: string,
  story: { readonly uuid: string; readonly slug: string },
  content: Block,
): Promise<void> {
  const path = join(stateDir, EDITED_STORIES_DIR, `${story.slug}_${story.uuid}.json`);
  return writeAtomically(path, `${JSON.stringify(content, undefined, 2)}\n`);
}

/** The texts of the source with what editors made of them. An edit of a text that is gone from the source is left out. */
export function withTextEdits(datasources: readonly Datasource[], edits: TextEdits): readonly Datasource[] {
  return datasources.map((datasource) => ({
    ...datasource,
    entries: datasource.entries.map((entry) => {
      const { es = entry.value, en } = edits[entry.name] ?? {};
      return { ...entry, value: es, dimension_values: { ...entry.dimension_values, ...(en && { en }) } };
    }),
  }));
}
