import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltPage, builtSite, pagesOf, scriptsOf, sumBytes, transferBytes } from './built-site.ts';

/** A small site in which every way to ask for a file occurs: the budgets are worth what this counting is worth. */
const FILES = {
  'index.html': `<head>
    <link rel="stylesheet" href="/a.css"><link rel="preload" as="font" href="/display.woff2" crossorigin>
    <link rel="modulepreload" href="/island.js"><link rel="icon" href="/icon.svg"><link rel="alternate" href="/en/">
    </head><script type="module" src="/own.js"></script><script>inline()</script>
    <astro-island component-url="/island.js" renderer-url="/client.js"></astro-island>
    <img src="/hero.avif" fetchpriority="high"><img src="/logo.svg"><img src="/late.avif" loading="lazy">
    <img src="data:image/gif;base64,R0"><img src="https://a.storyblok.com/x.png">`,
  'faq/index.html': '<link rel="stylesheet" href="/a.css"><p>no script</p>',
  'a.css': '@font-face{src:url("/text.woff2")}',
  'island.js': 'import{a}from"./react.js";const later=()=>import("./later.js");',
  'client.js': 'import"./react.js";export{};',
  'react.js': 'export const a=1;import{b}from"./deep/b.js";',
  'deep/b.js': 'export const b=2;',
  'own.js': 'console.log(1)',
  'later.js': '1',
  'text.woff2': 'font',
  'display.woff2': 'font',
  'icon.svg': '<svg/>',
  'logo.svg': '<svg/>',
  'hero.avif': 'picture',
  'late.avif': 'picture',
} as const;

let site: string;
beforeAll(() => {
  site = mkdtempSync(join(tmpdir(), 'manay-site-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), text);
  }
});
afterAll(() => rmSync(site, { recursive: true }));

describe('what a page asks for', () => {
  const page = (path: string): BuiltPage => pagesOf(site).find((candidate) => candidate.path === path) as BuiltPage;

  test('its scripts, the island’s, the preloaded ones, and all that these import: each once, nothing that comes later', () => {
    const expected = ['/island.js', '/react.js', '/deep/b.js', '/own.js', '/client.js'];
    expect([...page('/').scripts].sort()).toEqual(expected.sort());
    expect(page('/').hasIsland).toBe(true);
  });

  test('its styles and the fonts of both page and style', () => {
    expect(page('/').styles).toEqual(['/a.css']);
    expect(page('/').fonts).toEqual(['/display.woff2', '/text.woff2']);
  });

  test('its pictures, the hero’s apart; not the lazy, inlined or foreign ones', () => {
    expect(page('/').pictures).toEqual(['/logo.svg']);
    expect(page('/').heroPictures).toEqual(['/hero.avif']);
  });

  test('nothing, when it is a page of text', () => {
    expect(page('/faq/')).toMatchObject({ hasIsland: false, scripts: [], pictures: [], styles: ['/a.css'] });
  });
});

describe('bytes on the wire', () => {
  test('are those of the release’s own compressed file', () => {
    writeFileSync(join(site, 'own.js.br'), 'x'.repeat(777));
    expect(transferBytes(site, '/own.js')).toBe(777);
    rmSync(join(site, 'own.js.br'));
  });

  test('are compressed where the release has none, but never a font or a picture', () => {
    writeFileSync(join(site, 'long.js'), 'a'.repeat(10_000));
    expect(transferBytes(site, '/long.js')).toBeLessThan(100);
    expect(transferBytes(site, '/hero.avif')).toBe('picture'.length);
    expect(sumBytes(site, ['/hero.avif', '/text.woff2'])).toBe(11);
    rmSync(join(site, 'long.js'));
  });

  test('of a page are those of its index file', () => {
    expect(transferBytes(site, '/faq/')).toBeGreaterThan(10);
  });
});

test('the site is where BUILT_SITE or DATA_DIR says, and its absence is told with what to do', () => {
  expect(builtSite({ BUILT_SITE: site })).toBe(site);
  expect(scriptsOf(site)).toContain('/deep/b.js');
  expect(() => builtSite({})).toThrow(/npm test -- --only bundle/);
  expect(() => builtSite({ DATA_DIR: '/nowhere' })).toThrow(/no built site in \/nowhere/);
});
