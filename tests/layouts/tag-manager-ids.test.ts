import { expect, test } from 'vitest';
import { readTagManagerIds, tagManagerIdsOf } from '#layouts/consent/tag-manager-ids.ts';

test('two containers are read, and an empty setting names none', { tags: 'spec-9.17' }, () => {
  expect(readTagManagerIds('GTM-ABC123, GTM-DEF456')).toEqual(['GTM-ABC123', 'GTM-DEF456']);
  expect(readTagManagerIds(undefined)).toEqual([]);
  expect(readTagManagerIds('')).toEqual([]);
});

test.each([
  'GTM-ABC123',
  'GTM-ABC123,GTM-ABC123',
  'GTM-ABC123,UA-1',
  'GTM-ABC123,GTM-DEF456,GTM-GHI789',
  'x"><script>',
])('"%s" stops the build', (text) => {
  expect(() => readTagManagerIds(text)).toThrow('PUBLIC_TAG_MANAGER_IDS');
});

test('only pages of the marketing kind get them, never the client area', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, () => {
  const ids = 'GTM-ABC123,GTM-DEF456';
  expect(tagManagerIdsOf('tarifas', ids)).toHaveLength(2);
  for (const path of ['profile', 'application/new-client', 'sign-in', 'calculatoripl', 'online-payment/completed']) {
    expect(tagManagerIdsOf(path, ids)).toEqual([]);
  }
});
