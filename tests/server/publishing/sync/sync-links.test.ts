import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mirror, openMirror } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';

let space: ContentSpace;
let mirror: Mirror;

beforeEach(async () => {
  space = await openContentSpace(SMALL_SITE, SMALL_SETS);
  mirror = openMirror(join(space.dir, 'mirror'));
});
afterEach(() => space.close());

/** @returns full slugs of the stories that changed */
async function sync(): Promise<readonly string[]> {
  return (await space.sync()).changedStories;
}

function page(full_slug: string, fields: Readonly<Record<string, unknown>> = {}) {
  return { full_slug, content: { _uid: full_slug, component: 'page', title: full_slug, ...fields } };
}

/** A text with a link in it, and a link field. */
function linkingTo(slug: string, uuid: string) {
  const mark = { type: 'link', attrs: { linktype: 'story', href: `/${slug}`, uuid, anchor: null } };
  const text = { type: 'doc', content: [{ type: 'text', text: 'Lee más', marks: [mark] }] };
  return { text, more: { id: uuid, linktype: 'story', fieldtype: 'multilink', url: '', cached_url: slug } };
}

function linksOf(fullSlug: string): string[] {
  return (['es', 'en'] as const).flatMap((locale) => {
    const content = JSON.stringify(mirror.readStory(fullSlug, locale).content);
    return [...content.matchAll(/"(?:href|cached_url)":"([^"]+)"/g)].map(([, slug = '']) => slug);
  });
}

test('a story that comes back at another address is found there by the links of unchanged stories', async () => {
  await sync();
  const { uuid } = mirror.readStory('preguntas', 'es');
  space.write(page('contacto', linkingTo('preguntas', uuid)));
  await space.service.publish();
  await sync();
  await space.service.editing.unpublish(uuid);
  expect(await sync()).toEqual(['preguntas']);
  space.write({ ...page('ayuda'), uuid });
  await space.service.editing.publish(uuid);
  expect(await sync()).toEqual(['ayuda', 'contacto', 'home']);
  expect(linksOf('contacto')).toEqual(['/ayuda', 'ayuda', '/ayuda', 'ayuda']);
  expect(linksOf('home')).toEqual(['ayuda', 'ayuda']);
  // A copy that is made anew, as after each move, says the same.
  const digests = mirror.listStories().map(({ fullSlug, digest }) => `${fullSlug} ${digest}`);
  space.write({ ...page('ayuda/todo'), uuid });
  await space.service.publish();
  await sync();
  space.write({ ...page('ayuda'), uuid });
  await space.service.publish();
  await sync();
  const anew = mirror.listStories().map(({ fullSlug, digest }) => `${fullSlug} ${digest}`);
  const untouched = (all: string[]): string[] => all.filter((one) => !one.startsWith('ayuda '));
  expect(untouched(anew)).toEqual(untouched(digests));
});

test('a story that was renamed before its first publish is found by the links that its drafts had', async () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  space.write(page('contacto', linkingTo('novedades', uuid)));
  await space.service.publish();
  await sync();
  expect(linksOf('contacto')).toEqual(['/novedades', 'novedades', '/novedades', 'novedades']);
  space.write({ ...page('noticias'), uuid });
  await space.service.publish();
  expect(await sync()).toEqual(['contacto', 'noticias']);
  expect(linksOf('contacto')).toEqual(['/noticias', 'noticias', '/noticias', 'noticias']);
});
