import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marketingQuery } from '#api/marketing-params.ts';
import { marketingParams } from '#stores/marketing-params.ts';
import { forAll } from '#tests/support/for-all.ts';

test('a browser without the cookie has no parameters', () => {
  expect(marketingParams('auth=x; calc_selected_term=30')).toEqual({});
});

test('reads back what the server kept, between other cookies', () => {
  expect(marketingParams('auth=x; marketingParams=utm_source=radio&ref=a%26b; did=1')).toEqual({
    utm_source: 'radio',
    ref: 'a&b',
  });
});

test('any value survives the way into the cookie and back', () =>
  forAll(800, [fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' })], (value) => {
    fc.pre(value.length <= 200);
    const query = marketingQuery(`?${new URLSearchParams({ utm_term: value })}`);
    expect(marketingParams(`marketingParams=${query}`)).toEqual(query === '' ? {} : { utm_term: value.toWellFormed() });
  }));
