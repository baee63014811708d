import { describe, expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClientOn, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';

const lending = withTestLending();

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
