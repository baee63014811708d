import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { previewPolicy } from '#server/publishing/preview/preview-policy.ts';
import type { Link } from '#storyblok/block-values.ts';
import { linkFault, pictureFault, richTextFault, textFault } from '#storyblok/content-rules.ts';
import { FAULTS, faultWords } from '#storyblok/field-fault.ts';
import { PICTURE_POLICY, REGIONS } from '#storyblok/regions.ts';

/** Of its documentation. */
const STORYBLOK_HOSTS = [
  'a.storyblok.com',
  'a2.storyblok.com',
  'a-us.storyblok.com',
  'a2-us.storyblok.com',
  'a-ca.storyblok.com',
  'a-ap.storyblok.com',
  'a2-ap.storyblok.com',
  'a.storyblokchina.cn',
];

const url = (address: string): Link => ({ linktype: 'url', url: address, cached_url: address });

describe('a link', () => {
  test.each([
    '/tarifas#costos',
    'tarifas',
    'https://example.pe/www.html',
    'mailto:hola@example.pe',
    'tel:+51900000123',
    '#costos',
  ])('to %s is good', (address) => {
    expect(linkFault(url(address))).toBeUndefined();
  });

  test.each([
    ['javascript:alert(1)', 'link_unsafe'],
    [' java\nscript:alert(1)', 'link_unsafe'],
    ['data:text/html,hola', 'link_unsafe'],
    ['vbscript:x', 'link_unsafe'],
    ['www.example.pe', 'link_without_scheme'],
    ['WWW.example.pe/tarifas', 'link_without_scheme'],
  ])('to %j is told as %s', (address, code) => {
    expect(linkFault(url(address))?.code).toBe(code);
  });
});

describe('a picture', () => {
  test.each([
    '/images/logo.svg',
    'images/logo.svg',
    '//a.storyblok.com/f/1/a.png',
    ...STORYBLOK_HOSTS.map((host) => `https://${host}/f/1/a.png`),
  ])('at %s would show', (filename) => {
    expect(pictureFault({ filename })).toBeUndefined();
  });

  test.each([
    'https://elsewhere.example/a.png',
    'http://a.storyblok.com/f/1/a.png',
    'https://a.storyblok.com.example/a.png',
    'https://app.storyblok.com/f/1/a.png',
    'https://a.storyblok.com:8443/f/1/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
  ])('at %s would not', (filename) => {
    expect(pictureFault({ filename })?.code).toBe('picture_host');
  });

  test('comes from where the policy of pages and previews says', () => {
    const policy = previewPolicy('', { framers: [], bridgeOrigin: undefined });
    const hosts = STORYBLOK_HOSTS.map((host) => ` https://${host}`).join('');
    expect(policy).toContain(`; img-src 'self' data:${hosts};`);
    // The pages' own says it with the same words.
    expect(policy).toContain(`; ${PICTURE_POLICY};`);
    expect(readFileSync('astro.config.mjs', 'utf8')).toMatch(/^ {8}PICTURE_POLICY,$/m);
  });

  test('has a host for every region that a space can be in', () => {
    for (const { pictures } of Object.values(REGIONS)) expect(pictures).not.toEqual([]);
  });
});

test('a figure that there is none of is named, with those that there are', () => {
  expect(textFault('Cuesta {example_cost} hasta {single_max}')).toBeUndefined();
  const fault = textFault('Cuesta {exmple_cost}');
  expect(fault).toMatchObject({ code: 'no_such_figure', values: { name: '{exmple_cost}' } });
  expect(fault && faultWords(fault, 'es')).toMatch(
    /^nombra \{exmple_cost\}, que no es una cifra; hay: example_amount, /,
  );
});

test('a formatted text is looked through to its end', () => {
  const text = (words: string, marks: unknown[] = []) => ({ type: 'text', text: words, marks });
  const document = (...content: unknown[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] }) as const;
  const link = (href: string) => ({ type: 'link', attrs: { href, linktype: 'url' } });
  expect(richTextFault(document(text('Hola'), text('aquí', [link('/tarifas')])))).toBeUndefined();
  expect(richTextFault(document(text('Hola'), text('aquí', [link('www.example.pe')])))?.code).toBe(
    'link_without_scheme',
  );
  expect(richTextFault(document(text('{nada}')))?.code).toBe('no_such_figure');
  const picture = { type: 'image', attrs: { src: 'https://elsewhere.example/a.png' } };
  expect(richTextFault(document(text('Hola'), picture))?.code).toBe('picture_host');
});

test.each([null, undefined, 'x', 1, true, [], {}, { href: null }, { src: 7, level: 'x', order: -1, id: {} }])(
  'a node whose attributes are %j is judged like any other',
  (attrs) => {
    const of = (type: string) => ({ type, attrs, content: [{ type: 'text', text: 'x', marks: [{ type, attrs }] }] });
    const types = ['link', 'image', 'blok', 'heading', 'anchor', 'emoji', 'ordered_list', 'tableCell', 'textStyle'];
    for (const type of types) richTextFault({ type: 'doc', content: [of(type)] });
    const link = { type: 'text', text: 'aquí', marks: [{ type: 'link', attrs }] };
    expect(richTextFault({ type: 'doc', content: [{ type: 'paragraph', content: [link] }] })?.code).toBe('link_unsafe');
  },
);

describe('what a page would not show of a formatted text', () => {
  const say = (...marks: unknown[]) => ({ type: 'text', text: 'palabras', marks });
  const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
  const fault = (...content: unknown[]) => richTextFault({ type: 'doc', content });
  const block = (component: string) => ({ type: 'blok', attrs: { id: 'x', body: [{ _uid: 'b', component }] } });
  const cell = (...content: unknown[]) => ({ type: 'tableCell', content });
  const deep = (levels: number): object =>
    levels === 0 ? paragraph(say()) : { type: 'blockquote', content: [deep(levels - 1)] };

  test.each([
    ['a block', [block('grid')], 'grid'],
    ['a block among paragraphs', [paragraph(say()), block('faq'), paragraph(say())], 'faq'],
    ['a block inside a paragraph', [paragraph(say(), block('logo'))], 'logo'],
    [
      'a block in a list',
      [{ type: 'bullet_list', content: [{ type: 'list_item', content: [block('grid')] }] }],
      'grid',
    ],
    ['a block as an item of a list', [{ type: 'ordered_list', content: [block('grid')] }], 'grid'],
    [
      'a block in a table',
      [{ type: 'table', content: [{ type: 'tableRow', content: [cell(block('hero'))] }] }],
      'hero',
    ],
    ['a block without a name', [{ type: 'blok', attrs: {} }], 'blok'],
  ])('%s is named', (_, content, name) => {
    expect(fault(...content)).toEqual({ code: 'text_block', values: { name } });
  });

  test.each([
    ['an unknown node', [{ type: 'video', attrs: { src: '/a.mp4' } }], 'text_node', 'video'],
    ['one named like a part of the language', [{ type: 'constructor' }], 'text_node', 'constructor'],
    ['a row that is not one', [{ type: 'table', content: [paragraph(say())] }], 'text_node', 'paragraph'],
    ['a picture without an address', [paragraph({ type: 'image', attrs: {} })], 'text_node', 'image'],
    ['a picture inside code', [{ type: 'code_block', content: [{ type: 'image', attrs: {} }] }], 'text_node', 'image'],
    ['an unknown mark', [paragraph(say({ type: 'sparkle' }))], 'text_mark', 'sparkle'],
    [
      'a place to jump to that cannot be one',
      [paragraph(say({ type: 'anchor', attrs: { id: '1 2' } }))],
      'text_mark',
      'anchor',
    ],
    ['a colour', [paragraph(say({ type: 'textStyle', attrs: { color: 'red' } }))], 'text_style', 'textStyle'],
    ['a class', [paragraph(say({ type: 'styled', attrs: { class: 'x' } }))], 'text_style', 'styled'],
  ])('%s is named', (_, content, code, name) => {
    expect(fault(...content)).toMatchObject({ code, values: { name } });
  });

  test('what lies too deep is told', () => {
    expect(fault(deep(20))).toBeUndefined();
    expect(fault(deep(30))).toEqual({ code: 'text_depth' });
  });

  test('what pages show is good, and so is a style without a value', () => {
    const marks = ['bold', 'italic', 'strike', 'underline', 'code', 'superscript', 'subscript', 'highlight'];
    const good = [
      { type: 'heading', attrs: { level: 3 }, content: [say()] },
      paragraph(
        say(...marks.map((type) => ({ type }))),
        { type: 'hard_break' },
        { type: 'emoji', attrs: { emoji: '👋' } },
      ),
      paragraph(say({ type: 'textStyle', attrs: { color: null } })),
      paragraph({ type: 'text', text: '' }),
      { type: 'blockquote', content: [paragraph(say({ type: 'link', attrs: { href: '/tarifas' } }))] },
      { type: 'code_block', content: [say()] },
      { type: 'horizontal_rule' },
      { type: 'table', content: [{ type: 'tableRow', content: [cell(paragraph(say()))] }] },
      { type: 'image', attrs: { src: '/images/a.png' } },
    ];
    expect(fault(...good)).toBeUndefined();
  });
});

test('every fault is told in both languages with the same values', () => {
  const valuesIn = (words: string) => [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  for (const { es, en } of Object.values(FAULTS)) expect(new Set(valuesIn(es))).toEqual(new Set(valuesIn(en)));
});
