import { expect, test } from 'vitest';
import { factsOf } from '#server/publishing/publisher/site-manifest.ts';
import { page } from '#tests/support/browser/site.ts';

test('what the gate wants to know of a page is read once', () => {
  const html = page('<a href="/preguntas/?a=1#b">x</a><a href="/preguntas/">y</a><script src="/_astro/a.js"></script>');
  expect(factsOf(html)).toEqual({
    bytes: html.length,
    policy: "default-src 'none'; script-src 'self' 'sha256-AAA='; style-src 'self'",
    links: ['/preguntas/'],
    assets: ['_astro/a.js'],
  });
});
