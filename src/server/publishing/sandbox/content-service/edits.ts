import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomically } from '#server/kit/write-file.ts';
import type { Block, Datasource, StoryDocument } from './space.ts';

/**
 * What editors changed, in the state folder and apart from the seed: the content of a story, in a file that is named
 * like the story's own, and texts by their key.
 */
export const EDITED_STORIES_DIR = 'edits/stories';
export const EDITED_TEXTS_FILE = 'edits/texts.json';
/** What a problem with the texts of the source names. */
export const TEXT_SOURCE = 'src/i18n';

export const storyContent = z.looseObject({ component: z.string().min(1) });
const textEdits = z.record(
  z.string(),
  z.strictObject({ es: z.string().min(1).optional(), en: z.string().min(1).optional() }),
);

/** `{ "offer_page": { "en": "What we offer" } }`; a language that is left out is as in the source. */
export type TextEdits = z.infer<typeof textEdits>;

/** @throws ZodError */
export function parseStoryEdit(json: unknown): Block {
  return storyContent.parse(json);
}

/** @throws ZodError */
export function parseTextEdits(json: unknown): TextEdits {
  return textEdits.parse(json);
}

/** Keeps what was changed. @param file below the state folder */
export function writeEdit(stateDir: string, file: string, edit: Block | TextEdits): Promise<void> {
  return writeAtomically(join(stateDir, file), `${JSON.stringify(edit, undefined, 2)}\n`);
}

/** The file of a story's change. A story that was renamed keeps the one that it has: two of them would contradict. */
export async function storyEditFile(
  stateDir: string,
  { uuid, slug }: Pick<StoryDocument, 'uuid' | 'slug'>,
): Promise<string> {
  const names = await readdir(join(stateDir, EDITED_STORIES_DIR)).catch(() => [] as string[]);
  return `${EDITED_STORIES_DIR}/${names.find((name) => name.endsWith(`_${uuid}.json`)) ?? `${slug}_${uuid}.json`}`;
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
