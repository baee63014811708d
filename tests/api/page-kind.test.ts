import { expect, test } from 'vitest';
import { isFramable, isListed, pageKind } from '#api/page-kind.ts';
import { SCREENS } from '#api/screens.ts';

test.each([
  ['/', 'marketing'],
  ['/en/', 'marketing'],
  ['requisitos', 'marketing'],
  ['/en/tarifas/index.html', 'marketing'],
  ['/calculators/', 'marketing'],
  ['/entre-nosotros/', 'marketing'],
  ['/profiles/', 'marketing'],
  ['/profile/', 'strict'],
  ['/en/profile/documents/', 'strict'],
  ['application/new-client', 'strict'],
  ['/modals/no-phone-access/', 'strict'],
  ['/online-payment/completed/', 'strict'],
  ['/libro-de-reclamaciones/', 'strict'],
  ['/sign-in/', 'strict'],
  ['/calculatoripl/', 'strict'],
  ['/404.html', 'strict'],
  ['/en/404/index.html', 'strict'],
  ['/profile/components/niubiz-method/', 'card'],
  ['/en/profile/components/niubiz-method/', 'card'],
  ['/profile/components/niubiz-methods/', 'strict'],
])('%s is a page of the kind %s', { tags: 'spec-2.5' }, (path, kind) => {
  expect(pageKind(path)).toBe(kind);
});

test.each([
  ['/calculatoripl/', true],
  ['/en/calculatoripl/index.html', true],
  ['/calculators/', false],
  ['/', false],
  ['/profile/calculatoripl/', false],
])('%s may be in a partner’s frame: %s', (path, isIt) => {
  expect(isFramable(path)).toBe(isIt);
});

test('every screen of the client area is strict, but the card’s, and in no sitemap; the others are listed', () => {
  const paths = Object.values(SCREENS).map(({ slug }) => `/en/${slug}/`);
  const listed = paths.filter(isListed);
  expect(listed).toEqual(['/en//', '/en/calculators/', '/en/libro-de-reclamaciones/', '/en/calculator/']);
  expect(paths.filter((path) => pageKind(path) === 'marketing')).toEqual([
    '/en//',
    '/en/calculators/',
    '/en/calculator/',
  ]);
  expect(['/tarifas/', '/landing/', '/libro-de-reclamaciones/seguimiento/'].map(isListed)).toEqual([
    true,
    false,
    false,
  ]);
});
