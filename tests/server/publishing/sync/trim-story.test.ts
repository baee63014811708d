import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeTrimmedStory } from '#server/publishing/sync/trim-story.ts';
import type { StoryFault } from '#storyblok/story-fault.ts';

const entry = {
  uuid: 'u',
  name: 'Home',
  fullSlug: 'home',
  slug: '',
  component: 'page',
  publishedAt: null,
  digest: 'before',
  file: 'stories/u-before.json',
};
const question = (uid: string) => ({ _uid: uid, component: 'faq-question', title: 'Q' });
const content = {
  _uid: 'root',
  component: 'page',
  body: [{ _uid: 'faq', component: 'faq', questions: [question('one'), question('two')] }, question('three')],
};

/** Reads what is left of the story in both languages, by the ids of its blocks; undefined when it was left out. */
async function trimmed(...faults: Pick<StoryFault, 'block'>[]): Promise<string[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'manay-trim-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'stories'));
  await writeFile(join(folder, entry.file), JSON.stringify({ es: { content }, en: { content } }));
  const left = await writeTrimmedStory(folder, entry, faults);
  if (!left) return undefined;
  expect(left.digest).not.toBe(entry.digest);
  const { es, en } = JSON.parse(await readFile(join(folder, left.file), 'utf8'));
  expect(en).toEqual(es);
  return JSON.stringify(es).match(/(?<="_uid":")\w+/g) ?? [];
}

const at = (component: string, uid: string): Pick<StoryFault, 'block'> => ({ block: { component, uid } });

test('the block that a mistake is in is taken out, in both languages', async () => {
  expect(await trimmed(at('faq-question', 'two'))).toEqual(['root', 'faq', 'one', 'three']);
});

test('of blocks inside each other the innermost goes', async () => {
  expect(await trimmed(at('faq', 'faq'), at('page', 'root'), at('faq-question', 'one'))).toEqual([
    'root',
    'faq',
    'two',
    'three',
  ]);
});

test.each([
  ['a mistake of the story itself', at('page', 'root')],
  ['a mistake of no block', {}],
  ['a block that is not there', at('faq', 'gone')],
])('%s leaves the whole story out', async (_, fault) => {
  expect(await trimmed(fault)).toBeUndefined();
});
