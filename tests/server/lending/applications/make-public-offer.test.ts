import { describe, expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { changeParameter, setTheCap } from '#tests/support/database/database.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  type TestLending,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { aClientOn, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';

const lending = withTestLending();

const body = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };

describe('200', () => {
  const offer = async (body: unknown) => acceptedBody(await callEndpoint(lending, makePublicOffer, { body })).offer;

  test('S/ 500 for 30 days costs what the worked example EX1 says, to the céntimo', {
    tags: ['spec-3.10', 'spec-3.11', 'spec-7.6'],
  }, async () => {
    const [example] = makePublicOffer.examples;
    expect({ offer: await offer(example?.body) }).toEqual(example?.response);
  });

  test('an instalment loan comes with a schedule whose rows add up to the total', { tags: 'spec-3.13' }, async () => {
    const answer = await offer({ installmentInquiry: { amount: 1000, term: 6, productId: 11 } });
    const rows = answer.schedule?.installments ?? [];
    expect(rows).toHaveLength(6);
    const inCents = (soles: number): number => Math.round(soles * 100);
    expect(rows.reduce((sum, row) => sum + inCents(row.total), 0)).toBe(inCents(answer.total));
    expect(rows.reduce((sum, row) => sum + inCents(row.principal), 0)).toBe(100_000);
    expect(rows.at(-1)).toMatchObject({ balance: 0, dueDate: answer.dueDate });
    expect(answer.dueDate).toBe('2026-07-15');
  });

  test('the launch discount of the long product is taken off every instalment', async () => {
    const { fees } = await offer({ installmentInquiry: { amount: 2000, term: 12, productId: 12 } });
    expect(fees.techFee).toEqual({ net: 48, discount: 12, afterDiscount: 36 });
  });

  test('tomorrow the due date moves by a day', async () => {
    const body = { singlePayInquiry: { amount: 300, term: 7, productId: 1 } };
    expect((await offer(body)).dueDate).toBe('2026-01-22');
    lending.clock.moveTo('2026-01-16');
    expect((await offer(body)).dueDate).toBe('2026-01-23');
  });

  test('a new price counts from its date on, for the next visitor', async () => {
    const body = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };
    await offer(body);
    await changeParameter(lending.db, {
      kind: 'price',
      key: '1',
      from: '2026-01-16',
      value: { teaPercent: '90.00', fees: [] },
    });
    expect((await offer(body)).total).toBe(573.03);
    lending.clock.moveTo('2026-01-16');
    const changed = await offer(body);
    expect(changed.tea).toBe(90);
    expect(Object.keys(changed.fees)).toEqual(['interestFee']);
  });

  test('while the first loan is free, nothing is charged up to the amount and term of the promotion', async () => {
    await changeParameter(lending.db, {
      kind: 'promotion',
      key: '1',
      from: '2026-01-10',
      value: { enabled: true, upToAmount: 300, upToTerm: 15 },
    });
    const free = await offer({ singlePayInquiry: { amount: 300, term: 14, productId: 1 } });
    expect(free).toMatchObject({ total: 300, totalFees: 0, tcea: 0 });
    const charged = await offer({ singlePayInquiry: { amount: 350, term: 14, productId: 1 } });
    expect(charged.totalFees).toBeGreaterThan(0);
  });

  test('an offer is for today: no cache keeps it', async () => {
    const answer = await callEndpoint(lending, makePublicOffer, {
      body: { singlePayInquiry: { amount: 500, term: 30, productId: 1 } },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  describe('a client who is signed in', () => {
    const loans = withClientLoans();

    test('is priced like their calculator: more than a first loan once one is paid back', async () => {
      const client = await aClientOn(loans, '2026-02-14');
      const body = { singlePayInquiry: { amount: 800, term: 30, productId: 1 } };
      const ask = () => callEndpoint(loans, makePublicOffer, { body, headers: client.headers });
      expect((await ask()).status).toBe(400);
      await pay(loans, client.loan.id, 573.03);
      await trusted(loans, client.personId);
      expect(acceptedBody(await ask()).offer).toMatchObject({
        principal: 800,
        fees: { techFee: { net: 15, discount: 3 } },
      });
      expect((await callEndpoint(loans, makePublicOffer, { body })).status).toBe(400);
    });
  });
});

describe('400', () => {
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
      ['an unknown product', { productId: 99 }, ['productId.unknown']],
      ['an instalment product as a single payment', { productId: 11, amount: 500 }, ['productId.unknown']],
    ])(
      '%s is refused with the code of its field',
      { tags: ['asvs-2.2.2', 'asvs-2.3.2'] },
      async (_, inquiry, codes) => {
        const answer = await ask(single(inquiry));
        expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
        expect(answer.body).toMatchObject({ error: { code: 'validation_failed' } });
      },
    );

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
      ['an unknown field', single({ color: 'red' }), ['color.unknown']],
      ['an unknown field at the top', { ...single({}), color: 'red' }, ['color.unknown']],
      ['neither inquiry', {}, ['singlePayInquiry.required', 'installmentInquiry.required']],
      [
        'both inquiries at once',
        { ...single({}), installmentInquiry: { amount: 500, term: 3, productId: 11 } },
        ['installmentInquiry.not_allowed', 'singlePayInquiry.not_allowed'],
      ],
      [
        'a good inquiry beside a bad one',
        { ...single({}), installmentInquiry: {} },
        ['installmentInquiry.not_allowed'],
      ],
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

    test('bytes that are not UTF-8', { tags: 'asvs-1.1.1' }, async () => {
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
        expect([answer.status, fieldCodes(answer)]).toEqual([413, ['body.too_large']]);
      }
    });

    test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', ''])(
      'the content type "%s" is refused',
      async (contentType) => {
        const answer = await ask(single({}), { 'Content-Type': contentType });
        expect([answer.status, fieldCodes(answer)]).toEqual([415, ['body.unsupported_type']]);
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
});

describe('409', () => {
  const ask = (of: TestLending = lending) => callEndpoint(of, makePublicOffer, { body });

  describe('an offer is refused, not guessed', () => {
    test('after the end of the published rate caps', async () => {
      lending.clock.moveTo('2026-05-01');
      const answer = await ask();
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        error: { code: 'parameter_missing', message: 'No parameter: rate_cap consumer on 2026-05-01.' },
      });
    });

    test('before the first price', async () => {
      lending.clock.moveTo('2025-12-31');
      expect(await ask()).toMatchObject({ status: 409, body: { error: { code: 'parameter_missing' } } });
    });

    test('when a rate is above the legal maximum of the date', async () => {
      await setTheCap(lending.db, '2026-01-15', '90.00');
      expect(await ask()).toMatchObject({
        status: 409,
        body: { error: { code: 'rate_above_cap', message: 'Product 1: TEA 110 % is above the cap of 90 %.' } },
      });
    });

    test('of that product alone: another one within the maximum is offered', async () => {
      await setTheCap(lending.db, '2026-01-15', '90.00');
      const other = (productId: number, amount: number, term: number) =>
        callEndpoint(lending, makePublicOffer, { body: { installmentInquiry: { amount, term, productId } } });
      expect((await other(12, 2000, 12)).status).toBe(200);
      expect(await other(11, 1000, 3)).toMatchObject({ status: 409, body: { error: { code: 'rate_above_cap' } } });
    });

    test('but not when the rate is exactly the maximum', async () => {
      await changeParameter(lending.db, {
        kind: 'price',
        key: '1',
        from: '2026-01-15',
        value: { teaPercent: '113.16', fees: [] },
      });
      expect((await ask()).status).toBe(200);
    });
  });

  test('the sandbox goes on with the last published cap', async () => {
    const sandbox = createTestLending(lending.db, { today: '2026-11-21', sandbox: true });
    expect((await ask(sandbox)).status).toBe(200);
  });

  test('as soon as the missing cap is loaded, offers are made again', async () => {
    lending.clock.moveTo('2026-05-01');
    expect((await ask()).status).toBe(409);
    await changeParameter(lending.db, {
      kind: 'rate_cap',
      key: 'consumer',
      from: '2026-05-01',
      value: { percent: '111.00' },
    });
    expect((await ask()).status).toBe(200);
  });
});

describe('429', () => {
  const ask = (of: TestLending, headers: Record<string, string> = {}) =>
    callEndpoint(of, makePublicOffer, { body, headers });

  test('one address gets 120 offers at once, and is then told when to come back', { tags: 'asvs-2.4.1' }, async () => {
    for (let k = 0; k < 120; k++) expect((await ask(lending)).status).toBe(200);
    const refused = await ask(lending);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(Number(refused.headers.get('retry-after'))).toBe(1);
  });

  test('the limit is a parameter', async () => {
    await changeParameter(lending.db, {
      kind: 'rate_limit',
      key: 'public-offer',
      from: '2026-01-15',
      value: { perMinute: 1, burst: 2 },
    });
    expect([await ask(lending), await ask(lending), await ask(lending)].map(({ status }) => status)).toEqual([
      200, 200, 429,
    ]);
    expect(Number((await ask(lending)).headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('a forwarded address counts only when our own proxy wrote it', { tags: 'asvs-4.1.3' }, async () => {
    await changeParameter(lending.db, {
      kind: 'rate_limit',
      key: 'public-offer',
      from: '2026-01-15',
      value: { perMinute: 1, burst: 1 },
    });
    const from = (address: string) => ({ 'X-Forwarded-For': address });

    expect((await ask(lending, from('203.0.113.1'))).status).toBe(200);
    expect((await ask(lending, from('203.0.113.2'))).status).toBe(429);

    const behindProxy = createTestLending(lending.db, { trustedProxies: 1 });
    expect((await ask(behindProxy, from('203.0.113.1'))).status).toBe(200);
    expect((await ask(behindProxy, from('203.0.113.2'))).status).toBe(200);
    expect((await ask(behindProxy, from('198.51.100.9, 203.0.113.2'))).status).toBe(429);
    expect((await ask(behindProxy, from('203.0.113.2:40001'))).status).toBe(429);
  });
});
