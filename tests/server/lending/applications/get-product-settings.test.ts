import { describe, expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { errorBody } from '#api/errors.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClientOn, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';

const lending = withTestLending();

describe('200', () => {
  const settings = async (sequence: '1' | '2', headers: Record<string, string> = {}) => {
    const answer = await callEndpoint(lending, getProductSettings, { query: { sequence }, headers });
    return { ...acceptedBody(answer), headers: answer.headers };
  };

  describe('the products of the lender', () => {
    test('a first loan ends at its limit, and the default is pulled inside', {
      tags: ['spec-3.7', 'spec-7.5', 'spec-9.15'],
    }, async () => {
      const { singlePayProduct, installmentProducts } = await settings('1');
      const bounds = [singlePayProduct, ...installmentProducts].map((product) => [
        product.productId,
        product.minAmount,
        product.maxAmount,
        product.defaultAmount,
        product.amountStep,
        product.termOptions.join(' '),
        product.defaultTerm,
      ]);
      expect(bounds).toEqual([
        [1, 100, 500, 300, 50, '7 14 30', 30],
        [12, 1000, 2000, 1000, 100, '7 8 9 10 11 12', 7],
        [11, 500, 1000, 500, 100, '2 3 4 5 6', 3],
      ]);
    });

    test('a visitor without a session who asks for a repeat client’s settings is shown a first loan’s', {
      tags: ['spec-7.5', 'spec-9.15'],
    }, async () => {
      const { headers: _1, ...first } = await settings('1');
      const { headers: _2, ...asked } = await settings('2');
      expect(asked).toEqual(first);
    });

    test('each carries the dated figures it is priced with; beside them stands what being late and extending cost', async () => {
      const { singlePayProduct, installmentProducts, tariff } = await settings('1');
      expect(getProductSettings.examples[0]?.response).toMatchObject({ singlePayProduct, tariff });
      expect(installmentProducts[0]?.pricing.fees).toEqual([
        { name: 'techFee', kind: 'perInstallment', net: 4, discount: 1 },
        { name: 'acceleratedAcceptanceFee', kind: 'spread', net: 45, discount: 0 },
      ]);
    });

    test('a flaw in the lender’s policies takes the tariff away and no price', async () => {
      await changeParameter(lending.db, { kind: 'policy', key: 'late', from: '2026-01-15', value: { flaw: true } });
      const { singlePayProduct, tariff } = await settings('1');
      expect(singlePayProduct.pricing.tea).toBe(110);
      expect(tariff).toBeUndefined();
    });

    test('beside them stands the data officer, once the lender has named one', async () => {
      expect((await settings('1')).dataOfficer).toBeUndefined();
      const value = { name: 'Rosa Díaz Paredes', contact: 'datos@manay.example' };
      await changeParameter(lending.db, { kind: 'policy', key: 'data-officer', from: '2026-01-15', value });
      expect((await settings('1')).dataOfficer).toEqual(value);
    });

    test('a promotion for the first loan is shown to first-time clients only', async () => {
      const value = { enabled: true, upToAmount: 300, upToTerm: 15 };
      await changeParameter(lending.db, { kind: 'promotion', key: '1', from: '2026-01-15', value });
      expect((await settings('1')).singlePayProduct.pricing.freeUpTo).toEqual({ amount: 300, term: 15 });
    });
  });

  describe('a sandbox', () => {
    const sandbox = withTestLending({ sandbox: true });

    test('says until when the highest rate held that it carries forward', async () => {
      const ask = async () =>
        acceptedBody(await callEndpoint(sandbox, getProductSettings, { query: { sequence: '1' } }));
      expect(await ask()).not.toHaveProperty('capOf');
      sandbox.clock.moveTo('2026-05-01');
      expect((await ask()).capOf).toBe('2026-04-30');
    });
  });

  describe('caching', () => {
    test('who holds the current settings gets 304 without a body', async () => {
      const { headers } = await settings('1');
      expect(headers.get('cache-control')).toBe('public, no-cache');
      for (const held of [headers.get('etag'), `W/${headers.get('etag')}`, `"other", ${headers.get('etag')}`, '*']) {
        const response = await lending.app.request(`${getProductSettings.path}?sequence=1`, {
          headers: { 'If-None-Match': held as string },
        });
        expect(response.status).toBe(304);
        expect(await response.text()).toBe('');
      }
    });

    test('a new day or a changed figure is another version', async () => {
      const tags = [(await settings('1')).headers.get('etag')];
      lending.clock.moveTo('2026-01-16');
      tags.push((await settings('1')).headers.get('etag'));
      await changeParameter(lending.db, {
        kind: 'igv',
        key: 'general',
        from: '2026-01-16',
        value: { percent: '19.00' },
      });
      tags.push((await settings('1')).headers.get('etag'));
      expect(new Set(tags).size).toBe(3);
    });

    test('every change makes the parameter version grow', async () => {
      const before = (await settings('1')).singlePayProduct.pricing.parameterVersion;
      await changeParameter(lending.db, {
        kind: 'igv',
        key: 'general',
        from: '2026-06-01',
        value: { percent: '19.00' },
      });
      expect((await settings('1')).singlePayProduct.pricing.parameterVersion).toBeGreaterThan(before);
    });
  });

  describe('a client who is signed in', () => {
    const loans = withClientLoans();
    const ask = async (sequence: '1' | '2', headers: Record<string, string>) => {
      const answer = await callEndpoint(loans, getProductSettings, { query: { sequence }, headers });
      const { singlePayProduct } = acceptedBody(answer);
      const techFee = singlePayProduct.pricing.fees.find(({ name }) => name === 'techFee');
      return [singlePayProduct.maxAmount, techFee?.discount, answer.headers.get('cache-control')];
    };

    test('gets the bounds of their level once a loan is paid back, and nobody else’s cache gets them', {
      tags: ['spec-7.5', 'spec-9.15', 'promise-levels'],
    }, async () => {
      const client = await aClientOn(loans, '2026-02-14');
      expect(await ask('2', client.headers)).toEqual([500, 3, 'private, no-cache']);
      await pay(loans, client.loan.id, 573.03);
      await trusted(loans, client.personId);
      expect(await ask('2', client.headers)).toEqual([800, 3, 'private, no-cache']);
      expect(await ask('1', client.headers)).toEqual([500, 3, 'public, no-cache']);
    });

    test('pays less for the platform than a stranger when their level says so', async () => {
      const client = await aClientOn(loans, '2026-02-14');
      await pay(loans, client.loan.id, 573.03);
      for (let k = 1; k <= 6; k++) {
        const event = { event: 'plan-completed', date: '2026-01-20' as never, naturalKey: `plan ${k}` } as const;
        await recordTrustEvent(loans.db.kysely, { personId: client.personId, ...event }, loans.clock.now());
      }
      await changeParameter(loans.db, {
        kind: 'policy',
        key: 'trust',
        from: '2026-02-01',
        value: {
          ...(SEED_POLICIES.trust as object),
          levels: [
            { level: 1, maxSinglePayCents: 50_000, techFeeDiscountPercent: 0 },
            { level: 2, fromPoints: 80, maxSinglePayCents: 123_400, techFeeDiscountPercent: 40 },
          ],
        },
      });
      expect(await ask('2', client.headers)).toEqual([1200, 6, 'private, no-cache']);
    });

    test('with a session that is over, is a visitor like any other', async () => {
      const headers = { Authorization: 'Bearer nobody', Cookie: '__Host-bind=nobody' };
      expect(await ask('2', headers)).toEqual([500, 3, 'public, no-cache']);
    });
  });
});

describe('400', () => {
  test.each([
    ['no sequence', '', ['sequence.required']],
    ['an empty sequence', '?sequence=', ['sequence.not_allowed']],
    ['a sequence that does not exist', '?sequence=3', ['sequence.not_allowed']],
    ['a sequence in words', '?sequence=first', ['sequence.not_allowed']],
    ['the sequence twice, even the same', '?sequence=1&sequence=1', ['sequence.invalid']],
    ['an unknown parameter', '?sequence=1&color=red', ['color.unknown']],
    [
      'a prototype as a parameter',
      '?sequence=1&__proto__=1&constructor=2',
      ['__proto__.unknown', 'constructor.unknown'],
    ],
    ['a broken percent sign', '?sequence=%zz', ['sequence.not_allowed']],
    ['a zero byte', '?sequence=1%00', ['sequence.not_allowed']],
  ])('%s', async (_, query, codes) => {
    const response = await lending.app.request(getProductSettings.path + query);
    const body = errorBody.parse(await response.json());
    expect(response.status).toBe(400);
    expect(fieldCodes({ body })).toEqual(codes);
  });
});

describe('409', () => {
  const ask = () => callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });

  test('without a rate cap for today there are no products to show', async () => {
    lending.clock.moveTo('2026-05-01');
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'parameter_missing', details: { businessDate: '2026-05-01' } } },
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('whom to ask about personal data is said on such a day too', async () => {
    const dataOfficer = { name: 'Rosa Díaz Paredes', contact: 'datos@manay.example' };
    const named = { kind: 'policy', key: 'data-officer', from: '2026-01-15', value: dataOfficer };
    await changeParameter(lending.db, named);
    lending.clock.moveTo('2026-05-01');
    expect(await ask()).toMatchObject({ status: 409, body: { error: { details: { dataOfficer } } } });
  });
});

describe('429', () => {
  test('settings and offers draw on one allowance', async () => {
    await changeParameter(lending.db, {
      kind: 'rate_limit',
      key: 'public-offer',
      from: '2026-01-15',
      value: { perMinute: 1, burst: 2 },
    });
    const settings = () => callEndpoint(lending, getProductSettings, { query: { sequence: '1' } });
    expect((await settings()).status).toBe(200);
    expect((await callEndpoint(lending, makePublicOffer, { body: {} })).status).toBe(400);
    const refused = await settings();
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
