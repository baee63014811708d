import type { EditedStory } from '#server/publishing/content-service/editing.ts';
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

/** Whether a value has a link to an address, whatever is there. @param slug without language and slashes */
export function leadsToAddress(value: unknown, slug: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { url, href, cached_url } = value as Readonly<Record<string, unknown>>;
  if ([url, href, cached_url].some((address) => isAddressOf(address, { full_slug: slug }))) return true;
  return Object.values(value).some((inner) => leadsToAddress(inner, slug));
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
