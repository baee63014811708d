import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FilledPage } from '#server/lending/pages/fill-page.ts';
import { forAll } from '#tests/support/for-all.ts';

const filled = (body: string, work: (page: FilledPage) => void): string => {
  const page = new FilledPage(`<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`);
  work(page);
  return /<body>([\s\S]*)<\/body>/.exec(page.toString())?.[1] ?? '';
};

test('texts, links and parts go where the page marks them', () => {
  const html = filled(
    '<p data-show="a b" hidden>x</p><p data-show="c">y</p><a data-fill="name" data-fill-href="to" href="#">z</a><button data-copy="" data-fill-copy="name">c</button>',
    (page) => page.fill({ flags: ['b'], texts: { name: 'Hoja' }, links: { to: '/hoja?a=1&b=2' } }),
  );
  expect(html).toBe(
    '<p data-show="a b">x</p><p data-show="c" hidden="">y</p><a data-fill="name" data-fill-href="to" href="/hoja?a=1&amp;b=2">Hoja</a><button data-fill-copy="name" data-copy="Hoja">c</button>',
  );
});

test('a list repeats its first item, each with its own contents', () => {
  const html = filled(
    '<ol data-each="steps"><li><b data-fill="n"></b><i data-show="done" hidden>✓</i></li></ol>',
    (page) =>
      page.fill({
        lists: {
          steps: [
            { texts: { n: '1' }, flags: ['done'] },
            { texts: { n: '2' }, flags: [] },
          ],
        },
      }),
  );
  expect(html).toBe('<ol data-each="steps"><li><b>1</b><i>✓</i></li><li><b>2</b><i hidden="">✓</i></li></ol>');
});

test('an empty list has no items, and what nothing is said about stays', () => {
  expect(
    filled('<ul data-each="x"><li>pattern</li></ul><p data-fill="y">as built</p>', (page) =>
      page.fill({ lists: { x: [] } }),
    ),
  ).toBe('<ul data-each="x"></ul><p data-fill="y">as built</p>');
});

test('hidden fields and files keep what is theirs', () => {
  const html = filled('<input type="hidden" name="locale" value="es"><input type="file" name="f">', (page) =>
    page.fillForm({ values: { locale: 'xx', f: 'c:\\a' }, errors: [] }),
  );
  expect(html).toBe('<input type="hidden" name="locale" value="es"><input type="file" name="f">');
});

test('nothing a person types becomes markup, and everything typed comes back', {
  tags: ['asvs-1.1.2', 'asvs-1.3.7'],
}, () => {
  const form = '<input name="a"><textarea name="b"></textarea><p data-error-for="a" hidden></p>';
  forAll(800, [fc.string({ unit: 'grapheme' })], (typed) => {
    const html = filled(form, (page) =>
      page.fillForm({ values: { a: typed, b: typed }, errors: [{ field: 'a', text: typed }] }),
    );
    const again = new FilledPage(
      `<!doctype html><html><body>${html.replace('<textarea', '<textarea id="b"')}</body></html>`,
    );
    // The parser reads CR as LF; a form would have sent CR LF, which the server reads as LF too.
    expect(again.textOf('b')).toBe(typed.replace(/\r\n?/g, '\n'));
    expect(html.match(/<(?:input|textarea|p)\b/g)).toHaveLength(3);
  });
});
