import { describe, expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

const ask = (body: unknown, headers: Record<string, string> = {}) =>
  callEndpoint(lending, makePublicOffer, { body, headers });
const single = (inquiry: Record<string, unknown>) => ({
  singlePayInquiry: { amount: 300, term: 30, productId: 1, ...inquiry },
});

describe('an inquiry the lender cannot offer', () => {
  test.each([
    ['less than the smallest amount', { amount: 50 }, ['amount.out_of_range']],
    ['more than a first loan may be', { amount: 550 }, ['amount.out_of_range']],
    ['between two steps', { amount: 325 }, ['amount.step']],
    ['an enormous amount', { amount: 1e300 }, ['amount.out_of_range']],
    ['nothing at all', { amount: 0 }, ['amount.out_of_range']],
    ['a negative amount', { amount: -100 }, ['amount.out_of_range']],
    ['a term that is no option', { term: 15 }, ['term.not_allowed']],
    ['a term beyond the longest', { term: 31 }, ['term.out_of_range']],
    ['two things wrong at once', { amount: 10_000, term: 1 }, ['amount.out_of_range', 'term.out_of_range']],
    ['a product nobody has', { productId: 99 }, ['productId.unknown']],
    ['an instalment product as a single payment', { productId: 11, amount: 500 }, ['productId.unknown']],
  ])('%s', { tags: ['asvs-2.2.2', 'asvs-2.3.2'] }, async (_, inquiry, codes) => {
    const answer = await ask(single(inquiry));
    expect(answer.status).toBe(400);
    expect(fieldCodes(answer)).toEqual(codes);
    expect(answer.body).toMatchObject({ error: { code: 'validation_failed' } });
  });

  test('the single-payment product in instalments', { tags: 'spec-5.1' }, async () => {
    expect(fieldCodes(await ask({ installmentInquiry: { amount: 300, term: 30, productId: 1 } }))).toEqual([
      'productId.unknown',
    ]);
  });
});

describe('a body of the wrong form', () => {
  test.each<[string, unknown, string[]]>([
    ['a number as text', single({ amount: '500' }), ['amount.invalid']],
    ['half a sol', single({ amount: 500.5 }), ['amount.invalid']],
    ['a field is null', single({ term: null }), ['term.invalid']],
    ['a field is a list', single({ term: [30] }), ['term.invalid']],
    ['a field is missing', { singlePayInquiry: { amount: 300, productId: 1 } }, ['term.required']],
    ['a field nobody knows', single({ color: 'red' }), ['color.unknown']],
    ['a field nobody knows at the top', { ...single({}), color: 'red' }, ['color.unknown']],
    ['neither inquiry', {}, ['singlePayInquiry.required', 'installmentInquiry.required']],
    [
      'both inquiries at once',
      { ...single({}), installmentInquiry: { amount: 500, term: 3, productId: 11 } },
      ['installmentInquiry.not_allowed', 'singlePayInquiry.not_allowed'],
    ],
    ['a good inquiry beside a bad one', { ...single({}), installmentInquiry: {} }, ['installmentInquiry.not_allowed']],
    ['an inquiry that is text', { singlePayInquiry: 'S/ 500' }, ['singlePayInquiry.invalid']],
    ['a list', [single({})], ['body.invalid']],
    ['null', 'null', ['body.invalid']],
    ['a number', '7', ['body.invalid']],
    ['infinity', '{"singlePayInquiry":{"amount":1e999,"term":30,"productId":1}}', ['amount.invalid']],
    [
      'a prototype as a field',
      '{"singlePayInquiry":{"amount":300,"term":30,"productId":1,"__proto__":{}}}',
      ['__proto__.unknown'],
    ],
    [
      'a prototype instead of a field',
      '{"singlePayInquiry":{"__proto__":{"amount":300,"term":30},"productId":1}}',
      ['amount.required', 'term.required', '__proto__.unknown'],
    ],
    ['a zero byte in a name', single({ 'amount\0': 1 }), ['singlePayInquiry.invalid']],
  ])('%s', async (_, body, codes) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(fieldCodes(answer).sort()).toEqual([...codes].sort());
  });
});

describe('a body that cannot be read', () => {
  test.each([
    ['nothing', '', 'body.required'],
    ['half a JSON text', '{"singlePayInquiry":{"amount":3', 'body.invalid'],
    ['NaN, which JSON does not have', '{"singlePayInquiry":{"amount":NaN,"term":30,"productId":1}}', 'body.invalid'],
    ['zero bytes', '\0\0\0', 'body.invalid'],
    ['thirty thousand brackets', '['.repeat(30_000), 'body.invalid'],
  ])('%s', async (_, body, code) => {
    const answer = await ask(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'malformed_json' } });
    expect(fieldCodes(answer)).toEqual([code]);
  });

  test('bytes that are no UTF-8', { tags: 'asvs-1.1.1' }, async () => {
    const response = await lending.app.request(makePublicOffer.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'malformed_json' } });
  });

  test('a hundred kilobytes are refused as too large, with or without a declared length', async () => {
    const body = JSON.stringify(single({ note: 'x'.repeat(100_000) }));
    for (const headers of [{}, { 'Content-Length': String(body.length) }] as Record<string, string>[]) {
      const answer = await ask(body, headers);
      expect(answer.status).toBe(413);
      expect(fieldCodes(answer)).toEqual(['body.too_large']);
    }
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
    'the content type "%s" is refused',
    async (contentType) => {
      const answer = await ask(single({}), { 'Content-Type': contentType });
      expect(answer.status).toBe(415);
      expect(fieldCodes(answer)).toEqual(['body.unsupported_type']);
    },
  );

  test('a compressed body is refused', async () => {
    expect((await ask(single({}), { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  test('a thousand unknown fields are answered with a bounded list', { tags: 'asvs-1.5.2' }, async () => {
    const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, k) => [`field${k}`, k]));
    expect(fieldCodes(await ask(single(fields)))).toHaveLength(50);
  });
});
