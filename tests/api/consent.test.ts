import { expect, test } from 'vitest';
import { CONSENT_VERSION, consentIn, consentValue } from '#api/consent.ts';

test.each([
  ['', 'unasked'],
  ['auth=x', 'unasked'],
  ['auth=x; __Host-consent=1.granted; __Host-did=1', 'granted'],
  ['__Host-consent=1.refused', 'refused'],
  ['__Host-consent=true', 'unasked'],
  ['myconsent=1.granted', 'unasked'],
])('the cookies "%s" say: %s', (cookies, consent) => {
  expect(consentIn(cookies)).toBe(consent);
});

test('an answer to another version of the question is no answer', () => {
  expect(consentIn(`__Host-consent=${CONSENT_VERSION + 1}.granted`)).toBe('unasked');
  expect(consentIn(`__Host-consent=${consentValue(true)}`)).toBe('granted');
});
