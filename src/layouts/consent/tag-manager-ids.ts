import { pageKind } from '#api/page-kind.ts';

/** The id of a container. */
const ID = /^GTM-[A-Z0-9]{4,12}$/;

/**
 * Reads the two containers of `PUBLIC_TAG_MANAGER_IDS` (product-spec §9); empty when it is not set, and then no page
 * asks for consent.
 * @throws for anything but two ids
 */
export function readTagManagerIds(text: string | undefined): readonly string[] {
  if (!text) return [];
  const ids = text.split(',').map((id) => id.trim());
  if (ids.length === 2 && ids.every((id) => ID.test(id)) && ids[0] !== ids[1]) return ids;
  throw new Error(`PUBLIC_TAG_MANAGER_IDS must be two ids as GTM-ABC123,GTM-DEF456, but it is "${text}".`);
}

/** Picks the containers a page may load with consent: none in the client area, on forms and in partners' frames. */
export function tagManagerIdsOf(path: string, text: string | undefined): readonly string[] {
  return pageKind(path) === 'marketing' ? readTagManagerIds(text) : [];
}
