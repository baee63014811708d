import { translatedLocales } from '#i18n/locale.ts';

export const SPACE: { readonly id: number; readonly name: string; readonly languageCodes: readonly string[] } = {
  id: 1,
  name: 'Mañay',
  /** Besides the default one. */
  languageCodes: translatedLocales(),
};

/**
 * A story of a space in memory, with the names of the wire (platform 1.3), so that nothing is renamed between file and
 * response.
 */
export interface StoryDocument {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly slug: string;
  readonly full_slug: string;
  readonly parent_id: number;
  readonly position: number;
  readonly is_folder: boolean;
  readonly is_startpage: boolean;
  readonly tag_list: readonly string[];
  /** Address in the visual editor, where it differs from the slug. */
  readonly path: string | null;
  readonly created_at: string;
  readonly content: Block;
}

export interface Block {
  readonly _uid?: string;
  readonly component: string;
  readonly [field: string]: unknown;
}

/** A story with its dates. ISO instants; null: never published. */
export interface StoryRecord extends StoryDocument {
  readonly updated_at: string;
  readonly published_at: string | null;
  readonly first_published_at: string | null;
}

export type StoriesByUuid = ReadonlyMap<string, StoryRecord>;

export function byUuid(stories: readonly StoryRecord[]): StoriesByUuid {
  return new Map(stories.map((story) => [story.uuid, story]));
}

export interface Datasource {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly dimensions: readonly { readonly id: number; readonly name: string; readonly entry_value: string }[];
  readonly entries: readonly DatasourceEntry[];
}

export interface DatasourceEntry {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  /** By the dimension's `entry_value`. */
  readonly dimension_values: Readonly<Record<string, string>>;
}

/** One state of the space: the drafts, or what is published. */
export interface SpaceContent {
  readonly stories: readonly StoryRecord[];
  readonly datasources: readonly Datasource[];
}

/** A file of the space that cannot be used; other files are not affected. */
export interface FileProblem {
  /** Relative to the folder of the seed, or of what editors changed. */
  readonly file: string;
  /** A sentence that names the file and what is wrong with it. */
  readonly message: string;
}
