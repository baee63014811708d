import { expect, test } from 'vitest';
import { CONSENT_VERSION, consentIn, consentValue } from '#api/consent.ts';

test.each([
  ['', 'unasked'],
  ['auth=x', 'unasked'],
  ['auth=x; consent=1.granted; did=1', 'granted'],
  ['consent=1.refused', 'refused'],
  ['consent=true', 'unasked'],
  ['myconsent=1.granted', 'unasked'],
])('the cookies "%s" say: %s', (cookies, consent) => {
  expect(consentIn(cookies)).toBe(consent);
});

test('an answer to another version of the question is no answer', () => {
  expect(consentIn(`consent=${CONSENT_VERSION + 1}.granted`)).toBe('unasked');
  expect(consentIn(`consent=${consentValue(true)}`)).toBe('granted');
});
