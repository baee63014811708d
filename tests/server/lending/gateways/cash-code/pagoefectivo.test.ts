import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import type {
  CashCodeGateway,
  CashCodeOrder,
  CashNotice,
} from '#server/lending/gateways/cash-code/cash-code-gateway.ts';
import { hashString, pagoEfectivo } from '#server/lending/gateways/cash-code/pagoefectivo.ts';
import { signNotice } from '#server/lending/gateways/cash-code/pagoefectivo-notice.ts';
import { readInstant, writeInstant } from '#server/lending/gateways/cash-code/pagoefectivo-time.ts';
import { sandboxPagoEfectivo } from '#server/lending/gateways/cash-code/serve-sandbox-pagoefectivo.ts';
import { NoAnswer } from '#server/lending/gateways/no-answer.ts';
import type { Fault } from '#server/lending/gateways/sandbox/faults.ts';
import { forAll } from '#tests/support/for-all.ts';
import { closeSandboxes, type SandboxServer, serveSandbox } from '#tests/support/lending/sandbox-server.ts';

closeSandboxes();

const ACCOUNT = { serviceId: '1339', accessKey: 'an access key', secretKey: 'a secret key' };
const NOW = Date.parse('2026-01-15T17:00:00Z');
const ORDER: CashCodeOrder = {
  reference: '019bd6a0-0000-7000-8000-000000000001',
  amountCents: cents(57_303),
  expiresAt: NOW + 48 * 3_600_000,
  concept: 'Préstamo P-2026-0001234',
  payer: {
    email: 'rosa@correo.example',
    firstName: 'Rosa',
    lastName: 'Quispe',
    documentType: 'DNI',
    documentNumber: '40226700',
    phone: '+51987654321',
  },
};

interface Provider {
  readonly gateway: CashCodeGateway;
  readonly server: SandboxServer;
  /** Notices that our webhook received, as the gateway read them. */
  readonly received: CashNotice[];
  readonly tokens: () => number;
  moveTo(at: number): void;
  issue(): Promise<string>;
  pay(code: string, fields?: Readonly<Record<string, string>>): Promise<void>;
  plan(operation: string, fault: Fault, done?: boolean): Promise<void>;
}

async function openProvider(account: Partial<typeof ACCOUNT> = {}): Promise<Provider> {
  let now = NOW;
  let tokens = 0;
  const received: CashNotice[] = [];
  const webhook = new Hono();
  const ours = await serveSandbox(webhook);
  const options = { now: () => now, fetch, webhookUrl: () => `${ours.url}/api/v1/webhooks/pagoefectivo` };
  const server = await serveSandbox(sandboxPagoEfectivo({ settings: ACCOUNT, ...options }));
  const gateway = pagoEfectivo({
    settings: { apiUrl: `${server.url}/sandbox/pagoefectivo`, ...ACCOUNT, ...account },
    fetch: (input, init) => {
      if (String(input).endsWith('/authorizations')) tokens += 1;
      return fetch(input, init);
    },
    now: () => now,
    timeoutMs: 1_500,
  });
  webhook.post('/api/v1/webhooks/pagoefectivo', async (c) => {
    received.push(gateway.readNotice(new Uint8Array(await c.req.arrayBuffer()), c.req.header('pe-signature')));
    return c.body(null, 202);
  });
  return {
    gateway,
    server,
    received,
    tokens: () => tokens,
    moveTo: (at) => {
      now = at;
    },
    async issue() {
      const issued = await gateway.createCode(ORDER);
      if (issued.kind !== 'issued') throw new Error(`refused: ${issued.field}`);
      return issued.code;
    },
    async pay(code, fields = {}) {
      const answer = await server.press(`/sandbox/pagoefectivo/cips/${code}/pay`, fields);
      expect(answer.status).toBe(303);
    },
    async plan(operation, fault, done = true) {
      await server.press('/sandbox/pagoefectivo/faults', { operation, fault, done: done ? 'yes' : 'no' });
    },
  };
}

const paid = (code: string, amountCents = 57_303) => ({
  kind: 'paid',
  code,
  amountCents,
  reference: ORDER.reference,
  paidAt: NOW,
  valueDate: '2026-01-15',
  operationNumber: expect.stringMatching(/^\d+$/),
  eventId: expect.stringMatching(new RegExp(`^cip\\.paid:${code}:\\d+$`)),
});

test('a code is issued for the amount asked, with a page that says how to pay it', async () => {
  const { gateway, server } = await openProvider();
  const issued = await gateway.createCode(ORDER);
  expect(issued).toEqual({
    kind: 'issued',
    code: expect.stringMatching(/^\d{8}$/),
    codeUrl: expect.stringMatching(/^http:/),
    expiresAt: ORDER.expiresAt,
  });
  const page = await fetch(issued.kind === 'issued' ? issued.codeUrl : server.url);
  expect(await page.text()).toContain('Préstamo P-2026-0001234');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
});

test.each<[Partial<CashCodeOrder>, string]>([
  [{ expiresAt: NOW - 1000 }, 'dateExpiry'],
  [{ payer: { ...ORDER.payer, email: 'rosa' } }, 'userEmail'],
])('an order the provider does not like is refused, and nothing is issued: %j', async (change, field) => {
  const { gateway } = await openProvider();
  expect(await gateway.createCode({ ...ORDER, ...change })).toMatchObject({ kind: 'refused', field });
});

test('a paid code comes as a signed message, and the search says the same', async () => {
  const { gateway, issue, pay, received } = await openProvider();
  const code = await issue();
  expect(await gateway.find(code)).toEqual({ kind: 'pending' });
  await pay(code);
  expect(received).toEqual([paid(code)]);
  expect(await gateway.find(code)).toEqual({
    kind: 'paid',
    code,
    amountCents: 57_303,
    paidAt: NOW,
    valueDate: '2026-01-15',
  });
  expect(await gateway.find('1')).toEqual({ kind: 'not-found' });
});

test('a code can be paid after its end, and then counts as paid', async () => {
  const { gateway, issue, pay, received, moveTo } = await openProvider();
  const code = await issue();
  moveTo(ORDER.expiresAt + 1);
  expect(await gateway.find(code)).toEqual({ kind: 'expired' });
  await pay(code);
  expect(received).toMatchObject([{ kind: 'paid', code, valueDate: '2026-01-17' }]);
  expect(await gateway.find(code)).toMatchObject({ kind: 'paid' });
});

test('another amount than asked is told as it was paid', async () => {
  const { issue, pay, received } = await openProvider();
  const code = await issue();
  await pay(code, { amount: '500.00' });
  expect(received).toEqual([paid(code, 50_000)]);
});

test('a message that comes twice has one event id; a code that is paid twice has two', async () => {
  const { issue, pay, received } = await openProvider();
  const code = await issue();
  await pay(code, { copies: '2' });
  await pay(code);
  const ids = received.map((notice) => (notice.kind === 'bad-signature' ? '' : notice.eventId));
  expect(ids).toHaveLength(3);
  expect(ids[0]).toBe(ids[1]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('messages that were held back come in the other order, each whole', async () => {
  const { issue, pay, received, server } = await openProvider();
  const [first, second] = [await issue(), await issue()];
  await pay(first, { message: 'hold' });
  await pay(second, { message: 'hold' });
  expect(received).toEqual([]);
  await server.press('/sandbox/pagoefectivo/release', { order: 'newest-first' });
  expect(received).toEqual([paid(second), paid(first)]);
});

test('a message that is lost leaves the money to be found by the search', async () => {
  const { gateway, issue, pay, received } = await openProvider();
  const code = await issue();
  await pay(code, { message: 'lose' });
  expect(received).toEqual([]);
  expect(await gateway.find(code)).toMatchObject({ kind: 'paid' });
});

test('a forged message is known as one', async () => {
  const { issue, pay, received } = await openProvider();
  await pay(await issue(), { message: 'forge' });
  expect(received).toEqual([{ kind: 'bad-signature' }]);
});

test.each<Fault>(['time-out', 'server-error', 'cut-off', 'html-page', 'slow-body', 'drop'])(
  'an answer that goes wrong (%s) does not count as one, whatever was called',
  async (fault) => {
    const { gateway, issue, plan } = await openProvider();
    const code = await issue();
    for (const operation of ['create', 'search']) await plan(operation, fault);
    const answers = [gateway.createCode(ORDER), gateway.find(code)];
    await Promise.all(answers.map((answer) => expect(answer).rejects.toThrow(NoAnswer)));
  },
);

test('a token that ended is renewed once, and refused credentials do not count as an answer', async () => {
  const { gateway, issue, server, tokens } = await openProvider();
  const code = await issue();
  await server.press('/sandbox/pagoefectivo/forget-tokens');
  expect(await gateway.find(code)).toEqual({ kind: 'pending' });
  expect(tokens()).toBe(2);
  const stranger = await openProvider({ secretKey: 'another' });
  await expect(stranger.gateway.createCode(ORDER)).rejects.toMatchObject({ mayHaveHappened: false });
});

/** The gateway of a provider that answers this to a request for a code. */
async function issuing(data: Readonly<Record<string, unknown>>): Promise<CashCodeGateway> {
  const app = new Hono();
  app.post('/v1/authorizations', (c) => c.json({ code: 100, data: { token: 't' } }, 201));
  const whole = { cip: 1, cipUrl: 'https://pay.example/1', transactionCode: ORDER.reference, amount: 573.03 };
  app.post('/v1/cips', (c) => c.json({ code: 100, data: { ...whole, ...data } }, 201));
  const { url } = await serveSandbox(app);
  const settings = { apiUrl: url, codeOrigins: ['https://pay.example'], ...ACCOUNT };
  return pagoEfectivo({ settings, fetch, now: () => NOW });
}

/** The gateway of a provider that answers this to a search for code 5. */
async function found(code: Readonly<Record<string, unknown>>, status: 200 | 404 = 200): Promise<CashCodeGateway> {
  const app = new Hono();
  app.post('/v1/authorizations', (c) => c.json({ code: 100, data: { token: 't' } }, 201));
  const whole = { cip: 5, transactionCode: ORDER.reference, amount: 573.03, currency: 'PEN', status: 22 };
  // As in an answer that its own examples show.
  const answer = {
    code: 502,
    message: 'Consulta exitosa.',
    data: [
      { cip: 4, status: 23 },
      { ...whole, ...code },
    ],
  };
  app.post('/v1/cips/search', (c) => c.json(answer, status));
  const { url } = await serveSandbox(app);
  return pagoEfectivo({ settings: { apiUrl: url, ...ACCOUNT }, fetch, now: () => NOW });
}

test.each<[Readonly<Record<string, unknown>>, object]>([
  [{ statusName: 'Pendiente de pago' }, { kind: 'pending' }],
  [{ status: 21, statusName: 'Expirado', datePayment: '1900-01-01T00:00:00' }, { kind: 'expired' }],
  [{ status: 25, statusName: 'Eliminado' }, { kind: 'cancelled' }],
  [
    { status: 23, statusName: 'Pagado', datePayment: '2026-01-15T12:00:00-05:00' },
    { kind: 'paid', code: '5', amountCents: 57_303, paidAt: NOW, valueDate: '2026-01-15' },
  ],
  [
    { status: undefined, statusName: 'PAGADO' },
    { kind: 'paid', code: '5', amountCents: 57_303 },
  ],
  [
    { status: 23, datePayment: '1900-01-01T00:00:00' },
    { kind: 'paid', code: '5', amountCents: 57_303 },
  ],
  [{ cip: 6 }, { kind: 'not-found' }],
])('a code found as %j is read', async (code, state) => {
  expect(await (await found(code)).find('5')).toEqual(state);
});

test.each([
  { status: 23, statusName: 'Expirado' },
  { status: 99 },
  { status: undefined },
  { status: 23, currency: 'USD' },
  { status: 23, amount: undefined },
  { status: 23, amount: '573.03' },
])('a code found as %j does not count as an answer', async (code) => {
  await expect((await found(code)).find('5')).rejects.toThrow(NoAnswer);
});

test('a code that was paid says why its amount is not believed, and is found without its zeros', async () => {
  const paid = { status: 23, amount: '573.03' };
  await expect((await found(paid)).find('5')).rejects.toThrow('it was paid, and its amount is text, not a number');
  expect(await (await found({})).find('0005')).toEqual({ kind: 'pending' });
});

test('a code for another order or another amount is not shown to a client', async () => {
  expect(await (await issuing({})).createCode(ORDER)).toMatchObject({ kind: 'issued' });
  for (const data of [{ transactionCode: 'another' }, { amount: 5730.3 }]) {
    await expect((await issuing(data)).createCode(ORDER)).rejects.toThrow(NoAnswer);
  }
});

test('a client is led to no page about a code but one of the provider’s configured hosts', async () => {
  for (const cipUrl of [
    'https://evil.example/1',
    'https://pay.example.evil.example/1',
    'https://pay.example@evil.example/1',
    'http://pay.example/1',
    '//pay.example/1',
    'javascript:alert(1)',
  ]) {
    await expect((await issuing({ cipUrl })).createCode(ORDER), cipUrl).rejects.toThrow(NoAnswer);
  }
});

test('the hash of a token request is the one of the published formula', () => {
  // printf '%s' '1339.an access key.a secret key.2026-01-15T12:00:00-05:00' | sha256sum
  expect(hashString(ACCOUNT, '2026-01-15T12:00:00-05:00')).toBe(
    '726e288e60f32f3f863d790e2e9f2fb00a5b80199a01d1529a2df17e44c6ba74',
  );
});

test('instants are written and read with the offset of Lima', () => {
  expect(writeInstant(NOW)).toBe('2026-01-15T12:00:00-05:00');
  expect(readInstant('2026-01-16T03:30:00Z')).toEqual({ at: Date.parse('2026-01-16T03:30:00Z'), date: '2026-01-15' });
  expect(readInstant('2026-01-15 23:59:59')).toMatchObject({ date: '2026-01-15' });
  for (const odd of ['', 'soon', '2026-13-01T00:00:00Z', 17, undefined]) expect(readInstant(odd)).toBeUndefined();
});

const reader = pagoEfectivo({ settings: { apiUrl: 'http://unused.example', ...ACCOUNT }, fetch, now: () => NOW });
const bytes = (text: string) => new TextEncoder().encode(text);
const signed = (text: string) => reader.readNotice(bytes(text), signNotice(text, ACCOUNT.secretKey));

test.each<[string, object]>([
  ['in dollars', { currency: 'USD' }],
  ['without an amount', { amount: undefined }],
  ['with a fraction of a céntimo', { amount: 1.005 }],
  ['with a negative amount', { amount: -5 }],
  ['without a code', { cip: '' }],
])('a signed message %s is kept for staff and books nothing', (_, change) => {
  const data = {
    cip: '1',
    currency: 'PEN',
    amount: 10,
    transactionCode: 'r',
    paymentDate: '2026-01-15T12:00:00-05:00',
  };
  const message = { eventType: 'cip.paid', operationNumber: '7', data };
  expect(signed(JSON.stringify(message))).toMatchObject({ kind: 'paid', amountCents: 1000, eventId: 'cip.paid:1:7' });
  expect(signed(JSON.stringify({ ...message, data: { ...data, ...change } }))).toMatchObject({ kind: 'other' });
});

test('whatever the bytes, a message without our signature is refused, and a signed one never throws', () => {
  forAll(800, [fc.uint8Array({ maxLength: 400 }), fc.option(fc.string(), { nil: undefined })], (body, signature) => {
    expect(reader.readNotice(body, signature)).toEqual({ kind: 'bad-signature' });
  });
  forAll(800, [fc.oneof(fc.string(), fc.json())], (text) => {
    expect(signed(text).kind).toBe('other');
  });
});

test('one changed byte breaks the signature; its letter case does not', () => {
  const text = '{"eventType":"cip.paid"}';
  const signature = signNotice(text, ACCOUNT.secretKey);
  expect(reader.readNotice(bytes(text), signature.toUpperCase()).kind).toBe('other');
  expect(reader.readNotice(bytes(`${text} `), signature).kind).toBe('bad-signature');
});
