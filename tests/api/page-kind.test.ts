import { expect, test } from 'vitest';
import { isFramable, pageKind } from '#api/page-kind.ts';

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
])('%s may stand in a partner’s frame: %s', (path, isIt) => {
  expect(isFramable(path)).toBe(isIt);
});
