import type { Parameters } from './parameters.ts';
import type { WireStory } from './present-story.ts';
import { RefusedRequest } from './refusals.ts';
import { objectsIn, type StoriesByUuid, type StoryRecord } from './space.ts';

/**
 * The service includes at most this many related stories or links; beyond it returns only their uuids (platform 1.3).
 */
const RESOLVE_LIMIT = 50;

/** The stories that those of a response may refer to, by uuid. */
export interface Surroundings {
  readonly byUuid: StoriesByUuid;
  readonly present: (story: StoryRecord) => WireStory;
}

/** `rels` or `rel_uuids`: what the named fields (`component.field`) refer to. */
export function resolveRelations(
  stories: readonly WireStory[],
  parameters: Parameters,
  { byUuid, present }: Surroundings,
): Readonly<Record<string, unknown>> {
  const fields = new Set(parameters.list('resolve_relations'));
  const wanted = new Map<string, WireStory>();
  let level: readonly WireStory[] = fields.size > 0 ? stories : [];
  // The official client requests the second level with all relations.
  for (let depth = parameters.get('resolve_level') === '2' ? 2 : 1; depth > 0; depth -= 1) {
    const uuids = level.flatMap((story) => relationsIn(story.content, fields)).filter((uuid) => !wanted.has(uuid));
    level = [...new Set(uuids)].flatMap((uuid) => byUuid.get(uuid) ?? []).map(present);
    for (const story of level) wanted.set(story.uuid, story);
  }
  return wanted.size > RESOLVE_LIMIT ? { rel_uuids: [...wanted.keys()] } : { rels: [...wanted.values()] };
}

function relationsIn(content: unknown, fields: ReadonlySet<string>): string[] {
  return [...objectsIn(content)].flatMap((block) => {
    const related = Object.keys(block).filter((name) => fields.has(`${String(block['component'])}.${name}`));
    return related.flatMap((name) => block[name]).filter((uuid) => typeof uuid === 'string');
  });
}

type LinkForm = (story: StoryRecord, presented: WireStory) => unknown;

/** How much of a linked story a response has, by `resolve_links`; `1` is of the first clients. */
const LINK_FORMS: ReadonlyMap<string, LinkForm> = new Map<string, LinkForm>([
  ['story', (_, presented) => presented],
  ['1', (_, presented) => presented],
  ['link', (story, { slug, full_slug }) => ({ ...presentLink(story, false), slug, full_slug, url: full_slug })],
  ['url', ({ id, uuid, name, slug }, { full_slug }) => ({ id, uuid, name, slug, full_slug, url: full_slug })],
]);

/** `links` or `link_uuids`: the stories that links refer to, whole or in short form. */
export function resolveLinks(
  stories: readonly WireStory[],
  parameters: Parameters,
  { byUuid, present }: Surroundings,
): Readonly<Record<string, unknown>> {
  const asked = parameters.get('resolve_links') ?? '0';
  const form = LINK_FORMS.get(asked);
  if (!form && asked !== '0') throw new RefusedRequest(422, { error: `Invalid parameter: resolve_links ${asked}` });
  if (!form) return { links: [] };
  const uuids = [...new Set(stories.flatMap((story) => linksIn(story.content)))].filter((uuid) => byUuid.has(uuid));
  if (uuids.length > RESOLVE_LIMIT) return { link_uuids: uuids };
  const targets = uuids.flatMap((uuid) => byUuid.get(uuid) ?? []);
  return { links: targets.map((story) => form(story, present(story))) };
}

/** A link field keeps the uuid in `id`, a link inside rich text in `uuid`. */
function linksIn(content: unknown): string[] {
  const links = [...objectsIn(content)].filter(({ linktype }) => linktype === 'story');
  return links.flatMap(({ id, uuid }) => [id, uuid]).filter((target) => typeof target === 'string');
}

/** A story or folder as the links endpoint has it. */
export function presentLink(story: StoryRecord, withDates: boolean): Readonly<Record<string, unknown>> {
  const { id, uuid, full_slug, path, parent_id, name, is_folder, is_startpage, position } = story;
  const { published_at, created_at, updated_at } = story;
  const published = !is_folder && published_at !== null;
  const link = { id, uuid, slug: full_slug, path, parent_id, name, is_folder, published, is_startpage, position };
  return { ...link, real_path: `/${path ?? full_slug}`, ...(withDates && { published_at, created_at, updated_at }) };
}
