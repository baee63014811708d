import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { startSlider } from '#blocks/hero-slider/slider.ts';
import { openWindow } from '#tests/support/browser/browser-window.ts';
import { examplePage, examplesOf, renderBlock } from './example-page.ts';
import { seedStory } from './seed.ts';

/** Renders a block, for what the product's specification says of single ones (src/decisions/specification). */
async function blockHtml(name: string, change: object = {}): Promise<string> {
  const [first] = examplesOf(name);
  if (!first) throw new Error(`${name} has no example`);
  return renderBlock({ ...first, ...change }, examplePage());
}

test('the landing page shows a headline and a button that leads to sign-up, and between them what is lent and who lends it', {
  tags: ['spec-1.8', 'spec-2.45', 'spec-9.13'],
}, async () => {
  const html = await blockHtml('landing-page', { headline: 'Obtén hasta {largest_amount}' });
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect([...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/quienes-somos/#empresa',
    '/sign-up/',
  ]);
  expect(html).not.toMatch(/<(?:button|form|input|p class="lead")/);
  const shown = html.replaceAll('\u00a0', ' ');
  expect(shown).toContain('Obtén hasta S/ 2.000</h1>');
  for (const limits of ['S/ 100 a S/ 500', 'S/ 500 a S/ 1.000', 'S/ 1.000 a S/ 2.000']) expect(shown).toContain(limits);
  expect(shown.indexOf('S/ 1.000 a S/ 2.000')).toBeLessThan(shown.indexOf('href="/sign-up/"'));
  expect(shown).not.toContain('<svg');
});

test('without a calculator on the page a new client and one who has an account each have a button', {
  tags: 'spec-2.44',
}, async () => {
  const html = await blockHtml('no-calculator');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/application/new-client/',
    '/application/existing-client/',
  ]);
});

test('wherever a calculator stands the host is asked before it, and home is never shown on a landing host', {
  tags: 'spec-3.3',
}, async () => {
  const htmlOf = (slug: string) => renderBlock(seedStory(slug, 'es'), { ...examplePage('es'), story: `es/${slug}` });
  const prices = await htmlOf('tarifas');
  expect(prices.indexOf('<script src="/landing-host.js">')).toBeGreaterThan(-1);
  expect(prices.indexOf('<script src="/landing-host.js">')).toBeLessThan(prices.indexOf('class="calculator"'));
  expect(prices).toContain('class="repay-date"');
  const home = await htmlOf('home');
  expect(home).toContain('class="calculator"');
  expect(home).not.toContain('landing-host.js');
});

test('the header of a page has its title over a picture', { tags: 'spec-2.46' }, async () => {
  const examples = await Promise.all(
    examplesOf('page-header').map((_, at) => blockHtml('page-header', examplesOf('page-header')[at])),
  );
  const pictured = examples.find((html) => html.includes('<img')) ?? '';
  expect(pictured.indexOf('<img')).toBeGreaterThan(-1);
  expect(pictured.indexOf('<h1')).toBeGreaterThan(pictured.indexOf('<img'));
  // Behind the title, over the whole header.
  const css = readFileSync(new URL('../../src/blocks/page-header/page-header.css', import.meta.url), 'utf8');
  expect(css).toMatch(/\.page-head > \.back \{\s*position: absolute;\s*inset: 0;/);
  expect(css).toMatch(/\.page-head\.pictured \.wrap \{\s*position: relative;/);
});

test('a page of text has a way back', { tags: 'spec-2.42' }, async () => {
  expect(await blockHtml('textual-page', { hide_back: false })).toMatch(/<a class="back" href="\/" data-back/);
});

test.each([
  ['on the home page', () => renderBlock(seedStory('home', 'es'))],
  ['on the page of all questions', () => renderBlock(seedStory('preguntas', 'es'))],
])(
  'questions %s have a navigation beside them to an anchor of each topic, and one is open at a time',
  { tags: ['spec-2.35', 'spec-4.11'] },
  async (_, htmlOf) => {
    const html = await htmlOf();
    const nav = /<nav class="side".*?<\/nav>/s.exec(html)?.[0] ?? '';
    const anchors = [...nav.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
    expect(anchors.length).toBeGreaterThan(2);
    for (const anchor of anchors) expect(html).toContain(`<section id="${anchor}" aria-labelledby`);
    // The browser keeps one open of those that share a name.
    const questions = [...html.matchAll(/<details name="faq"[^>]*>/g)].map(([tag]) => tag);
    expect(questions.length).toBeGreaterThan(2);
    expect(questions.filter((question) => / open[ >]/.test(question))).toHaveLength(1);
  },
);

test('the navigation beside questions stays while they are read', { tags: 'spec-2.35' }, () => {
  const css = readFileSync(new URL('../../src/blocks/faq/faq.css', import.meta.url), 'utf8');
  expect(css).toMatch(/\.side \{\s*position: sticky;/);
});

test('cells of a grid stand 24 pixels apart on a phone', { tags: 'spec-9.8' }, () => {
  const css = readFileSync(new URL('../../src/blocks/grid/grid.css', import.meta.url), 'utf8');
  expect(css.slice(0, css.indexOf('@media'))).toMatch(/\.grid \{[^}]*\bgap: 24px;/);
});

test('after the last slide comes the first, and before the first the last, by arrow and by swipe', {
  tags: 'spec-4.10',
}, () => {
  const window = openWindow('http://localhost:4321/');
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { document } = window;
  document.body.innerHTML =
    '<div id="slides"></div><div id="dots"><button data-step="-1"></button><a></a><a></a><a></a><button data-step="1"></button></div>';
  const slides = document.querySelector('#slides') as unknown as HTMLElement;
  Object.defineProperty(slides, 'clientWidth', { value: 100 });
  slides.scrollTo = (({ left }: { left: number }) => {
    slides.scrollLeft = left;
    slides.dispatchEvent(new window.Event('scroll') as unknown as Event);
  }) as typeof slides.scrollTo;
  const controls = document.querySelector('#dots') as unknown as HTMLElement;
  startSlider(slides, controls);
  const [back, on] = [...controls.querySelectorAll('button')];
  const press = (button: HTMLElement | undefined): number => {
    button?.click();
    return slides.scrollLeft;
  };
  expect([press(back), press(on), press(on), press(on), press(on)]).toEqual([200, 0, 100, 200, 0]);
  const touch = (name: string, clientX: number, clientY: number): void => {
    const at = [{ clientX, clientY }];
    slides.dispatchEvent(Object.assign(new window.Event(name), { touches: at, changedTouches: at }) as never);
  };
  const swipe = (across: number, down = 0): number => {
    touch('touchstart', 200, 200);
    touch('touchend', 200 + across, 200 + down);
    return slides.scrollLeft;
  };
  // To the right before the first, to the left after the last; a tap, or a finger that scrolls the page, moves nothing.
  expect([swipe(20), swipe(60, 90), swipe(90), swipe(90), swipe(-90)]).toEqual([0, 0, 200, 200, 0]);
});
