import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromMarkup, toMarkup } from '#server/publishing/sandbox/editor/rich-text-markup.ts';
import { seedStories } from '#tests/blocks/seed.ts';
import { forAll } from '#tests/support/for-all.ts';

const STORIES: Readonly<Record<string, string>> = { tarifas: 'uuid-tarifas', home: 'uuid-home' };
const storyAt = (slug: string) => (STORIES[slug] ? { uuid: STORIES[slug] } : undefined);
const read = (text: string) => fromMarkup(text, storyAt);
const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });

describe('what is typed', () => {
  test.each([
    ['Una línea.', doc(paragraph(text('Una línea.')))],
    ['Uno.\n\nDos.', doc(paragraph(text('Uno.')), paragraph(text('Dos.')))],
    ['## Costos', doc({ type: 'heading', attrs: { level: 2 }, content: [text('Costos')] })],
    [
      'Es **claro** y *corto*',
      doc(paragraph(text('Es '), text('claro', { type: 'bold' }), text(' y '), text('corto', { type: 'italic' }))),
    ],
    [
      '- uno\n- dos',
      doc({
        type: 'bullet_list',
        content: [
          { type: 'list_item', content: [paragraph(text('uno'))] },
          { type: 'list_item', content: [paragraph(text('dos'))] },
        ],
      }),
    ],
    ['2 \\* 3', doc(paragraph(text('2 * 3')))],
    ['', undefined],
  ])('%j', (typed, document) => {
    expect(read(typed)).toEqual(document);
  });

  test('a link to a page follows its story, others stay addresses', () => {
    const marks = (typed: string) => JSON.stringify(read(typed));
    expect(marks('[ver](/tarifas#costos)')).toContain('"uuid":"uuid-tarifas","anchor":"costos"');
    expect(marks('[ver](/)')).toContain('"uuid":"uuid-home"');
    expect(marks('[ver](https://www.sbs.gob.pe)')).toContain('"href":"https://www.sbs.gob.pe","linktype":"url"');
    expect(marks('[ver](mailto:ayuda@manay.example)')).toContain('"href":"ayuda@manay.example","linktype":"email"');
  });
});

test('what has more than the markup can say is shown as it is stored, so that nothing is lost', () => {
  const table = doc({ type: 'table', content: [{ type: 'tableRow', content: [] }] });
  expect(toMarkup(table, storyAt)).toEqual({ kind: 'json', text: JSON.stringify(table, undefined, 2) });
  const coloured = doc(paragraph(text('rojo', { type: 'textStyle', attrs: { color: 'red' } })));
  expect(toMarkup(coloured, storyAt).kind).toBe('json');
});

test('every text of the seeded stories can be edited as words and comes back as it was', () => {
  const stories = seedStories();
  const bySlug = new Map(stories.map((story) => [story.full_slug, { uuid: story.uuid }]));
  const documents = documentsIn(stories.map(({ content }) => content));
  expect(documents.length).toBeGreaterThan(80);
  for (const document of documents) {
    const { kind, text: written } = toMarkup(document, (slug) => bySlug.get(slug));
    expect(kind).toBe('markup');
    expect(fromMarkup(written, (slug) => bySlug.get(slug))).toEqual(document);
  }
});

test('whatever is typed can be shown again and then stays as it is', () =>
  forAll(
    2000,
    [fc.string({ unit: fc.constantFrom('a', ' ', '*', '\\', '[', ']', '(', ')', '/', '#', '-', '1', '.', '>', '\n') })],
    (typed) => {
      const document = read(typed);
      const shown = toMarkup(document, storyAt);
      if (shown.kind === 'markup') expect(read(shown.text)).toEqual(document);
      else expect(JSON.parse(shown.text)).toEqual(document);
    },
  ));

function documentsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(documentsIn);
  if (typeof value !== 'object' || value === null) return [];
  if ((value as { type?: unknown }).type === 'doc') return [value];
  return Object.values(value).flatMap(documentsIn);
}
