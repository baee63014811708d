import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aDebtor, askToPay, startPayment, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

test('by card the client gets the form of the provider, and nothing else', async () => {
  const debtor = await aDebtor(payments);
  const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', amount: 509.44, method: 'NIUBIZ' });
  expect(payment).toMatchObject({ status: 'PENDING_CUSTOMER', amount: 509.44, canCancel: true, canSendVoucher: false });
  expect(payment.action).toMatchObject({
    type: 'CARD_FORM',
    amount: '509.44',
    expirationMinutes: 20,
    purchaseNumber: expect.stringMatching(/^[1-9]\d{11}$/),
    actionUrl: expect.stringMatching(/\/api\/v1\/online-payment\/[\w-]{43}$/),
    timeoutUrl: expect.stringContaining(`/online-payment/completed/?p=${payment.id}`),
  });
});

test.each(['PAGOEFECTIVO', 'YAPE', 'BCP_AGENTE', 'VIABCP'])('by %s the client gets a code', async (method) => {
  const payment = await startPayment(payments, await aDebtor(payments), { purpose: 'PAYOFF', method });
  expect(payment).toMatchObject({
    status: 'PENDING_CUSTOMER',
    expiresAt: '2026-01-17T17:00:00.000Z',
    action: { type: 'CODE', code: expect.stringMatching(/^\d+$/), codeUrl: expect.stringContaining('/cips/') },
  });
});

test('by hand the client gets our accounts and a reference of their own, without any provider', {
  tags: 'promise-ways-to-pay-and-our-accounts',
}, async () => {
  const debtor = await aDebtor(payments);
  payments.world.isDown = true;
  const [one, other] = [
    await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'MANUAL' }),
    await startPayment(payments, debtor, { purpose: 'PARTIAL', amount: 50, method: 'MANUAL' }),
  ];
  expect(one).toMatchObject({ status: 'PENDING_CUSTOMER', canSendVoucher: true, action: { type: 'TRANSFER' } });
  if (one.action?.type !== 'TRANSFER' || other.action?.type !== 'TRANSFER') throw new Error('no transfer');
  expect(one.action.accounts.map(({ bank }) => bank)).toEqual(['BCP', 'Interbank', 'BBVA', 'Scotiabank']);
  expect(one.action.reference).not.toBe(other.action.reference);
});

test('the same key is the same payment, and its repetition says so', async () => {
  const debtor = await aDebtor(payments);
  const key = randomUUID();
  const first = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key);
  const again = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key);
  expect(acceptedBody(again).id).toBe(acceptedBody(first).id);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(again.headers.get('idempotency-replayed')).toBe('true');
});

test('without a key the same wish is the same payment while it waits, and another wish another', async () => {
  const debtor = await aDebtor(payments);
  const ask = async (request: object) => {
    const body = { loanNumber: debtor.number, method: 'MANUAL', ...request };
    return acceptedBody(await callEndpoint(payments, makePayment, { headers: debtor.headers, body })).id;
  };
  const first = await ask({ purpose: 'PARTIAL', amount: 50 });
  expect(await ask({ purpose: 'PARTIAL', amount: 50 })).toBe(first);
  expect(await ask({ purpose: 'PARTIAL', amount: 60 })).not.toBe(first);
  payments.clock.pass({ hours: 73 });
  expect(await ask({ purpose: 'PARTIAL', amount: 50 })).not.toBe(first);
});

test('a provider that is away leaves nothing behind but the wish: the same key goes on where it stopped', async () => {
  const debtor = await aDebtor(payments);
  const key = randomUUID();
  payments.world.isDown = true;
  const down = await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key);
  expect(down).toMatchObject({ status: 503, body: { error: { code: 'method_unavailable' } } });
  expect(down.headers.get('retry-after')).toBe('10');
  payments.world.isDown = false;
  const up = acceptedBody(await askToPay(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' }, key));
  expect(up).toMatchObject({ status: 'PENDING_CUSTOMER', action: { type: 'CARD_FORM' } });
});

test('an instalment is paid as it stands; a prepayment goes the way that was chosen', async () => {
  const debtor = await aDebtor(payments, EX2_TERMS);
  expect(await startPayment(payments, debtor, { purpose: 'INSTALLMENT', method: 'MANUAL' })).toMatchObject({
    amount: 635.63,
    mode: null,
  });
  const request = { purpose: 'PREPAY', amount: 800, mode: 'REDUCE_TERM', method: 'MANUAL' };
  expect(await startPayment(payments, debtor, request)).toMatchObject({ amount: 800, mode: 'REDUCE_TERM' });
});
