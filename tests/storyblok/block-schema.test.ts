import { describe, expect, test } from 'vitest';
import {
  asset,
  BlockError,
  blockSchema,
  blocks,
  boolean,
  link,
  number,
  numberList,
  option,
  parseBlock,
  type RawBlock,
  richtext,
  text,
  textarea,
  toComponent,
} from '#storyblok/block-schema.ts';

const schema = blockSchema({
  name: 'offer',
  displayName: { es: 'Oferta', en: 'Offer' },
  kind: 'nested',
  fields: {
    title: text({ required: true, description: { es: 'El titular', en: 'The headline' } }),
    note: textarea({}),
    code: text({ translatable: false }),
    body: richtext(),
    shown: boolean(),
    amount: number({ min: 100, max: 3000 }),
    terms: numberList(),
    tone: option(['calm', 'loud']),
    more: link(),
    picture: asset(),
    items: blocks(['item'], { minimum: 1, maximum: 2 }),
  },
});

const ITEM = { _uid: 'item-1', component: 'item' };

function block(fields: Record<string, unknown>): RawBlock {
  return { _uid: 'u1', component: 'offer', title: 'Oferta', items: [ITEM], ...fields };
}

function parse(fields: Record<string, unknown>) {
  return parseBlock(schema, block(fields), 'home');
}

describe('a block as an editor left it', () => {
  test('untouched fields are missing, off, or the first choice; never a blank', () => {
    for (const untouched of [
      {},
      { note: '', amount: '', tone: '', shown: '' },
      { note: null, body: null, tone: null, shown: null, terms: null },
    ]) {
      expect(
        parse({
          ...untouched,
          more: { id: '', url: '', linktype: 'story', cached_url: '' },
          picture: { filename: '' },
        }),
      ).toEqual({
        _uid: 'u1',
        title: 'Oferta',
        note: undefined,
        code: undefined,
        body: undefined,
        shown: false,
        amount: undefined,
        terms: undefined,
        tone: 'calm',
        more: undefined,
        picture: undefined,
        items: [ITEM],
      });
    }
  });

  test('filled fields come with their types: numbers are sent as text', () => {
    expect(
      parse({
        title: '  Oferta  ',
        amount: '500',
        terms: '7, 14,30',
        tone: 'loud',
        shown: true,
        picture: { filename: 'https://a.storyblok.com/f/1/a.png', alt: '' },
        more: { linktype: 'url', url: 'https://x.example', cached_url: 'https://x.example', target: '' },
        body: { type: 'doc', content: [] },
      }),
    ).toMatchObject({
      title: 'Oferta',
      amount: 500,
      terms: [7, 14, 30],
      tone: 'loud',
      shown: true,
      picture: { filename: 'https://a.storyblok.com/f/1/a.png', alt: undefined },
      more: { linktype: 'url', url: 'https://x.example', target: undefined },
      body: { type: 'doc' },
    });
  });

  test('marks of the editor and other languages do not disturb', () => {
    expect(() => parse({ _editable: '<!--x-->', title__i18n__en: 'Offer' })).not.toThrow();
  });
});

/** As Storyblok's editor writes them. */
const LINK = { id: '', url: '', linktype: 'story', fieldtype: 'multilink', cached_url: '' };
const ASSET = {
  id: null,
  alt: '',
  name: '',
  focus: '',
  title: null,
  source: null,
  filename: '',
  copyright: null,
  fieldtype: 'asset',
  meta_data: {},
  is_external_url: false,
};
const doc = (...content: unknown[]) => ({ type: 'doc', content });
const table = (value: string) => ({
  thead: [{ _uid: 't1', value: '', component: '_table_head' }],
  tbody: [{ _uid: 't2', body: [{ _uid: 't3', value, component: '_table_col' }], component: '_table_row' }],
  fieldtype: 'table',
});

/** One argument, a list too. */
const each = (...values: unknown[]) => values.map((value) => [value]);

describe('a field that was removed from the component and is still in the story', () => {
  test.each(
    each(
      undefined,
      null,
      '',
      ' \n',
      false,
      [],
      {},
      [''],
      LINK,
      { ...LINK, linktype: 'url', target: '_blank' },
      ASSET,
      [ASSET],
      { ...ASSET, id: 12, alt: 'Una imagen que se quitó', filename: null },
      doc(),
      doc({ type: 'paragraph' }),
      doc({ type: 'paragraph', attrs: { textAlign: null }, content: [{ type: 'text', text: ' ', marks: [] }] }),
      doc({ type: 'heading', attrs: { level: 2 } }, { type: 'bullet_list', content: [{ type: 'list_item' }] }),
      table(''),
      { _uid: 'p1', plugin: 'native-color-picker', color: '' },
    ),
  )('%j is left empty and freezes nothing', (headline) => {
    expect(parse({ headline })).not.toHaveProperty('headline');
  });

  test.each(
    each(
      'x',
      '0',
      0,
      true,
      ['', 'x'],
      { ...LINK, linktype: 'url', url: '/preguntas' },
      { ...LINK, cached_url: 'preguntas' },
      { ...LINK, linktype: 'email', email: 'hola@manay.example' },
      { ...ASSET, filename: 'https://a.storyblok.com/f/1/a.png' },
      [ASSET, { ...ASSET, filename: 'https://a.storyblok.com/f/1/a.png' }],
      doc({ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }),
      doc({ type: 'paragraph', content: [{ type: 'image', attrs: { src: '/a.png' } }] }),
      doc({ type: 'horizontal_rule' }),
      doc({ type: 'blok', attrs: { id: '1', body: [ITEM] } }),
      table('x'),
      { _uid: 'p1', plugin: 'native-color-picker', color: '#fff' },
      [ITEM],
      ITEM,
    ),
  )('%j is a mistake that is named', (headline) => {
    expect(() => parse({ headline })).toThrow('story "home", block "offer" (u1), field "headline": ');
  });
});

describe('a block that breaks its schema', () => {
  test.each([
    [{ title: '' }, 'title'],
    [{ title: '   ' }, 'title'],
    [{ title: 5 }, 'title'],
    [{ amount: '99' }, 'amount'],
    [{ amount: 'many' }, 'amount'],
    [{ terms: '7; 14' }, 'terms'],
    [{ terms: '0' }, 'terms'],
    [{ tone: 'angry' }, 'tone'],
    [{ shown: 'yes' }, 'shown'],
    [{ body: 'just text' }, 'body'],
    [{ items: [] }, 'items'],
    [{ items: [ITEM, ITEM, ITEM] }, 'items'],
    [{ items: [{ _uid: 'x', component: 'page' }] }, 'items.0.component'],
    [{ headline: 'x' }, 'headline'],
  ])('%j is refused with story, block and field', (fields, field) => {
    expect(() => parse(fields)).toThrow(BlockError);
    expect(() => parse(fields)).toThrow(`story "home", block "offer" (u1), field "${field}": `);
  });
});

describe('the component for the Storyblok CLI', () => {
  test('has the fields in their order, with what an editor must and may fill in', () => {
    const component = toComponent(schema, 'en');
    expect(component).toMatchObject({ name: 'offer', display_name: 'Offer', is_root: false, is_nestable: true });
    expect(component['schema']).toMatchObject({
      title: { type: 'text', required: true, translatable: true, description: 'The headline', pos: 0 },
      code: { type: 'text', required: false, translatable: false, pos: 2 },
      amount: { type: 'number', min_value: 100, max_value: 3000 },
      tone: {
        type: 'option',
        default_value: 'calm',
        options: [
          { name: 'calm', value: 'calm' },
          { name: 'loud', value: 'loud' },
        ],
      },
      items: {
        type: 'bloks',
        restrict_components: true,
        component_whitelist: ['item'],
        minimum: 1,
        maximum: 2,
        required: true,
      },
    });
  });

  test('never lets blocks be translated: a story has one structure (platform 1.7)', () => {
    expect(toComponent(schema)['schema']).not.toHaveProperty('items.translatable');
  });
});
