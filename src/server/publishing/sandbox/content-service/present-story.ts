import { translate } from '#server/publishing/sync/content-in-language.ts';
import { type Block, SPACE, type StoryRecord } from './space.ts';

/** How a request wants its stories. */
export interface Presentation {
  /** A language of the space, or undefined for the default one. */
  readonly language: string | undefined;
  readonly fallbackLanguage: string | undefined;
  /** Drafts have a marker per block for the visual editor. */
  readonly isDraft: boolean;
  readonly excludingFields: readonly string[];
  readonly excludingStoryFields: readonly string[];
}

/** A story as the wire has it (platform 1.3). */
export interface WireStory {
  readonly uuid: string;
  readonly content: Block;
  readonly [field: string]: unknown;
}

/** Requests to exclude these are ignored. */
const INDISPENSABLE: readonly string[] = ['id', 'uuid', 'name', 'slug', 'full_slug', 'content'];

export function presentStory(story: StoryRecord, presentation: Presentation): WireStory {
  const { language, isDraft, excludingFields, excludingStoryFields } = presentation;
  const { is_folder: _, ...record } = story;
  const content = Object.entries(translate(story.content, presentation)).filter(
    ([name]) => name === 'component' || name === '_uid' || !excludingFields.includes(name),
  );
  const block = Object.fromEntries(content) as Block;
  const fields = {
    ...record,
    content: isDraft ? withEditorMarks(block, story) : block,
    full_slug: language ? `${language}/${story.full_slug}` : story.full_slug,
    sort_by_date: null,
    meta_data: null,
    // Shared by the alternates of folder-level translation; otherwise the story's own.
    group_id: story.uuid,
    release_id: null,
    lang: language ?? 'default',
    alternates: [],
    // Set only by the app for translated slugs, which is not installed.
    default_full_slug: null,
    translated_slugs: null,
  };
  const kept = Object.entries(fields).filter(
    ([name]) => INDISPENSABLE.includes(name) || !excludingStoryFields.includes(name),
  );
  return Object.fromEntries(kept) as unknown as WireStory;
}

/** `storyblokEditable()` parses exactly this comment (platform 1.3). */
function withEditorMarks(content: Block, story: StoryRecord): Block {
  return JSON.parse(JSON.stringify(content), (_, value: Partial<Block> | null) => {
    const { component, _uid } = value ?? {};
    if (typeof component !== 'string' || typeof _uid !== 'string') return value;
    const mark = JSON.stringify({ name: component, space: String(SPACE.id), uid: _uid, id: String(story.id) });
    return { ...value, _editable: `<!--#storyblok#${mark}-->` };
  }) as Block;
}
