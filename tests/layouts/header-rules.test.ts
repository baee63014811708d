import { expect, test } from 'vitest';
import { headerLink, showsNavigation } from '#layouts/default/header-rules.ts';

test.each([
  ['', 'header_client', 'sign-in'],
  ['tarifas', 'header_client', 'sign-in'],
  ['application/new-client', 'header_client', 'sign-in'],
  ['sign-in', 'header_back', ''],
  ['application/existing-client', 'header_back', ''],
])(
  'on /%s a visitor without a session sees %s',
  { tags: ['spec-2.25', 'spec-2.26', 'spec-6.1'] },
  (path, label, slug) => {
    expect(headerLink(path)).toEqual({ label, slug });
  },
);

test.each([
  ['', true],
  ['sign-in', true],
  ['application/new-client', false],
  ['application/waiting', false],
  ['application/completed', true],
])('the main navigation on /%s is shown: %s', { tags: 'spec-2.30' }, (path, shown) => {
  expect(showsNavigation(path)).toBe(shown);
});
