import type { Locale } from '#i18n/locale.ts';
import type { RawBlock } from './block-schema.ts';
import type { Link } from './block-values.ts';
import { linkHref, linkOfMark } from './link.ts';

/** A link to a page of this site, and its place in the story. */
export interface PlacedLink {
  readonly uid: string;
  readonly component: string;
  readonly field: string;
  /** In the language of the story, without query and anchor: `/tarifas/`, `/en/tarifas/`. */
  readonly path: string;
}

/**
 * Lists all links of a story to pages of this site, from top to bottom.
 * @param story in one language
 */
export function linksIn(story: RawBlock, locale: Locale): PlacedLink[] {
  return Object.entries(story).flatMap(([field, value]) =>
    linksInValue(value, { uid: story._uid, component: story.component, field }, locale),
  );
}

type Place = Pick<PlacedLink, 'uid' | 'component' | 'field'>;

function linksInValue(value: unknown, place: Place, locale: Locale): PlacedLink[] {
  if (Array.isArray(value)) return value.flatMap((one) => linksInValue(one, place, locale));
  if (typeof value !== 'object' || value === null) return [];
  if ('component' in value && '_uid' in value) return linksIn(value as RawBlock, locale);
  const link = linkIn(value as Readonly<Record<string, unknown>>);
  const href = link && linkHref(link, locale);
  if (link && href?.startsWith('/')) return [{ ...place, path: href.replace(/[?#].*$/s, '') }];
  return Object.values(value).flatMap((one) => linksInValue(one, place, locale));
}

/** Reads a link field, or a link inside formatted text. */
function linkIn({ type, attrs, ...value }: Readonly<Record<string, unknown>>): Link | undefined {
  if (type === 'link' && typeof attrs === 'object' && attrs !== null)
    return linkOfMark(attrs as Record<string, unknown>);
  if (typeof value['linktype'] !== 'string' || typeof value['cached_url'] !== 'string') return undefined;
  return { ...(value as unknown as Link), url: String(value['url'] ?? '') };
}
