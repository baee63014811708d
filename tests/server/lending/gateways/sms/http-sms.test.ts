import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { MessageRefused } from '#server/lending/gateways/email/email-gateway.ts';
import { httpSms } from '#server/lending/gateways/sms/http-sms.ts';
import { sandboxSms } from '#server/lending/gateways/sms/sandbox-sms.ts';
import { closeSandboxes, serveSandbox } from '#tests/support/lending/sandbox-server.ts';

closeSandboxes();

const SMS = { id: '019bd6a0-0000-7000-8000-000000000001', recipient: '+51987654321', text: 'Tu código es 123456' };

async function provider(status: 202 | 400 | 401 | 402 | 404 | 409 | 422 | 429 | 500 | 503) {
  const received: unknown[] = [];
  const app = new Hono();
  app.post('/messages', async (c) => {
    received.push([c.req.header('authorization'), c.req.header('idempotency-key'), await c.req.json()]);
    return c.json({}, status);
  });
  const { url } = await serveSandbox(app);
  return { received, gateway: httpSms({ url: `${url}/messages`, token: 'token', sender: 'MANAY' }, fetch) };
}

test('a text message reaches the provider with our number of it, so that a second try is known', async () => {
  const { received, gateway } = await provider(202);
  await gateway.send(SMS);
  const body = { id: SMS.id, from: 'MANAY', to: SMS.recipient, text: SMS.text };
  expect(received).toEqual([['Bearer token', SMS.id, body]]);
});

test.each([400, 500] as const)(
  'what the provider does not take (%i) fails without telling number or text',
  async (status) => {
    const { gateway } = await provider(status);
    const error = await gateway.send(SMS).catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain(String(status));
    expect(String(error)).not.toMatch(/987654321|123456/);
  },
);

test.each([
  [400, 'address'],
  [422, 'address'],
  [401, 'us'],
  [402, 'us'],
  [404, 'us'],
  [409, 'later'],
  [429, 'later'],
  [500, 'later'],
  [503, 'later'],
] as const)('after status %i: %s', async (status, expected) => {
  const { gateway } = await provider(status);
  const error = await gateway.send(SMS).catch((reason: unknown) => reason as Error);
  expect(error instanceof MessageRefused ? error.because : 'later').toBe(expected);
});

test('the sandbox takes every message', async () => {
  await expect(sandboxSms.send(SMS)).resolves.toBeUndefined();
});
