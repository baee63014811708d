import { describe, expect, test } from 'vitest';
import type { DraftBlock } from '#server/publishing/sandbox/editor/block-tree.ts';
import { readComponents } from '#server/publishing/sandbox/editor/components.ts';
import { type Conflict, mergeStories, type Side } from '#server/publishing/sandbox/editor/merge-stories.ts';

const text = { type: 'text', display_name: 'Text', translatable: true };
const components = readComponents([
  {
    name: 'page',
    display_name: 'Page',
    schema: { title: text, body: { type: 'bloks', display_name: 'Body', component_whitelist: ['note'] } },
  },
  { name: 'note', display_name: 'Note', schema: { head: text, words: text } },
]);

const note = (uid: string, head = uid, words = '') => ({ _uid: uid, component: 'note', head, words });
const page = (body: readonly DraftBlock[], title = 'Title'): DraftBlock => ({
  _uid: 'p',
  component: 'page',
  title,
  body,
});

function merge(base: DraftBlock | undefined, mine: DraftBlock, theirs: DraftBlock, side?: Side) {
  return mergeStories({ base, mine, theirs }, components, () => side);
}
const uidsOf = ({ body }: DraftBlock) => (body as DraftBlock[]).map(({ _uid }) => _uid).join('');
const kindsOf = (conflicts: readonly Conflict[]) => conflicts.map(({ kind, uid, key }) => `${kind} ${uid} ${key}`);

const abc = page([note('a'), note('b'), note('c')]);

describe('what only one of two people changed', () => {
  test('is kept from both: two fields of one block, a block and a title', () => {
    const mine = page([note('a', 'mine'), note('b'), note('c')], 'My title');
    const theirs = page([note('a', 'a', 'theirs'), note('b', 'also theirs'), note('c')]);
    expect(merge(abc, mine, theirs)).toEqual({
      conflicts: [],
      story: page([note('a', 'mine', 'theirs'), note('b', 'also theirs'), note('c')], 'My title'),
    });
  });

  test('includes a text that one made blank, and one in a single language', () => {
    const base = { ...abc, title__i18n__en: 'English' };
    const { title__i18n__en: _, ...blank } = base;
    expect(merge(base, { ...base, title: 'Mine' }, blank as DraftBlock).story).toEqual(
      page(abc['body'] as DraftBlock[], 'Mine'),
    );
  });

  test('the same change by both is one', () => {
    expect(merge(abc, page([], 'Same'), page([], 'Same'))).toEqual({ conflicts: [], story: page([], 'Same') });
  });
});

describe('blocks', () => {
  test('that both added, or one added and the other removed, are all as they were meant', () => {
    const mine = page([note('a'), note('x'), note('b'), note('c')]);
    const theirs = page([note('y'), note('a'), note('c')]);
    const { story, conflicts } = merge(abc, mine, theirs);
    expect(uidsOf(story)).toBe('yaxc');
    expect(conflicts).toEqual([]);
  });

  test('one moved, whose words the other changed, has the new place and the new words', () => {
    const mine = page([note('c'), note('a'), note('b')]);
    const theirs = page([note('a'), note('b'), note('c', 'new')]);
    const { story, conflicts } = merge(abc, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(story).toEqual(page([note('c', 'new'), note('a'), note('b')]));
  });

  test('in two new orders are one choice', () => {
    const [mine, theirs] = [page([note('c'), note('a'), note('b')]), page([note('b'), note('a'), note('c')])];
    expect(kindsOf(merge(abc, mine, theirs).conflicts)).toEqual(['order p body']);
    expect(uidsOf(merge(abc, mine, theirs, 'mine').story)).toBe('cab');
    expect(uidsOf(merge(abc, mine, theirs, 'theirs').story)).toBe('bac');
  });

  test('that one removed and the other changed are a choice, whichever of the two did it', () => {
    const [removed, changed] = [page([note('a'), note('c')]), page([note('a'), note('b', 'new'), note('c')])];
    expect(kindsOf(merge(abc, removed, changed).conflicts)).toEqual(['removed b undefined']);
    expect(uidsOf(merge(abc, removed, changed, 'mine').story)).toBe('ac');
    expect(uidsOf(merge(abc, removed, changed, 'theirs').story)).toBe('abc');
    expect(kindsOf(merge(abc, changed, removed).conflicts)).toEqual(['removed b undefined']);
    expect(merge(abc, changed, removed, 'mine').story).toEqual(changed);
    expect(uidsOf(merge(abc, changed, removed, 'theirs').story)).toBe('ac');
  });
});

describe('a field that both changed', () => {
  const [mine, theirs] = [page([note('a', 'mine')]), page([note('a', 'theirs')])];
  const base = page([note('a')]);

  test('is theirs until somebody chooses, with both texts to choose from', () => {
    const { story, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([
      { kind: 'field', uid: 'a', component: 'note', key: 'head', mine: 'mine', theirs: 'theirs' },
    ]);
    expect(story).toEqual(theirs);
    expect(merge(base, mine, theirs, 'mine')).toEqual({ conflicts: [], story: mine });
  });

  test('when nobody knows what it was before, every difference is asked', () => {
    expect(kindsOf(merge(undefined, mine, theirs).conflicts)).toEqual(['field a head']);
    expect(merge(undefined, mine, mine).conflicts).toEqual([]);
  });
});
