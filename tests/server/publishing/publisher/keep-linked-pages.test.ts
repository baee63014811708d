import { expect, test } from 'vitest';
import type { GateProblem } from '#server/publishing/publisher/gate.ts';
import { keepLinkedPages } from '#server/publishing/publisher/keep-linked-pages.ts';
import { MIRROR_FORMAT, type MirrorIndex } from '#storyblok/mirror.ts';
import { deadLink } from '#storyblok/story-fault.ts';

function index(...slugs: readonly string[]): MirrorIndex {
  return {
    format: MIRROR_FORMAT,
    source: 'a space',
    contentVersion: 7,
    texts: { digest: 't', file: 'texts/t.json' },
    stories: slugs.map((fullSlug) => ({
      uuid: fullSlug,
      name: fullSlug,
      fullSlug,
      slug: fullSlug === 'home' ? '' : fullSlug,
      component: fullSlug === '404' ? 'error-page' : 'page',
      publishedAt: null,
      digest: '1',
      file: `stories/${fullSlug}-1.json`,
    })),
  };
}

function leads(page: string, leadsTo: string): GateProblem {
  return { page, ...deadLink(leadsTo) };
}

const LIVE = index('home', 'tarifas', 'preguntas', 'faq/costos', '404', '1', '2', '3', '4', '5', '6');
const SITE = index('home', 'tarifas', '404', '1', '2', '3', '4', '5', '6');

test('a page that was taken off stays while stories lead to it, and each of them is named once', () => {
  const problems = [
    leads('index.html', '/preguntas/'),
    leads('en/index.html', '/en/preguntas/'),
    leads('tarifas/index.html', '/preguntas'),
    leads('404.html', '/preguntas/'),
  ];
  expect(keepLinkedPages(problems, SITE, LIVE)).toEqual({
    kept: [
      {
        fullSlug: 'preguntas',
        faults: [{ story: 'preguntas', fault: { code: 'taken_off', values: { by: '"home", "tarifas", "404"' } } }],
      },
    ],
    rest: [],
  });
});

test('a page below a folder is found by its address', () => {
  expect(keepLinkedPages([leads('index.html', '/en/faq/costos/')], SITE, LIVE).kept).toMatchObject([
    { fullSlug: 'faq/costos', faults: [{ fault: { values: { by: '"home"' } } }] },
  ]);
});

test('of many stories some are named, and a link on every page is the settings’', () => {
  const many = ['1', '2', '3', '4', '5', '6'].map((slug) => leads(`${slug}/index.html`, '/preguntas/'));
  expect(keepLinkedPages(many, SITE, LIVE).kept[0]?.faults[0]?.fault).toEqual({
    code: 'taken_off_more',
    values: { by: '"1", "2", "3", "4", "5"', more: 1 },
  });
  const everywhere = [leads('index.html', '/preguntas/'), leads('calculators/index.html', '/preguntas/')];
  expect(keepLinkedPages(everywhere, SITE, LIVE).kept[0]?.faults[0]?.fault.code).toBe('taken_off_everywhere');
});

const MISSING: GateProblem = { page: 'index.html', fault: { code: 'page_missing' } };

test('what leads to a page that never was, and any other fault, is not explained by it', () => {
  const problems = [leads('index.html', '/prguntas/'), MISSING];
  expect(keepLinkedPages(problems, SITE, LIVE)).toEqual({ kept: [], rest: problems });
  const links = [leads('index.html', '/preguntas/')];
  expect(keepLinkedPages(links, SITE, undefined)).toEqual({ kept: [], rest: links });
});
