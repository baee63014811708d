import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import { httpBank } from '#server/lending/gateways/payout/http-bank.ts';
import type { PayoutOrder } from '#server/lending/gateways/payout/payout-gateway.ts';
import { sandboxBank } from '#server/lending/gateways/payout/sandbox-bank.ts';
import type { Fault } from '#server/lending/gateways/sandbox/faults.ts';
import { closeSandboxes, serveSandbox } from '#tests/support/lending/sandbox-server.ts';

closeSandboxes();

const ORDER: PayoutOrder = {
  orderId: '019bd6a0-0000-7000-8000-000000000001',
  amountCents: cents(50_000),
  cci: '00219100001234567852',
  holder: 'Rosa Elena Quispe',
};

async function openBank(habit: 'pay' | 'accept' | 'reject' | 'pay-another-amount' = 'pay') {
  const bank = await serveSandbox(sandboxBank({ token: 'token', businessDate: () => '2026-01-15', habit }));
  const settings = { apiUrl: `${bank.url}/sandbox/bank`, token: 'token' };
  return {
    ...bank,
    gateway: httpBank({ settings, fetch, timeoutMs: 1_500 }),
    plan: (operation: string, fault: Fault, done = true) =>
      bank.press('/sandbox/bank/faults', { operation, fault, done: done ? 'yes' : 'no' }),
    decide: (status: string) => bank.press(`/sandbox/bank/decide/${ORDER.orderId}`, { status }),
  };
}

test('an order is paid, with the bank’s number and its value date, and paid once however often it is sent', async () => {
  const { gateway, url } = await openBank();
  const paid = await gateway.send(ORDER);
  expect(paid).toEqual({ kind: 'paid', providerRef: expect.stringMatching(/^B\d{10}$/), valueDate: '2026-01-15' });
  expect(await gateway.send(ORDER)).toEqual(paid);
  expect(await gateway.find(ORDER.orderId)).toEqual(paid);
  expect((await (await fetch(`${url}/sandbox/bank`)).text()).split(`<td>${ORDER.orderId}</td>`)).toHaveLength(2);
});

test('an accepted order is paid later, and money that was paid can come back', async () => {
  const { gateway, decide } = await openBank('accept');
  expect(await gateway.send(ORDER)).toMatchObject({ kind: 'accepted' });
  await decide('PAID');
  expect(await gateway.find(ORDER.orderId)).toMatchObject({ kind: 'paid', valueDate: '2026-01-15' });
  await decide('REJECTED');
  expect(await gateway.find(ORDER.orderId)).toEqual({ kind: 'rejected', reason: 'The account does not exist' });
});

test('a bank that rejects says why', async () => {
  const { gateway } = await openBank('reject');
  expect(await gateway.send(ORDER)).toEqual({ kind: 'rejected', reason: 'The account does not exist' });
});

test.each<Fault>(['time-out', 'server-error', 'cut-off', 'html-page', 'slow-body', 'drop', 'unauthorised'])(
  'an answer that goes wrong (%s) leaves the order unknown; sending it again pays it once',
  async (fault) => {
    const { gateway, plan } = await openBank();
    await plan('send', fault);
    await plan('find', fault);
    const answers = [gateway.send(ORDER), gateway.find(ORDER.orderId)];
    await Promise.all(answers.map((answer) => expect(answer).rejects.toThrow(NoAnswer)));
    expect(await gateway.send(ORDER)).toMatchObject({ kind: 'paid' });
  },
);

test('an order that got lost is not there', async () => {
  const { gateway, plan } = await openBank();
  await plan('send', 'drop', false);
  await expect(gateway.send(ORDER)).rejects.toThrow(NoAnswer);
  expect(await gateway.find(ORDER.orderId)).toEqual({ kind: 'not-found' });
});

test('a bank that speaks of another amount has not answered', async () => {
  const { gateway } = await openBank('pay-another-amount');
  await expect(gateway.send(ORDER)).rejects.toThrow(NoAnswer);
});

test.each<[string, Partial<PayoutOrder>]>([
  ['a path as a number', { orderId: '../1' }],
  ['a short account', { cci: '123' }],
  ['nothing', { amountCents: cents(0) }],
])('an order with %s never leaves', async (_, change) => {
  const gateway = httpBank({ settings: { apiUrl: 'http://127.0.0.1:1', token: 't' }, fetch });
  await expect(gateway.send({ ...ORDER, ...change })).rejects.toThrow(RangeError);
});
