import { expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import { createHttpApp } from '#server/kit/http.ts';
import { listen } from '#server/kit/listen.ts';
import { createLog } from '#server/kit/log.ts';
import { noChecks } from '#server/lending/gateways/checks/checks.ts';
import { readGatewayConfig } from '#server/lending/gateways/config.ts';
import {
  type Gateways,
  lenderGateways,
  openGateways,
  providerAddresses,
  serveSandboxes,
} from '#server/lending/gateways/open-gateways.ts';
import { clockAt } from '#tests/support/clock.ts';

const BASE = 'http://manay.example';

function open(sandbox: boolean) {
  const app = createHttpApp({
    log: createLog({ level: 'silent', name: 'test' }),
    paths: ['/sandbox/*'],
  });
  const gateways: Gateways = openGateways(readGatewayConfig({}, { sandbox, baseUrl: BASE }), {
    fetch: async (input, init) => app.request(new Request(input, init)),
    now: Date.now,
    businessDate: () => '2026-01-15',
    webhookUrl: () => `${BASE}/api/v1/webhooks/pagoefectivo`,
  });
  serveSandboxes(app, gateways);
  return { app, gateways };
}

test('in the sandbox every gateway works against its stand-in, without any setting', async () => {
  const { gateways } = open(true);
  expect(await gateways.card?.find('1')).toEqual({ kind: 'not-found' });
  expect(await gateways.cashCode?.find('1')).toEqual({ kind: 'not-found' });
  const order = { orderId: 'o-1', amountCents: cents(100), cci: '00219100001234567852', holder: 'Rosa' };
  expect(await gateways.payout?.send(order)).toMatchObject({ kind: 'paid', valueDate: '2026-01-15' });
  expect(gateways.transferAccounts).toHaveLength(4);
  const person = {
    documentType: 'DNI',
    documentNumber: '40226700',
    firstName: 'A',
    lastName1: 'B',
    birthDate: '1990-05-01',
  };
  expect(await gateways.checks.ask({ kind: 'identity', person }, 'k')).toMatchObject({ outcome: 'MATCH' });
});

test('the sandbox’s pages are listed, run no script, and may not be framed', async () => {
  const { app, gateways } = open(true);
  const index = await (await app.request('/sandbox')).text();
  expect(gateways.sandboxes).toHaveLength(7);
  for (const { path } of gateways.sandboxes) {
    expect(index).toContain(`href="${path}"`);
    const page = await app.request(path);
    expect(page.status).toBe(200);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(await page.text()).not.toMatch(/<script|\sstyle=|\son\w+=/);
  }
  expect((await app.request('/sandbox/style.css')).headers.get('content-type')).toContain('text/css');
});

test('outside the sandbox nothing of it is served, and what has no variables is not offered', async () => {
  const { app, gateways } = open(false);
  const { deviceRisk, ...others } = gateways;
  expect(
    await deviceRisk.check({
      blackboxState: 'ok',
      ip: '',
      isCrawler: false,
      counts: { peopleOnDevice: 1, peopleOnBankAccount: 1, peopleOnPhone: 1 },
    }),
  ).toMatchObject({ outcome: 'ALLOW' });
  expect(others).toEqual({
    card: undefined,
    cashCode: undefined,
    payout: undefined,
    sms: undefined,
    checks: noChecks,
    transferAccounts: [],
    sandboxes: [],
  });
  for (const path of ['/sandbox', '/sandbox/niubiz', '/sandbox/niubiz/checkout.js', '/sandbox/bank']) {
    expect((await app.request(path)).status, path).toBe(404);
  }
});

test('a process reaches its own stand-ins over HTTP, and its webhook by the same address', async () => {
  const app = createHttpApp({
    log: createLog({ level: 'silent', name: 'test' }),
    paths: ['/sandbox/*'],
  });
  const received: (string | undefined)[] = [];
  app.post('/api/v1/webhooks/pagoefectivo', (c) => {
    received.push(c.req.header('pe-signature'));
    return c.body(null, 202);
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  try {
    const world = { host: '0.0.0.0', port: server.port, sandbox: true, clock: clockAt('2026-01-15') };
    const gateways = lenderGateways({}, world);
    serveSandboxes(app, gateways);
    const issued = await gateways.cashCode?.createCode({
      reference: 'r-1',
      amountCents: cents(1000),
      expiresAt: world.clock.now() + 3_600_000,
      concept: 'Préstamo',
      payer: {
        email: 'a@b.example',
        firstName: 'A',
        lastName: 'B',
        documentType: 'DNI',
        documentNumber: '40226700',
        phone: '+51987654321',
      },
    });
    const page = issued?.kind === 'issued' ? issued.codeUrl : '';
    await fetch(`${page}/pay`, { method: 'POST', body: new URLSearchParams() });
    expect(received).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  } finally {
    await server.close();
  }
});

test('the providers of the configuration are all that the gateways can reach', { tags: 'asvs-13.2.4' }, () => {
  const env = {
    NODE_ENV: 'production',
    NIUBIZ_MERCHANT_ID: '1',
    NIUBIZ_USER: 'user',
    NIUBIZ_PASSWORD: 'password',
    SMS_URL: 'https://sms.example/send',
    SMS_TOKEN: 'token',
    SMS_SENDER: 'Lender',
  };
  const config = (sandbox: boolean, of: Record<string, string>) =>
    providerAddresses(readGatewayConfig(of, { sandbox, baseUrl: 'http://127.0.0.1:4321' }));
  expect(config(false, env)).toEqual(['https://apiprod.vnforapps.com', 'https://sms.example/send']);
  expect(config(false, {})).toEqual([]);
  expect(new Set(config(true, {}).map((address) => new URL(address).origin))).toEqual(
    new Set(['http://127.0.0.1:4321']),
  );
});

test('the sandbox’s checkout script makes no HTML and runs no text', async () => {
  const script = await (await open(true).app.request('/sandbox/niubiz/checkout.js')).text();
  expect(script).toContain('VisanetCheckout');
  expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|Function\(|javascript:/);
});
