import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RichText } from '#storyblok/block-values.ts';
import { richTextToHtml } from '#storyblok/rich-text.ts';
import { forAll } from '#tests/support/for-all.ts';

function html(...content: unknown[]): string {
  return richTextToHtml({ type: 'doc', content }, { locale: 'es' });
}

function text(words: string, ...marks: unknown[]): unknown {
  return { type: 'text', text: words, marks };
}

function paragraph(...content: unknown[]): unknown {
  return { type: 'paragraph', content };
}

describe('what an editor writes', () => {
  test('paragraphs, emphasis, lists and headings come out as such', () => {
    expect(
      html(
        { type: 'heading', attrs: { level: 2 }, content: [text('Costos')] },
        paragraph(
          text('Todo '),
          text('claro', { type: 'bold' }),
          { type: 'hard_break' },
          text('y ya', { type: 'italic' }),
        ),
        { type: 'bullet_list', content: [{ type: 'list_item', content: [paragraph(text('uno'))] }] },
        {
          type: 'ordered_list',
          attrs: { order: 3 },
          content: [{ type: 'list_item', content: [paragraph(text('tres'))] }],
        },
      ),
    ).toBe(
      '<h2>Costos</h2><p>Todo <strong>claro</strong><br><em>y ya</em></p>' +
        '<ul><li><p>uno</p></li></ul><ol start="3"><li><p>tres</p></li></ol>',
    );
  });

  test.each([
    [1, 'h2'],
    [2, 'h2'],
    [3, 'h3'],
    [4, 'h4'],
    [6, 'h4'],
    ['x', 'h2'],
    [undefined, 'h2'],
  ])('a heading of level %s becomes %s, because h1 is the page’s own', (level, tag) => {
    expect(html({ type: 'heading', attrs: { level }, content: [text('a')] })).toBe(`<${tag}>a</${tag}>`);
  });

  test.each([
    [2, 3, 'h4'],
    [4, 3, 'h4'],
    [2, 2, 'h3'],
    [6, 4, 'h5'],
    [undefined, 6, 'h6'],
  ])('a heading of level %s below one of level %i becomes %s', (level, below, tag) => {
    const heading = { type: 'heading', attrs: { level }, content: [text('a')] };
    const shown = richTextToHtml({ type: 'doc', content: [heading] }, { locale: 'es', below });
    expect(shown).toBe(`<${tag}>a</${tag}>`);
  });

  test('a link to a story leads to the language of the page, without the story inside it', () => {
    const mark = {
      type: 'link',
      attrs: { href: '/preguntas', linktype: 'story', uuid: 'u', anchor: 'a', story: { secret: 1 } },
    };
    expect(html(paragraph(text('ver', mark)))).toBe('<p><a href="/preguntas/#a">ver</a></p>');
    const doc: RichText = { type: 'doc', content: [paragraph(text('see', mark))] };
    expect(richTextToHtml(doc, { locale: 'en' })).toBe('<p><a href="/en/preguntas/#a">see</a></p>');
  });

  test('a new tab cannot reach back, and our own pages are not marked as distrusted', () => {
    const mark = {
      type: 'link',
      attrs: { href: 'https://www.sbs.gob.pe', linktype: 'url', target: '_blank', rel: 'opener' },
    };
    expect(html(paragraph(text('SBS', mark)))).toBe(
      '<p><a href="https://www.sbs.gob.pe" rel="noopener" target="_blank">SBS</a></p>',
    );
  });

  test('a link that must not be followed leaves its words', () => {
    const mark = { type: 'link', attrs: { href: 'javascript:alert(1)', linktype: 'url' } };
    expect(html(paragraph(text('ver', mark)))).toBe('<p>ver</p>');
  });

  test('colours, fonts and alignment are the design’s', { tags: 'asvs-1.3.5' }, () => {
    const colour = { type: 'textStyle', attrs: { color: 'red' } };
    const style = { type: 'styled', attrs: { class: 'x', style: 'color:red' } };
    expect(html({ ...(paragraph(text('a', colour, style)) as object), attrs: { textAlign: 'center' } })).toBe(
      '<p>a</p>',
    );
  });

  test('a place to jump to keeps its id', () => {
    expect(html(paragraph(text('a', { type: 'anchor', attrs: { id: 'costos' } })))).toBe(
      '<p><span id="costos">a</span></p>',
    );
    expect(html(paragraph(text('a', { type: 'anchor', attrs: { id: '"><script>' } })))).toBe('<p>a</p>');
  });

  test('a table has its head and its body', () => {
    const cell = (type: string, words: string, attrs?: object) => ({ type, attrs, content: [paragraph(text(words))] });
    expect(
      html({
        type: 'table',
        content: [
          { type: 'tableRow', content: [cell('tableHeader', 'Banco', { colspan: 2, colwidth: [200] })] },
          {
            type: 'tableRow',
            content: [cell('tableCell', 'BCP', { backgroundColor: '#fff' }), cell('tableCell', '191')],
          },
        ],
      }),
    ).toBe(
      '<table><thead><tr><th colspan="2"><p>Banco</p></th></tr></thead>' +
        '<tbody><tr><td><p>BCP</p></td><td><p>191</p></td></tr></tbody></table>',
    );
  });

  test('a picture has its text alternative, blank when it is decoration', { tags: 'asvs-1.3.4' }, () => {
    expect(html({ type: 'image', attrs: { src: 'https://a.storyblok.com/f/1/a.png', alt: 'Un "telar"' } })).toBe(
      '<p><img src="https://a.storyblok.com/f/1/a.png" alt="Un &quot;telar&quot;" loading="lazy"></p>',
    );
    expect(html({ type: 'image', attrs: { src: '/a.png' } })).toBe('<p><img src="/a.png" alt="" loading="lazy"></p>');
    expect(html({ type: 'image', attrs: { src: 'data:image/svg+xml,x' } })).toBe('');
  });

  test('an emoji is its character, not a picture from another host', () => {
    expect(html(paragraph({ type: 'emoji', attrs: { emoji: '👋', fallbackImage: 'https://cdn.example/x.png' } }))).toBe(
      '<p>👋</p>',
    );
  });

  test('code keeps its signs', () => {
    expect(html({ type: 'code_block', attrs: { class: 'x' }, content: [text('<a> & b', { type: 'bold' })] })).toBe(
      '<pre><code>&lt;a&gt; &amp; b</code></pre>',
    );
  });

  test('an empty field is an empty text', () => {
    expect(richTextToHtml(undefined, { locale: 'es' })).toBe('');
    expect(html()).toBe('');
  });
});

describe('what must never come out', () => {
  test('words are words, whatever they look like', { tags: 'asvs-1.2.1' }, () => {
    expect(html(paragraph(text('<script>alert("1")</script> & \u0000')))).toBe(
      '<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; </p>',
    );
  });

  test('a node named like a part of the language is left out', { tags: 'asvs-1.3.5' }, () => {
    for (const type of ['constructor', '__proto__', 'toString', 'script', 'blok', 'iframe']) {
      expect(html({ type, content: [paragraph(text('x'))] })).toBe('');
    }
  });

  test('a document nested without end does not bring the build down', () => {
    let node: unknown = paragraph(text('deep'));
    for (let level = 0; level < 50_000; level += 1) node = { type: 'blockquote', content: [node] };
    expect(html(node, paragraph(text('after')))).toMatch(/^(<blockquote>)+(<\/blockquote>)+<p>after<\/p>$/);
  });

  const TAGS =
    'p|blockquote|h2|h3|h4|ul|ol|li|pre|code|br|hr|img|table|thead|tbody|tr|td|th|a|strong|em|s|u|sup|sub|mark|span';
  const VALUE = '"[^"<>]*"';
  const ATTRIBUTE = ` (?:href|rel|target|id|start|src|alt|title|loading|colspan|rowspan)=${VALUE}`;
  const WHOLE = new RegExp(`^(?:[^<>]|<(?:${TAGS})(?:${ATTRIBUTE})*>|</(?:${TAGS})>)*$`);

  const hostileText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '"><script>alert(1)</script>',
      "' onload='x",
      '</p><img src=x onerror=alert(1)>',
      'javascript:alert(1)',
      '\u0000\ud800',
    ),
  );
  const hostileValue = fc.oneof(
    hostileText,
    fc.integer(),
    fc.constant(null),
    fc.array(hostileText),
    fc.dictionary(hostileText, hostileText),
  );
  const attrs = fc.dictionary(
    fc.oneof(
      fc.constantFrom(
        'href',
        'src',
        'alt',
        'title',
        'id',
        'style',
        'class',
        'onclick',
        'level',
        'order',
        'custom',
        'story',
        'target',
        'rel',
        'linktype',
        'anchor',
        'emoji',
        'colspan',
        'textAlign',
        'color',
      ),
      fc.string(),
    ),
    hostileValue,
  );
  const markType = fc.constantFrom(
    'bold',
    'italic',
    'link',
    'anchor',
    'styled',
    'textStyle',
    'highlight',
    'code',
    'constructor',
    'x"y',
  );
  const mark = fc.record({ type: fc.oneof(markType, fc.string()), attrs }, { requiredKeys: ['type'] });
  const nodeType = fc.constantFrom(
    'text',
    'paragraph',
    'heading',
    'image',
    'emoji',
    'bullet_list',
    'ordered_list',
    'list_item',
    'code_block',
    'table',
    'tableRow',
    'tableCell',
    'tableHeader',
    'blockquote',
    'hard_break',
    'horizontal_rule',
    'blok',
    '__proto__',
  );
  const { node } = fc.letrec((tie) => ({
    node: fc.record(
      {
        type: fc.oneof({ depthSize: 'small' }, nodeType, fc.string()),
        text: hostileValue,
        attrs: fc.oneof(attrs, hostileValue),
        marks: fc.oneof(fc.array(mark, { maxLength: 4 }), hostileValue),
        content: fc.oneof({ maxDepth: 5 }, hostileValue, fc.array(tie('node'), { maxLength: 4 })),
      },
      { requiredKeys: ['type'] },
    ),
  }));

  test(
    'no document, however hostile, brings an element or attribute that is not on the list, or an open tag',
    {
      tags: 'asvs-1.3.1',
    },
    () =>
      forAll(3000, [fc.array(node, { maxLength: 5 })], (content) => {
        const rendered = richTextToHtml({ type: 'doc', content }, { locale: 'en' });
        expect(rendered).toMatch(WHOLE);
        expect(unclosed(rendered)).toEqual([]);
        for (const [, href = ''] of rendered.matchAll(/ (?:href|src)="([^"]*)"/g)) {
          const seen = new URL(href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"), 'https://manay.example/');
          expect(['https:', 'http:', 'mailto:', 'tel:']).toContain(seen.protocol);
        }
      }),
  );

  /** Tags left open, or closed in another order than opened. */
  function unclosed(rendered: string): string[] {
    const open: string[] = [];
    for (const [, slash, tag = ''] of rendered.matchAll(/<(\/?)([a-z0-9]+)/g)) {
      if (['br', 'hr', 'img'].includes(tag)) continue;
      if (slash === '') open.push(tag);
      else if (open.pop() !== tag) return [tag];
    }
    return open;
  }
});
