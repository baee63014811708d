import { contentIn } from '#server/publishing/sync/content-in-language.ts';
import { type Block, SPACE, type StoryRecord } from './space.ts';

/** The form in which a request wants its stories. */
interface Presentation {
  /** A language of the space, or undefined for the default one. */
  readonly language: string | undefined;
  /** Drafts have a marker per block for the visual editor. */
  readonly isDraft: boolean;
}

/** A story as the wire has it (platform 1.3). */
export function presentStory(
  story: StoryRecord,
  { language, isDraft }: Presentation,
): Readonly<Record<string, unknown>> {
  const { is_folder: _, ...record } = story;
  const content = contentIn(story.content, language);
  return {
    ...record,
    content: isDraft ? withEditorMarks(content, story) : content,
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

/** A story or folder as the links endpoint has it. */
export function presentLink(story: StoryRecord, withDates: boolean): Readonly<Record<string, unknown>> {
  const { id, uuid, full_slug, path, parent_id, name, is_folder, is_startpage, position } = story;
  const { published_at, created_at, updated_at } = story;
  const published = !is_folder && published_at !== null;
  const link = { id, uuid, slug: full_slug, path, parent_id, name, is_folder, published, is_startpage, position };
  return { ...link, real_path: `/${path ?? full_slug}`, ...(withDates && { published_at, created_at, updated_at }) };
}
