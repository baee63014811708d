// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { startPrefetch } from '#layouts/interface/prefetch.ts';

let isSparing = false;
startPrefetch(() => isSparing);

beforeEach(() => {
  isSparing = false;
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Puts a pointer or a finger on a link. */
function touch(href: string, event = 'pointerover', attributes: Readonly<Record<string, string>> = {}): void {
  const link = document.createElement('a');
  link.href = href;
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  const word = document.createElement('span');
  link.append(word);
  document.body.append(link);
  word.dispatchEvent(new Event(event, { bubbles: true }));
}

function hints(): (string | null)[] {
  return [...document.head.querySelectorAll('link[rel=prefetch]')].map((hint) => hint.getAttribute('href'));
}

test.each(['pointerover', 'touchstart'])('%s on a link asks for its page, once', (event) => {
  touch(`/en/rates-${event}/`, event);
  touch(`/en/rates-${event}/`, event);
  expect(hints()).toEqual([`/en/rates-${event}/`]);
});

test('on 2g or with data saver nothing is asked for', { tags: 'spec-9.16' }, () => {
  isSparing = true;
  touch('/tarifas-2g/');
  expect(hints()).toEqual([]);
});

test.each([
  ['https://elsewhere.example/page/', {}],
  ['/api/v1/public/complaints/', {}],
  ['/contrato.pdf', {}],
  ['/hoja/', { download: '' }],
  ['#preguntas', {}],
  ['mailto:hola@manay.pe', {}],
])('a link to %s is left alone', (href, attributes) => {
  touch(href, 'pointerover', attributes);
  expect(hints()).toEqual([]);
});
