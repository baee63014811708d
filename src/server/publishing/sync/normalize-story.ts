import type { Locale } from '#i18n/locale.ts';
import type { RawBlock } from '#storyblok/block-schema.ts';
import type { Story } from '#storyblok/mirror.ts';
import type { WireStory } from './content-shapes.ts';
import { trimSlug } from './fetch-content.ts';

/**
 * A story as pages need it: without editor markers and other languages' values (whether published responses contain
 * them is undocumented), and with up-to-date links. Storyblok keeps the address a link had when its own story was
 * last saved, which is outdated once the target moves.
 * @param slugs uuid → full slug of every published story
 */
export function normalizeStory(wire: WireStory, locale: Locale, slugs: ReadonlyMap<string, string>): Story {
  return {
    uuid: wire.uuid,
    name: wire.name,
    fullSlug: trimSlug(wire.full_slug),
    locale,
    content: normalize(wire.content, slugs) as RawBlock,
  };
}

/** A normalized story whose links lead to where stories are by now. @param slugs as above */
export function withLinksTo<Of extends Pick<Story, 'content'>>(story: Of, slugs: ReadonlyMap<string, string>): Of {
  return { ...story, content: normalize(story.content, slugs) as RawBlock };
}

function normalize(value: unknown, slugs: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => normalize(item, slugs));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== '_editable' && !name.includes('__i18n__'));
  const normalized = Object.fromEntries(kept.map(([name, item]) => [name, normalize(item, slugs)]));
  return refreshLink(normalized, slugs);
}

/** A link field has its story's uuid in `id`, a link inside rich text in `uuid`. */
function refreshLink(value: Record<string, unknown>, slugs: ReadonlyMap<string, string>): Record<string, unknown> {
  if (value['linktype'] !== 'story') return value;
  const slug = slugs.get(String(value['id'] ?? '')) ?? slugs.get(String(value['uuid'] ?? ''));
  if (slug === undefined) return value;
  return 'href' in value ? { ...value, href: `/${slug}` } : { ...value, cached_url: slug };
}
