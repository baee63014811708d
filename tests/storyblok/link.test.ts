import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '#i18n/locale.ts';
import type { Link } from '#storyblok/block-values.ts';
import { isExternal, linkHref, safeUrl, storyPath } from '#storyblok/link.ts';
import { forAll } from '#tests/support/for-all.ts';

function link(fields: Partial<Link>): Link {
  return { linktype: 'url', url: '', cached_url: '', ...fields };
}

describe('a link to a story', () => {
  test.each([
    ['home', '/', '/en/'],
    ['home/', '/', '/en/'],
    ['preguntas', '/preguntas/', '/en/preguntas/'],
    ['/preguntas', '/preguntas/', '/en/preguntas/'],
    ['en/preguntas', '/preguntas/', '/en/preguntas/'],
    ['en', '/', '/en/'],
    ['energia', '/energia/', '/en/energia/'],
    ['homepage', '/homepage/', '/en/homepage/'],
    ['legal/terminos/', '/legal/terminos/', '/en/legal/terminos/'],
  ])('%s leads to the page in the language it is read in', (slug, es, en) => {
    expect(storyPath(slug, 'es')).toBe(es);
    expect(storyPath(slug, 'en')).toBe(en);
    expect(linkHref(link({ linktype: 'story', cached_url: slug }), 'en')).toBe(en);
  });

  test('keeps its anchor', () => {
    expect(linkHref(link({ linktype: 'story', cached_url: 'preguntas', anchor: 'costos' }), 'es')).toBe(
      '/preguntas/#costos',
    );
    expect(linkHref(link({ linktype: 'story', anchor: 'costos' }), 'es')).toBe('#costos');
  });

  test('that has no destination is not a link', () => {
    expect(linkHref(link({ linktype: 'story' }), 'es')).toBeUndefined();
    expect(linkHref(undefined, 'es')).toBeUndefined();
  });
});

describe('a link to an address', () => {
  test.each([
    ['https://www.sbs.gob.pe/', 'https://www.sbs.gob.pe/'],
    [' https://www.sbs.gob.pe/ ', 'https://www.sbs.gob.pe/'],
    ['//www.sbs.gob.pe/', 'https://www.sbs.gob.pe/'],
    ['tel:+5115000123', 'tel:+5115000123'],
    ['mailto:ayuda@manay.example', 'mailto:ayuda@manay.example'],
    ['#costos', '#costos'],
    ['?a=b', '?a=b'],
    ['/sign-in', '/en/sign-in/'],
    ['sign-in', '/en/sign-in/'],
    ['/en/sign-in/', '/en/sign-in/'],
    ['/application/new-client?amount=500', '/en/application/new-client/?amount=500'],
    ['/', '/en/'],
    ['/terms.pdf', '/terms.pdf'],
    ['/api/docs', '/api/docs'],
  ])('%s leads to %s on an English page', (url, href) => {
    expect(linkHref(link({ url }), 'en')).toBe(href);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://manay.example/1',
    'file:///etc/passwd',
    'intent://scan/#Intent',
    '/\\evil.example',
    '\\\\evil.example',
    '',
    '   ',
  ])('a link to %j is left out of the page', { tags: 'asvs-1.2.2' }, (url) => {
    expect(safeUrl(url)).toBeUndefined();
    expect(linkHref(link({ url }), 'es')).toBeUndefined();
  });

  test('a mailbox is a mail link', () => {
    expect(linkHref(link({ linktype: 'email', email: 'ayuda@manay.example' }), 'es')).toBe(
      'mailto:ayuda@manay.example',
    );
    expect(linkHref(link({ linktype: 'email', url: 'mailto:ayuda@manay.example' }), 'es')).toBe(
      'mailto:ayuda@manay.example',
    );
    expect(linkHref(link({ linktype: 'email' }), 'es')).toBeUndefined();
  });

  test('whatever an editor writes, a browser sees a safe scheme or a place on this site', {
    tags: 'asvs-1.2.2',
  }, () => {
    const scheme = fc.constantFrom(
      'javascript:',
      'data:',
      'vbscript:',
      'JAVASCRIPT:',
      'http:',
      '//',
      '/\\',
      '\t',
      '\u0000',
      ':',
    );
    const text = fc.array(fc.oneof(scheme, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 5 });
    const linktype = fc.constantFrom('url', 'story', 'email', 'asset' as const);
    forAll(
      5000,
      [linktype, text, fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), fc.constantFrom(...LOCALES)],
      (type, parts, anchor, locale) => {
        const href = linkHref(link({ linktype: type as Link['linktype'], url: parts.join(''), anchor }), locale);
        if (href === undefined) return;
        const seen = new URL(href, 'https://manay.example/here/');
        expect(['https:', 'http:', 'mailto:', 'tel:']).toContain(seen.protocol);
        // A path of ours never becomes another host.
        if (!isExternal(href) && seen.protocol === 'https:') expect(seen.host).toBe('manay.example');
      },
    );
  });
});
