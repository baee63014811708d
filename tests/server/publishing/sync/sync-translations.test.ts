import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMirror } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  PUBLIC_TOKEN,
  SMALL_SETS,
  SMALL_SITE,
  type StoryFixture,
} from '#tests/support/publishing/content-space.ts';

let space: ContentSpace;
beforeEach(async () => {
  space = await openContentSpace(SMALL_SITE, SMALL_SETS);
});
afterEach(() => space.close());

test('a translation that was published alone is found, although the date of its story has not moved', async () => {
  const dateOf = async (): Promise<string> => {
    const answer = await fetch(`${space.apiUrl}/cdn/links?token=${PUBLIC_TOKEN}&include_dates=1`);
    const { links } = (await answer.json()) as { links: Record<string, { slug: string; published_at: string }> };
    return Object.values(links).find(({ slug }) => slug === 'home')?.published_at ?? '';
  };
  await space.sync();
  const before = await dateOf();
  const [home] = SMALL_SITE;
  space.write({ ...(home as StoryFixture), content: { ...home?.content, title__i18n__en: 'Clearer loans' } });
  await space.service.publish();
  const after = await dateOf();
  expect(after).not.toBe(before);
  const withOldDates = async (...asked: Parameters<typeof fetch>): Promise<Response> => {
    const answer = await fetch(...asked);
    return new Response((await answer.text()).replaceAll(after, before), answer);
  };
  expect((await space.sync({ fetch: withOldDates })).changedStories).toEqual(['home']);
  expect(openMirror(join(space.dir, 'mirror')).readStory('home', 'en').content['title']).toBe('Clearer loans');
  expect(openMirror(join(space.dir, 'mirror')).readStory('home', 'es').content['title']).toBe('Préstamos claros');
});
