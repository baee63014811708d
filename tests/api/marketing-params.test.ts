import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keepsMarketing, marketingQuery } from '#api/marketing-params.ts';
import { forAll } from '#tests/support/for-all.ts';

const ALLOWED_NAMES = ['utm_source', 'utm_medium', 'utm_campaign', 'gclid', 'fbclid', 'ref', 'partner'];
const anyName = fc.oneof(
  fc.constantFrom(...ALLOWED_NAMES),
  fc.integer({ min: 0, max: 60 }).map((number) => `utm_n${number}`),
  fc.string(),
);
const anyQuery = fc
  .array(fc.tuple(anyName, fc.string({ maxLength: 300, unit: 'binary' })), { maxLength: 60 })
  .map((pairs) => new URLSearchParams(pairs).toString());

describe('the marketing parameters of a link', () => {
  test.each([
    ['?utm_source=radio&utm_medium=spot', 'utm_source=radio&utm_medium=spot'],
    ['?gclid=1&fbclid=2&ref=3&partner=4', 'gclid=1&fbclid=2&ref=3&partner=4'],
    ['?utm_source=radio&token=secret&email=a%40b.pe', 'utm_source=radio'],
    ['?ref=first&ref=second', 'ref=first'],
    ['?utm_=x&UTM_SOURCE=x&xutm_source=x&refs=1', ''],
    ['?ref=', ''],
    ['?partner=a%3Bb%2C%22', 'partner=a%3Bb%2C%22'],
    ['', ''],
  ])('of %s, "%s" is kept', (search, kept) => {
    expect(marketingQuery(search)).toBe(kept);
  });

  test('a value of 200 characters is kept, a longer one left out', () => {
    expect(marketingQuery(`?ref=${'a'.repeat(200)}`)).toBe(`ref=${'a'.repeat(200)}`);
    expect(marketingQuery(`?ref=${'a'.repeat(201)}`)).toBe('');
  });

  test('whatever the link: only allowed names, at most 20, each short, and a cookie that browsers take', () =>
    forAll(800, [anyQuery], (query) => {
      const kept = marketingQuery(query);
      const params = [...new URLSearchParams(kept)];
      expect(params.length).toBeLessThanOrEqual(20);
      for (const [name, value] of params) {
        expect(name).toMatch(/^(?:utm_[a-z0-9_]+|gclid|fbclid|ref|partner)$/);
        expect(value.length).toBeLessThanOrEqual(200);
      }
      expect(kept).toMatch(/^[\w.*%+&=-]*$/);
      expect(`marketingParams=${kept}`.length).toBeLessThan(4_096 - 200);
      expect(marketingQuery(kept)).toBe(kept);
    }));
});

test.each([
  ['/', true],
  ['/en/requirements/', true],
  ['/reset-password', false],
  ['/reset-password/', false],
  ['/en/reset-password/', false],
])('a link to %s is looked at: %s', { tags: 'spec-3.37' }, (path, isKept) => {
  expect(keepsMarketing(path)).toBe(isKept);
});
