import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import type { CardGateway, CardPurchase } from '#server/lending/gateways/card/card-gateway.ts';
import { maskCard, readOutcome } from '#server/lending/gateways/card/niubiz-answers.ts';
import { niubizCard } from '#server/lending/gateways/card/niubiz-card.ts';
import type { CardBehaviour } from '#server/lending/gateways/card/sandbox-niubiz.ts';
import { sandboxNiubiz } from '#server/lending/gateways/card/serve-sandbox-niubiz.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import type { Fault } from '#server/lending/gateways/sandbox/faults.ts';
import { forAll } from '#tests/support/for-all.ts';
import { closeSandboxes, type SandboxServer, serveSandbox } from '#tests/support/lending/sandbox-server.ts';

closeSandboxes();

const ACCOUNT = { merchantId: '456879852', user: 'shop@manay.example', password: 'play money', ruc: '20999999990' };
const NOW = Date.parse('2026-01-15T17:00:00Z');
const ASKED = cents(57_303);
const TODAY = '2026-01-15';
let today: string;
beforeEach(() => {
  today = TODAY;
});
const PURCHASE: CardPurchase = {
  purchaseNumber: '1000000001',
  amountCents: ASKED,
  email: 'rosa@correo.example',
  clientId: '019bd6a0-0000-7000-8000-000000000001',
  isFrequent: false,
  clientIp: '190.12.0.1',
  registeredDays: 30,
  expiresAt: NOW + 15 * 60_000,
  actionUrl: 'https://manay.example/api/v1/online-payment/k',
  timeoutUrl: 'https://manay.example/profile/components/payment/repay-loan/',
};

interface Till {
  readonly gateway: CardGateway;
  readonly server: SandboxServer;
  /** The requests that reached the provider, `POST api.name`, and their bodies. */
  readonly requests: string[];
  readonly bodies: string[];
  /** Opens a session, goes to the provider's form and lets its bank behave like this. */
  pay(behaviour: CardBehaviour, purchaseNumber?: string): Promise<string>;
  plan(operation: string, fault: Fault, done?: boolean): Promise<void>;
}

async function openTill(account: Partial<typeof ACCOUNT> = {}): Promise<Till> {
  const server = await serveSandbox(
    sandboxNiubiz({ settings: ACCOUNT, now: () => NOW, businessDate: () => today, lateMs: 200 }),
  );
  const requests: string[] = [];
  const bodies: string[] = [];
  const gateway = niubizCard({
    settings: {
      apiUrl: `${server.url}/sandbox/niubiz/`,
      scriptUrl: '/sandbox/niubiz/checkout.js',
      ...ACCOUNT,
      ...account,
    },
    fetch: (input, init) => {
      requests.push(`${init?.method} ${new URL(String(input)).pathname.split('/').at(3)}`);
      bodies.push(String(init?.body ?? ''));
      return fetch(input, init);
    },
    now: () => NOW,
    timeouts: { shortMs: 1_500, authoriseMs: 1_500 },
  });
  return {
    gateway,
    server,
    requests,
    bodies,
    async pay(behaviour, purchaseNumber = PURCHASE.purchaseNumber) {
      const { form } = await gateway.openSession({ ...PURCHASE, purchaseNumber });
      const query = new URLSearchParams({
        sessiontoken: form.sessionKey,
        purchasenumber: form.purchaseNumber,
        action: form.actionUrl,
        timeouturl: form.timeoutUrl,
      });
      const page = await (await fetch(`${server.url}/sandbox/niubiz/checkout?${query}`)).text();
      expect(page).toContain(`action="${PURCHASE.actionUrl}"`);
      const button = page.split('</form>').find((part) => part.includes(`data-behaviour="${behaviour}"`)) ?? '';
      return /name="transactionToken" value="(\w+)"/.exec(button)?.[1] ?? '';
    },
    async plan(operation, fault, done = true) {
      const answer = await server.press('/sandbox/niubiz/faults', { operation, fault, done: done ? 'yes' : 'no' });
      expect(answer.status).toBe(303);
    },
  };
}

const { purchaseNumber } = PURCHASE;
const order = (transactionToken: string) => ({ purchaseNumber, amountCents: ASKED, transactionToken });
const refundOf = (transactionId: string, isOfToday = true) => ({
  purchaseNumber,
  transactionId,
  amountCents: ASKED,
  refundId: '019bd6a0-0000-7000-8000-00000000abcd',
  isOfToday,
});

async function paid({ gateway, pay }: Till): Promise<string> {
  const outcome = await gateway.authorise(order(await pay('approve')));
  return outcome.kind === 'approved' ? outcome.transactionId : '';
}

test('a session gives the page all the form needs, and ends with the payment', async () => {
  const { gateway } = await openTill();
  const session = await gateway.openSession(PURCHASE);
  expect(session).toEqual({
    sessionKey: expect.stringMatching(/^\w{32}$/),
    expiresAt: PURCHASE.expiresAt,
    form: {
      scriptUrl: '/sandbox/niubiz/checkout.js',
      merchantId: ACCOUNT.merchantId,
      sessionKey: session.sessionKey,
      channel: 'web',
      purchaseNumber,
      amount: '573.03',
      expirationMinutes: 15,
      actionUrl: PURCHASE.actionUrl,
      timeoutUrl: PURCHASE.timeoutUrl,
    },
  });
});

test('an approved card brings its numbers, and the query finds the same', async () => {
  const { gateway, pay } = await openTill();
  const outcome = await gateway.authorise(order(await pay('approve')));
  expect(outcome).toEqual({
    kind: 'approved',
    authorisationCode: expect.stringMatching(/^\d{6}$/),
    maskedCard: '455103******8136',
    brand: 'visa',
    transactionId: expect.stringMatching(/^9\d{14}$/),
    amountCents: ASKED,
  });
  expect(await gateway.find(purchaseNumber)).toEqual(outcome);
});

test.each<[CardBehaviour, string, string]>([
  ['insufficient-funds', 'insufficient-funds', '116'],
  ['expired-card', 'expired-card', '101'],
  ['wrong-security-code', 'wrong-security-code', '129'],
  ['issuer-away', 'try-later', '910'],
])('a card the bank refuses (%s) is declined with the reason a client can act on', async (behaviour, reason, code) => {
  const { gateway, pay } = await openTill();
  const declined = { kind: 'declined', reason, code };
  expect(await gateway.authorise(order(await pay(behaviour)))).toEqual(declined);
  expect(await gateway.find(purchaseNumber)).toEqual(declined);
});

test('a late answer is waited for', async () => {
  const { gateway, pay } = await openTill();
  const token = await pay('approve-late');
  const asked = performance.now();
  expect(await gateway.authorise(order(token))).toMatchObject({ kind: 'approved', amountCents: ASKED });
  expect(performance.now() - asked).toBeGreaterThan(150);
});

test('what counts is the amount the provider took, not the one that was asked', async () => {
  const { gateway, pay } = await openTill();
  expect(await gateway.authorise(order(await pay('approve-less')))).toMatchObject({
    kind: 'approved',
    amountCents: 57_203,
  });
});

test.each<CardBehaviour>(['take-and-say-nothing', 'take-and-fail', 'take-and-cut-off', 'take-and-hang-up'])(
  'money taken without a word (%s) does not count as an answer, and the query finds it',
  async (behaviour) => {
    const { gateway, pay } = await openTill();
    const lost = gateway.authorise(order(await pay(behaviour)));
    await expect(lost).rejects.toThrow(NoAnswer);
    await expect(lost).rejects.toMatchObject({ mayHaveHappened: true });
    expect(await gateway.find(purchaseNumber)).toMatchObject({ kind: 'approved', amountCents: ASKED });
  },
);

test('an order that got lost has no answer, and the query finds nothing', async () => {
  const { gateway, pay } = await openTill();
  await expect(gateway.authorise(order(await pay('say-nothing')))).rejects.toThrow(NoAnswer);
  expect(await gateway.find(purchaseNumber)).toEqual({ kind: 'not-found' });
});

test.each<Fault>(['time-out', 'server-error', 'cut-off', 'html-page', 'slow-body', 'drop'])(
  'an answer that goes wrong (%s) does not count as one, whatever was called',
  async (fault) => {
    const { gateway, pay, plan } = await openTill();
    const token = await pay('approve');
    for (const operation of ['session', 'query', 'authorise', 'reverse', 'refund']) await plan(operation, fault);
    const refund = refundOf('9');
    const calls = [
      () => gateway.openSession(PURCHASE),
      () => gateway.find(purchaseNumber),
      () => gateway.authorise(order(token)),
      () => gateway.refund(refund),
      () => gateway.refund({ ...refund, isOfToday: false }),
    ];
    // At once, because each is waited for until its time is over.
    await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(NoAnswer)));
    expect(await gateway.find(purchaseNumber)).toMatchObject({ kind: 'approved' });
  },
);

test('the second order with one number gives the outcome of the first, and no second payment', async () => {
  const { gateway, pay, server } = await openTill();
  const token = await pay('approve');
  const first = await gateway.authorise(order(token));
  expect(await gateway.authorise(order(token))).toEqual(first);
  const page = await (await fetch(`${server.url}/sandbox/niubiz`)).text();
  expect(page.split(`<td>${purchaseNumber}</td>`)).toHaveLength(2);
});

test('a refused order whose number cannot be asked about is unknown, not declined', async () => {
  const { gateway, pay, plan } = await openTill();
  const token = await pay('refuse-token');
  await plan('query', 'drop', false);
  await expect(gateway.authorise(order(token))).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: true });
  expect(await gateway.authorise(order(token))).toEqual({ kind: 'declined', reason: 'refused', code: '400' });
});

test('one access token serves many calls, and one that ended is renewed once', async () => {
  const { gateway, pay, server, requests } = await openTill();
  const tokens = () => requests.filter((request) => request === 'POST api.security').length;
  await Promise.all([gateway.openSession(PURCHASE), gateway.openSession(PURCHASE), gateway.find(purchaseNumber)]);
  expect(tokens()).toBe(1);
  const token = await pay('approve');
  await server.press('/sandbox/niubiz/forget-tokens');
  expect(await gateway.authorise(order(token))).toMatchObject({ kind: 'approved' });
  expect(tokens()).toBe(2);
});

test('an access token whose time is over is not used', async () => {
  const server = await serveSandbox(sandboxNiubiz({ settings: ACCOUNT, now: () => NOW, businessDate: () => today }));
  let now = NOW;
  let tokens = 0;
  const gateway = niubizCard({
    settings: { apiUrl: `${server.url}/sandbox/niubiz`, scriptUrl: '', ...ACCOUNT },
    fetch: (input, init) => {
      if (String(input).includes('api.security')) tokens += 1;
      return fetch(input, init);
    },
    now: () => now,
  });
  await gateway.find(purchaseNumber);
  now += 3_500_000;
  await gateway.find(purchaseNumber);
  expect(tokens).toBe(1);
  now += 60_000;
  await gateway.find(purchaseNumber);
  expect(tokens).toBe(2);
});

test('credentials that are refused, twice, end as an answer that surely did nothing', async () => {
  const { gateway, plan, pay } = await openTill();
  const token = await pay('approve');
  await plan('authorise', 'unauthorised');
  await plan('authorise', 'unauthorised');
  await expect(gateway.authorise(order(token))).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: false });
  const stranger = await openTill({ password: 'wrong' });
  await expect(stranger.gateway.find(purchaseNumber)).rejects.toMatchObject({ mayHaveHappened: false });
});

test('a provider that is not there has surely taken nothing', async () => {
  const gateway = niubizCard({
    settings: { apiUrl: 'http://127.0.0.1:1', scriptUrl: '', ...ACCOUNT },
    fetch,
    now: () => NOW,
  });
  await expect(gateway.authorise(order('T'))).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: false });
});

test('a payment of today is reversed, once', async () => {
  const till = await openTill();
  const transactionId = await paid(till);
  expect(await till.gateway.refund(refundOf(transactionId))).toEqual({ kind: 'refunded', transactionId });
  expect(await till.gateway.refund(refundOf(transactionId))).toEqual({ kind: 'refused', code: '400' });
  expect(till.requests).not.toContain('POST api.refund');
});

test('a payment of an earlier day is not reversed: its refund is registered, once', async () => {
  const till = await openTill();
  const transactionId = await paid(till);
  today = '2026-01-16';
  till.requests.length = 0;
  till.bodies.length = 0;
  expect(await till.gateway.refund(refundOf(transactionId, false))).toEqual({
    kind: 'registered',
    reference: expect.stringMatching(/^\d{8}$/),
  });
  expect(till.requests).toEqual(['POST api.refund']);
  expect(JSON.parse(till.bodies[0] ?? '')).toEqual({
    ruc: ACCOUNT.ruc,
    comment: 'Devolución de pago',
    externalReferenceId: '019bd6a0000070008000',
    amount: 573.03,
  });
  expect(await till.gateway.refund(refundOf(transactionId, false))).toEqual({ kind: 'refused', code: '110' });
});

test('a payment that was settled before we asked is given back by the refund API', async () => {
  const till = await openTill();
  const transactionId = await paid(till);
  today = '2026-01-16';
  expect(await till.gateway.refund(refundOf(transactionId))).toMatchObject({ kind: 'registered' });
});

test('a reversal without an answer is not followed by a refund', async () => {
  const till = await openTill();
  const transactionId = await paid(till);
  await till.plan('reverse', 'cut-off');
  await expect(till.gateway.refund(refundOf(transactionId))).rejects.toMatchObject({ mayHaveHappened: true });
  expect(till.requests).not.toContain('POST api.refund');
});

test('the refund API is not asked about a payment whose transaction is not known', async () => {
  const { gateway } = await openTill();
  await expect(gateway.refund(refundOf('../9', false))).rejects.toMatchObject({ mayHaveHappened: false });
});

test.each([
  [false, '0'],
  [true, '1'],
])('the bank is told who pays, and whether often (%s)', async (isFrequent, word) => {
  const { gateway, bodies } = await openTill();
  await gateway.openSession({ ...PURCHASE, isFrequent });
  expect(JSON.parse(bodies.at(-1) ?? '').antifraud).toEqual({
    clientIp: PURCHASE.clientIp,
    merchantDefineData: { MDD4: PURCHASE.email, MDD21: word, MDD32: PURCHASE.clientId, MDD75: 'Registrado', MDD77: 30 },
  });
});

test.each(['', '0', '012', '1234567890123', '12a', '../1'])(
  '%j is not a purchase number, because a purchase number becomes part of an address',
  async (number) => {
    const { gateway } = await openTill();
    await expect(gateway.find(number)).rejects.toThrow(RangeError);
  },
);

test('an approval is believed only when it is of this purchase, in soles, and whole', () => {
  const whole = {
    order: { purchaseNumber, amount: 573.03, currency: 'PEN', authorizationCode: '1', transactionId: '2' },
    dataMap: { ACTION_CODE: '000', CARD: '4551031234568136', BRAND: 'visa' },
  };
  const read = (body: unknown) => readOutcome('test', { status: 200, text: JSON.stringify(body) }, purchaseNumber);
  expect(read(whole)).toMatchObject({ kind: 'approved', maskedCard: '455103******8136' });
  for (const change of [
    { purchaseNumber: '2' },
    { currency: 'USD' },
    { amount: -573.03 },
    { amount: 573.031 },
    { authorizedAmount: '573.03' },
    { authorizationCode: '' },
    { transactionId: undefined },
  ]) {
    expect(() => read({ ...whole, order: { ...whole.order, ...change } }), JSON.stringify(change)).toThrow(NoAnswer);
  }
  const inText = { ...whole, order: { ...whole.order, amount: '573.03' } };
  expect(() => read(inText)).toThrow('test: an approval, and its amount is text, not a number');
  // The details are texts by their nature, and a number may be as wide as the provider's.
  const { amount: _, ...order } = { ...whole.order, purchaseNumber: purchaseNumber.padStart(12, '0') };
  const inDetails = { order, dataMap: { ...whole.dataMap, AMOUNT: '573.03' } };
  expect(read(inDetails)).toMatchObject({ kind: 'approved', amountCents: ASKED });
});

test('whatever an answer holds, it is read as an outcome or as no answer', () =>
  forAll(800, [fc.oneof(fc.string(), fc.json()), fc.integer({ min: 200, max: 499 })], (text, status) => {
    try {
      expect(readOutcome('test', { status, text }, purchaseNumber).kind).not.toBe('approved');
    } catch (error) {
      expect(error).toBeInstanceOf(NoAnswer);
    }
  }));

test('of a card nothing but its ends is kept', () => {
  forAll(800, [fc.stringMatching(/^\d{13,19}$/)], (card) => {
    const masked = maskCard(card);
    expect(masked).toHaveLength(card.length);
    expect(masked.replaceAll('*', '')).toBe(card.slice(0, 6) + card.slice(-4));
  });
  expect(maskCard('4551-03XX-XXXX-8136')).toBe('455103******8136');
  expect(maskCard('8136')).toBe('');
});
