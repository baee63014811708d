import { expect, test } from 'vitest';
import { CONSENT_VERSION, consentIn, consentValue } from '#api/consent.ts';

test.each([
  [undefined, 'unasked'],
  ['', 'unasked'],
  ['1.granted', 'granted'],
  ['1.refused', 'refused'],
  ['true', 'unasked'],
  ['11.granted', 'unasked'],
])('the cookie "%s" says: %s', (cookie, consent) => {
  expect(consentIn(cookie)).toBe(consent);
});

test('an answer to another version of the question does not count', () => {
  expect(consentIn(`${CONSENT_VERSION + 1}.granted`)).toBe('unasked');
  expect(consentIn(consentValue(true))).toBe('granted');
});
