import { expect, test } from 'vitest';
import type { RawBlock } from '#storyblok/block-schema.ts';
import { BLOCK_NAMES, examplesOf, renderBlock } from './example-page.ts';

/** The blocks with the mark that drafts carry, as the content service writes it. */
function marked<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(marked) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, marked(item)]));
  const { component, _uid } = inner;
  if (typeof component !== 'string') return inner as Value;
  const mark = JSON.stringify({ name: component, space: '1', uid: _uid, id: '7' });
  return { ...inner, _editable: `<!--#storyblok#${mark}-->` } as Value;
}

/** Every block in an example but the page itself, which is the whole of what is seen. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { component, _uid } = value as Partial<RawBlock>;
  const own = component && component !== 'page' && _uid ? [_uid] : [];
  return [...own, ...Object.values(value).flatMap(idsIn)];
}

const EXAMPLES = BLOCK_NAMES.flatMap((name) => examplesOf(name)).map((block) => [block._uid, block] as const);

test.each(EXAMPLES)('in the draft of %s the editor finds every block, once', async (_, block) => {
  const html = await renderBlock(marked(block));
  const found = [...html.matchAll(/ data-blok-uid="(?:\d+-)?([^"]+)"/g)].map(([, uid]) => uid ?? '');
  expect(found.sort(), 'put {...editable(content)} on the outermost tag of its .astro').toEqual(idsIn(block).sort());
});

test.each(EXAMPLES)('nothing of the editor is on the public page of %s', async (_, block) => {
  expect(await renderBlock(block)).not.toMatch(/data-blok|_editable|storyblok#/);
});
