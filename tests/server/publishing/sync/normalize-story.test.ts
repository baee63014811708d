import { expect, test } from 'vitest';
import { normalizeStory } from '#server/publishing/sync/normalize-story.ts';

const SLUGS = new Map([['uuid-1', 'ayuda/costos']]);

function contentOf(fields: Record<string, unknown>): Record<string, unknown> {
  const wire = {
    uuid: 'u',
    name: 'Inicio',
    full_slug: 'legal/',
    published_at: null,
    content: { _uid: 'c', component: 'page', ...fields },
  };
  const story = normalizeStory(wire, 'es', SLUGS);
  expect(story).toMatchObject({ fullSlug: 'legal', locale: 'es' });
  return story.content;
}

test('marks of the editor and values of other languages are left out, however deep', () => {
  const content = contentOf({
    _editable: '<!--#storyblok#{}-->',
    title: 'Costos',
    title__i18n__en: 'Costs',
    body: [{ _uid: 'b', component: 'faq', _editable: '<!---->', question: '¿?', question__i18n__en: '?' }],
  });
  expect(content).toEqual({
    _uid: 'c',
    component: 'page',
    title: 'Costos',
    body: [{ _uid: 'b', component: 'faq', question: '¿?' }],
  });
});

test('a link says where its story stands now, in a field and in rich text', () => {
  const content = contentOf({
    cta: { linktype: 'story', fieldtype: 'multilink', id: 'uuid-1', url: '', cached_url: 'costos' },
    text: {
      type: 'doc',
      content: [{ type: 'link', attrs: { linktype: 'story', uuid: 'uuid-1', href: '/costos', anchor: 'a' } }],
    },
  });
  expect(content).toMatchObject({
    cta: { cached_url: 'ayuda/costos' },
    text: { content: [{ attrs: { href: '/ayuda/costos', anchor: 'a' } }] },
  });
});

test('a link to a story that is not published, and one to what is not a story, stay as they are', () => {
  const links = {
    gone: { linktype: 'story', id: 'uuid-2', url: '', cached_url: 'viejo' },
    outside: { linktype: 'url', id: 'uuid-1', url: 'https://x.example', cached_url: 'https://x.example' },
  };
  expect(contentOf(links)).toMatchObject(links);
});
