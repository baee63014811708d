import type { EditedStory } from '../content-service/editing.ts';
import type { EditorContext } from './edit-story.ts';

/** Published stories that link to a story. */
export async function storiesLeadingTo(
  { editing }: Pick<EditorContext, 'editing'>,
  { draft: target }: Pick<EditedStory, 'draft'>,
): Promise<readonly EditedStory[]> {
  const { stories } = await editing.list();
  return stories.filter(
    ({ draft, published }) => draft.uuid !== target.uuid && published && leads(published.content, target),
  );
}

interface Target {
  readonly uuid: string;
  readonly full_slug: string;
}

/** A link field has its story in `id`, a link inside rich text in `uuid`; a typed one has a URL. */
function leads(value: unknown, target: Target): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { linktype, id, uuid, url, href } = value as Readonly<Record<string, unknown>>;
  if (linktype === 'story' && (id === target.uuid || uuid === target.uuid)) return true;
  if (linktype === 'url' && [url, href].some((address) => isAddressOf(address, target))) return true;
  return Object.values(value).some((inner) => leads(inner, target));
}

function isAddressOf(address: unknown, { full_slug }: Pick<Target, 'full_slug'>): boolean {
  if (typeof address !== 'string') return false;
  const [path = ''] = address.split(/[?#]/, 1);
  return path.replace(/^\/?(?:en\/)?/, '').replace(/\/$/, '') === full_slug;
}
