import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sitePath } from '#api/site-path.ts';

/** The site as the browser has it; a path must lead back to it whatever its origin is. */
const ORIGINS = ['https://manay.example', 'http://localhost:4321'];

/** Pieces from which addresses that leave a site are made. */
const PIECES = [
  '/',
  '//',
  '\\',
  '\t',
  '\n',
  '\r',
  '\0',
  ' ',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\u3002',
  '\uff0f',
  '\ud800',
  '.',
  '..',
  '%2e',
  '%2F',
  '%5c',
  '%09',
  '%00',
  '@',
  ':',
  '?',
  '#',
  ';',
  '&',
  '=',
  'evil.example',
  'manay.example@evil.example',
  '[::1]',
  '127.0.0.1',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:',
  'http://',
  'profile',
  'en/',
  'ñ',
  '🦙',
  'xn--e1a',
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
  fc.webUrl({ withQueryParameters: true }),
  fc.string({ unit: 'binary' }),
  fc.string().map((text) => `/${text}`),
);

describe('an address inside the site', () => {
  test.each([
    ['/profile/', '/profile/'],
    ['/en/profile/documents/?loan=P-2026-0000001', '/en/profile/documents/?loan=P-2026-0000001'],
    ['/profile/?a=%09', '/profile/?a=%09'],
    ['/profile/#loan', '/profile/'],
    ['/a/../profile/', '/profile/'],
    ['/año/', '/a%C3%B1o/'],
    ['/profile/?returnTo=//evil.example', '/profile/?returnTo=//evil.example'],
    ['/@evil.example/', '/@evil.example/'],
    ['/:80/', '/:80/'],
  ])('is its path and query: %j', (text, path) => {
    expect(sitePath(text)).toBe(path);
  });

  test.each([
    '',
    'profile/',
    '?a=1',
    '#top',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/profile/\0',
    'https://evil.example/',
    'https://site.invalid/profile/',
    'https:/profile/',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `/${'x'.repeat(5_000)}`,
  ])('is nothing else: %j', (text) => {
    expect(sitePath(text)).toBeUndefined();
  });

  test('no text leads a browser off the site, read once or twice', { tags: 'asvs-3.7.2' }, () => {
    let inside = 0;
    fc.assert(
      fc.property(anyText, fc.constantFrom(...ORIGINS), (text, origin) => {
        const path = sitePath(text);
        if (path === undefined) return;
        inside += 1;
        const opened = new URL(path, `${origin}/sign-in/?x=1`);
        expect(opened.origin).toBe(origin);
        expect(opened.username).toBe('');
        // Written into a header as it is, and the same when it is read again.
        expect(path).toMatch(/^\/(?!\/)[\x21-\x7e]*$/);
        expect(sitePath(opened.pathname + opened.search)).toBe(path);
      }),
      { numRuns: 20_000, seed: 20_260_115 },
    );
    expect(inside).toBeGreaterThan(1_000);
  });
});
