import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { schema as bankAccount } from '#blocks/bank-account/bank-account.schema.ts';
import { CheckedStories, checkStories } from '#server/publishing/sync/validate-mirror.ts';
import { blockSchema, blocks, number, option, text } from '#storyblok/block-schema.ts';
import { openMirror, TRANSFER_ACCOUNTS_FILE } from '#storyblok/mirror.ts';
import { faultSentence } from '#storyblok/story-fault.ts';
import { type ContentSpace, openContentSpace, type StoryFixture } from '#tests/support/publishing/content-space.ts';

const SCHEMAS = [
  blockSchema({
    name: 'page',
    displayName: { es: 'Page', en: 'Page' },
    kind: 'story',
    fields: { title: text({ required: true }), body: blocks(['grid', 'faq']) },
  }),
  blockSchema({
    name: 'grid',
    displayName: { es: 'Grid', en: 'Grid' },
    kind: 'nested',
    fields: { items: blocks(['faq']) },
  }),
  blockSchema({
    name: 'faq',
    displayName: { es: 'FAQ', en: 'FAQ' },
    kind: 'nested',
    fields: { question: text({ required: true }), order: number({ min: 1 }), tone: option(['calm', 'loud']) },
  }),
];

const FAQ = { _uid: 'faq-1', component: 'faq', question: '¿Cuánto?' };
const GOOD: readonly StoryFixture[] = ['home', '404', 'settings/global'].map((full_slug) => ({
  full_slug,
  content: {
    _uid: full_slug,
    component: 'page',
    title: 'T',
    body: [{ _uid: 'grid-1', component: 'grid', items: [FAQ] }],
  },
}));

let space: ContentSpace;
beforeEach(async () => {
  space = await openContentSpace(GOOD);
});
afterEach(() => space.close());

async function sentences(): Promise<string[]> {
  await space.service.publish();
  await space.sync();
  const { missing, broken } = await checkStories(SCHEMAS, openMirror(join(space.dir, 'mirror')));
  return [...missing, ...broken.flatMap(({ faults }) => faults.map((fault) => faultSentence(fault)))];
}

function write(content: Record<string, unknown>, full_slug = 'preguntas'): void {
  space.write({ full_slug, content: { _uid: 'page-1', component: 'page', title: 'T', ...content } });
}

test('content that keeps its schemas brings no sentence', async () => {
  expect(await sentences()).toEqual([]);
});

test('a mistake deep inside is told with story, block and field, once for both languages', async () => {
  write({ body: [{ _uid: 'grid-1', component: 'grid', items: [{ ...FAQ, question: '' }] }] });
  expect(await sentences()).toEqual([
    expect.stringMatching(/^story "preguntas", block "faq" \(faq-1\), field "question": /),
  ]);
});

test('a mistake in a translation names the language', async () => {
  write({ body: [{ ...FAQ, order__i18n__en: '0' }] });
  expect(await sentences()).toEqual([
    expect.stringMatching(/^story "en\/preguntas", block "faq" \(faq-1\), field "order": /),
  ]);
});

test('all mistakes are told at once', async () => {
  write({
    title: '',
    body: [
      { ...FAQ, order: 'many' },
      { ...FAQ, _uid: 'faq-2', tone: 'angry' },
    ],
  });
  write({ colour: 'red' }, 'otra');
  expect(await sentences()).toEqual([
    'story "otra", block "page" (page-1), field "colour": the block has no such field',
    expect.stringContaining('field "title"'),
    expect.stringContaining('block "faq" (faq-1), field "order"'),
    expect.stringContaining('block "faq" (faq-2), field "tone"'),
  ]);
});

test('a block that does not exist, or not there, is told', async () => {
  write({
    body: [
      { _uid: 'x', component: 'carousel' },
      { _uid: 'y', component: 'page', title: 'T' },
    ],
  });
  const found = await sentences();
  expect(found).toContain('story "preguntas", block "carousel" (x): there is no such block');
  expect(found).toContain('story "preguntas", block "page" (y): belongs at the top of a story');
  space.write({ full_slug: 'preguntas', content: FAQ });
  expect(await sentences()).toEqual(['story "preguntas", block "faq" (faq-1): belongs inside a story']);
});

test('a story the site cannot be without is missed by name', async () => {
  space.remove('home');
  space.remove('404');
  expect(await sentences()).toEqual(['home', '404']);
});

test('what was found good before this process began is not read again; what changed since is', async () => {
  await sentences();
  const mirror = openMirror(join(space.dir, 'mirror'));
  const read: string[] = [];
  const watched = {
    ...mirror,
    readStory: (slug: string, locale: 'es' | 'en') => {
      read.push(slug);
      return mirror.readStory(slug, locale);
    },
  };
  const known = new CheckedStories();
  known.trust(mirror.listStories().map((story) => (story.fullSlug === 'home' ? { ...story, digest: 'older' } : story)));
  expect(await checkStories(SCHEMAS, watched, known)).toEqual({ missing: [], broken: [] });
  expect(new Set(read)).toEqual(new Set(['home']));
  await checkStories(SCHEMAS, watched, known);
  expect(read).toHaveLength(2);
});

test('an account that is not the lender’s is held back; when the lender has others, stories are read again', async () => {
  const schemas = [...SCHEMAS, bankAccount].map((schema) =>
    schema.name === 'grid' ? { ...schema, fields: { items: blocks(['bank-account']) } } : schema,
  );
  const account = { _uid: 'a-1', component: 'bank-account', cci: '00219100001234567852' };
  for (const { full_slug } of GOOD) write({ body: [] }, full_slug);
  write({ body: [{ _uid: 'grid-1', component: 'grid', items: [account] }] });
  await space.service.publish();
  await space.sync();
  const mirrorDir = join(space.dir, 'mirror');
  const known = new CheckedStories();
  const check = () => checkStories(schemas, openMirror(mirrorDir), known);
  const ours = [{ bank: 'BCP', account: '191-0012345-6-78', cci: account.cci }];
  for (const [accounts, codes] of [
    [ours, []],
    [[], ['account_foreign']],
    [ours, []],
  ] as const) {
    writeFileSync(join(mirrorDir, TRANSFER_ACCOUNTS_FILE), JSON.stringify(accounts));
    const { broken } = await check();
    expect(broken.flatMap(({ faults }) => faults.map(({ fault }) => fault.code))).toEqual(codes);
  }
});
