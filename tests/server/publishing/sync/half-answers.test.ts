import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SyncOptions, SyncResult } from '#server/publishing/sync/sync.ts';
import { openMirror } from '#storyblok/mirror.ts';
import {
  type ContentSpace,
  openContentSpace,
  SMALL_SETS,
  SMALL_SITE,
} from '#tests/support/publishing/content-space.ts';
import { openProxiedSpace, type ProxiedSpace } from '#tests/support/publishing/proxied-space.ts';

/** A content service, or a proxy before it, answers 200 with a part of what there is. */
let space: ContentSpace;
let proxy: ProxiedSpace;
let said: string[];

beforeEach(async () => {
  space = await openContentSpace(SMALL_SITE, SMALL_SETS);
  proxy = await openProxiedSpace(space.apiUrl);
  said = [];
  await sync();
  space.write({ full_slug: 'preguntas', content: { _uid: 'p', component: 'page', title: 'Preguntas nuevas' } });
  await space.service.publish();
});
afterEach(async () => {
  await proxy.close();
  await space.close();
});

function sync(options: Partial<SyncOptions> = {}): Promise<SyncResult> {
  const log = (sentence: string): void => void said.push(sentence);
  return space.sync({ apiUrl: proxy.apiUrl, attempts: 1, log, ...options });
}

const index = (): string => readFileSync(join(space.dir, 'mirror/index.json'), 'utf8');
const title = (): unknown => openMirror(join(space.dir, 'mirror')).readStory('preguntas', 'es').content['title'];

type Answer = Parameters<ProxiedSpace['rewrite']>[0];

/** The items of an answer, in whatever kind of list. */
function withItems(answer: Answer, change: (items: unknown[]) => unknown[]): Answer {
  const body = JSON.parse(answer.body);
  for (const list of ['stories', 'datasource_entries']) if (body[list]) body[list] = change(body[list]);
  if (body.links && !body.stories)
    body.links = Object.fromEntries(change(Object.entries(body.links)) as [string, unknown][]);
  return { ...answer, body: JSON.stringify(body) };
}

const HALVES: readonly (readonly [string, (answer: Answer) => Answer])[] = [
  ['no total', (answer) => ({ ...answer, total: undefined })],
  ['a total that is not a number', (answer) => ({ ...answer, total: 'many' })],
  ['a total of 0 and entries', (answer) => ({ ...answer, total: '0' })],
  ['one entry less than it says', (answer) => withItems(answer, (items) => items.slice(1))],
  [
    'an entry twice and another not at all',
    (answer) => withItems(answer, ([first, ...rest]) => [...rest.slice(0, -1), first, first]),
  ],
  ['more entries than it says', (answer) => ({ ...answer, total: String(Number(answer.total) - 1) })],
  ['none, and says so', (answer) => ({ ...withItems(answer, () => []), total: '0' })],
];

const LISTS: readonly (readonly [string, RegExp, SyncOptions['fetchKnown']])[] = [
  ['links', /\/links\?/, undefined],
  ['the stories that changed', /by_uuids=/, undefined],
  ['the stories that changed, in English', /language=en.*by_uuids=/, undefined],
  ['all stories', /\/stories\?/, 'whole'],
  ['all stories in English', /\/stories\?.*language=en/, 'whole'],
  ['a set of texts', /datasource=my-loans/, undefined],
  ['a set of texts in English', /datasource=general.*dimension=en/, undefined],
];

describe.each(LISTS)('of %s', (list, path, fetchKnown) => {
  // A list of links in which one stands twice is no longer one of JSON.
  const halves = HALVES.filter(([half]) => list !== 'links' || !half.startsWith('an entry twice'));
  test.each(halves)(
    'an answer with %s is refused, and the mirror stays until the service is right again',
    async (_, cut) => {
      const before = index();
      proxy.rewrite = (answer, asked) => (path.test(asked) ? cut(answer) : answer);
      await expect(sync({ fetchKnown })).rejects.toThrow(/^content service, (?:links|stories|datasource_entries): /);
      expect(index()).toBe(before);
      expect(title()).toBe('Preguntas');
      proxy.rewrite = (answer) => answer;
      await sync({ fetchKnown });
      expect(title()).toBe('Preguntas nuevas');
    },
  );
});

test('a story that is not sent in one of the languages is refused by its name', async () => {
  proxy.rewrite = (answer, asked) => {
    if (!/\/stories\?.*language=en/.test(asked)) return answer;
    return { ...withItems(answer, (items) => items.slice(1)), total: String(Number(answer.total) - 1) };
  };
  await expect(sync({ fetchKnown: 'whole' })).rejects.toThrow('content service, stories: "home" was not sent in "en"');
});

test('a list of stories that lags behind the list of links takes no page off, nor brings one back', async () => {
  await sync();
  const slugs = (): string[] =>
    openMirror(join(space.dir, 'mirror'))
      .listStories()
      .map(({ fullSlug }) => fullSlug);
  const before = slugs();
  space.writeDatasources(SMALL_SETS);
  await space.service.publish();
  proxy.rewrite = (answer, asked) => {
    if (!/\/stories\?/.test(asked) || asked.includes('by_uuids')) return answer;
    return { ...withItems(answer, (items) => items.slice(0, -1)), total: String(Number(answer.total) - 1) };
  };
  await sync({ fetchKnown: 'again' });
  expect(slugs()).toEqual(before);

  // A cache has the page that was taken off.
  proxy.rewrite = (answer) => answer;
  await sync({ fetchKnown: 'whole' });
  proxy.late = /\/stories\?/;
  space.remove('preguntas');
  await space.service.publish();
  await sync();
  expect(slugs()).toEqual(before.filter((slug) => slug !== 'preguntas'));
});

test('an English list that lags behind leaves the English pages as they were', async () => {
  await sync();
  const english = (): unknown => openMirror(join(space.dir, 'mirror')).readStory('preguntas', 'en').content['title'];
  const before = english();
  proxy.rewrite = (answer, asked) => {
    if (!/\/stories\?.*language=en/.test(asked)) return answer;
    const body = answer.body.replaceAll(/"published_at":"[^"]+"/g, '"published_at":"2020-01-01T00:00:00.000Z"');
    return { ...answer, body: body.replaceAll(String(before), 'Before') };
  };
  await sync({ fetchKnown: 'again' });
  expect(english()).toBe(before);
});

test.each([
  ['every story', /./],
  ['one story', /^preguntas$/],
])('a date that has not come, of %s, keeps no later edit out', async (_, slugs) => {
  proxy.rewrite = (answer) => {
    const body = JSON.parse(answer.body);
    for (const item of [...(body.stories ?? []), ...Object.values(body.links ?? {})]) {
      if (slugs.test(item.full_slug ?? item.slug)) item.published_at = '2199-01-01T00:00:00Z';
    }
    return { ...answer, body: JSON.stringify(body) };
  };
  await sync();
  expect(index()).toContain('2199-01-01');
  expect(title()).toBe('Preguntas nuevas');
  proxy.rewrite = (answer) => answer;
  space.write({ full_slug: 'preguntas', content: { _uid: 'p', component: 'page', title: 'Preguntas de hoy' } });
  await space.service.publish();
  await sync();
  expect(title()).toBe('Preguntas de hoy');
  expect(JSON.parse(index())).toHaveProperty('fetchedAt');
});

test('texts that are gone are told by their keys, and the others stay', async () => {
  space.writeDatasources(SMALL_SETS.map((set) => ({ ...set, entries: set.entries.slice(0, 1) })));
  await space.service.publish();
  await sync();
  expect(said).toEqual(
    ['general', 'my-loans', 'application'].map(
      (set) => `Texts of "${set}" in "es" are gone, and pages show those of the code: ${set}_only_spanish`,
    ),
  );
});

test('a set that an operator has confirmed to be empty is', async () => {
  space.writeDatasources(SMALL_SETS.slice(0, 2));
  await space.service.publish();
  await expect(sync()).rejects.toThrow('sent no text of "application" in "es", and there were 2; if that is meant');
  await sync({ allowEmpty: true });
  expect(readFileSync(join(space.dir, 'locales/es/application.json'), 'utf8')).toBe('{}\n');
});
