import { expect, test } from 'vitest';
import { MIRROR_FORMAT, type MirrorIndex } from '#storyblok/mirror.ts';
import { chooseStories } from '#storyblok/site-index.ts';

function index(stories: Readonly<Record<string, string>>, source = 'a space'): MirrorIndex {
  return {
    format: MIRROR_FORMAT,
    source,
    contentVersion: 7,
    texts: { digest: 't', file: 'texts/t.json' },
    stories: Object.entries(stories).map(([place, digest]) => {
      const [uuid = '', fullSlug = ''] = place.split(' at ');
      const file = `stories/${uuid}-${digest}.json`;
      return { uuid, name: uuid, fullSlug, slug: fullSlug, component: 'page', publishedAt: null, digest, file };
    }),
  };
}

const shown = (of: MirrorIndex): string[] => of.stories.map(({ fullSlug, digest }) => `${fullSlug} ${digest}`);

test('without a mistake everything that is published is shown', () => {
  const published = index({ 'a at home': '2' });
  expect(chooseStories(published, index({ 'a at home': '1' }), new Set())).toBe(published);
});

test('a story that is held back is shown as it was, the others as they are', () => {
  const live = index({ 'a at home': '1', 'b at faq': '1' });
  expect(shown(chooseStories(index({ 'a at home': '2', 'b at faq': '2' }), live, new Set(['b'])))).toEqual([
    'home 2',
    'faq 1',
  ]);
});

test('a story that moved and broke is shown as it was, at its new address', () => {
  const live = index({ 'b at faq': '1' });
  expect(shown(chooseStories(index({ 'b at ayuda': '2' }), live, new Set(['b'])))).toEqual(['ayuda 1']);
});

test('a story that was never good is not shown', () => {
  expect(
    shown(chooseStories(index({ 'a at home': '1', 'n at nuevo': '1' }), index({ 'a at home': '1' }), new Set(['n']))),
  ).toEqual(['home 1']);
  expect(shown(chooseStories(index({ 'a at home': '1' }), undefined, new Set(['a'])))).toEqual([]);
});

test('versions of another space do not stand in', () => {
  expect(
    shown(chooseStories(index({ 'a at home': '2' }), index({ 'a at home': '1' }, 'another'), new Set(['a']))),
  ).toEqual([]);
});
