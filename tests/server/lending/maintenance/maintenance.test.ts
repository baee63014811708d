import { beforeEach, describe, expect, test } from 'vitest';
import { getProductSettings } from '#api/endpoints/applications/get-product-settings.ts';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { createLog } from '#server/kit/log.ts';
import { readWebhooks } from '#server/lending/payments/read-webhooks.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { OPEN_ADDRESSES } from '#tests/support/lending/open-addresses.ts';
import {
  aCode,
  aDebtor,
  asOperator,
  lookAt,
  OPERATOR_TOKEN,
  payCode,
  postToken,
  startPayment,
  tokenFrom,
  withPayments,
} from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

let isOn = true;
let lines: string[] = [];
const log = createLog({ level: 'info', name: 'lending' }, { write: (line) => void lines.push(line) });
const events = () => lines.map((line) => JSON.parse(line)).filter((entry) => 'security' in entry);
const payments = withPayments({ maintenance: async () => isOn, log });
beforeEach(() => {
  isOn = true;
  lines = [];
});

/** Domain 2.21, and what the law gives days for: what answers while the product is closed. */
const OPEN = [
  'POST /api/v1/auth/logout',
  'GET /api/v1/payments/{id}',
  'GET /api/v1/profile/state',
  'GET /api/v1/complaints',
  'POST /api/v1/public/complaints',
  'GET /api/v1/public/complaints/{code}',
  'POST /api/v1/public/data-requests',
  'POST /api/v1/profile/data-requests',
  'GET /api/v1/profile/data-requests',
  'GET /api/v1/profile/data-export',
  // The publisher asks for the accounts that pages print.
  'GET /api/v1/public/transfer-accounts',
];
/** Decision 0127: what stops somebody else or only confirms, what a provider sends, and the book. */
const OPEN_PAGES =
  /\/(?:desk|auth\/not-me|profile\/email\/link|profile\/changes\/stop|maintenance-pass|marketing\/unsubscribe|online-payment|public\/(?:complaints|data-requests)|webhooks|libro-de-reclamaciones)(?:[/:]|$)|^(?:GET|OPTIONS) \/(?:healthz|livez|readyz)$/;

const ask = (address: string, headers: Readonly<Record<string, string>> = {}) => {
  const [method = '', path = ''] = address.split(' ');
  const filled = path.replaceAll('{[a-z]+\\.pdf}', '.pdf').replace(/\{\w+\}|:\w+/g, 'x');
  return payments.app.request(filled, { method, headers });
};

describe('while editors keep the product closed', () => {
  test('every endpoint answers 503 with Retry-After but those of the law, of a payment in flight and of the way out', {
    tags: 'spec-1.7',
  }, async () => {
    const closed: string[] = [];
    for (const { method, path } of ENDPOINTS) {
      const answer = await ask(`${method} ${path}`);
      if (answer.status !== 503) continue;
      closed.push(`${method} ${path}`);
      expect(answer.headers.get('retry-after')).toBe('600');
      expect(await answer.json()).toMatchObject({ error: { code: 'maintenance' } });
    }
    const all = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(all.filter((address) => !closed.includes(address)).sort()).toEqual([...OPEN].sort());
  });

  test('of the other addresses only health, the book, providers and the links of letters answer', async () => {
    for (const address of Object.keys(OPEN_ADDRESSES)) {
      const { status } = await ask(address);
      expect(status === 503, address).toBe(!OPEN_PAGES.test(address));
    }
    expect((await ask('GET /api/v1/nowhere')).status).toBe(503);
    expect((await asOperator(payments, 'tasks')).status).toBe(200);
  });

  test('the publisher reads the figures of the pages without a token', async () => {
    expect((await callEndpoint(payments, getProductSettings, { query: { sequence: '1' } })).status).toBe(200);
    expect((await callEndpoint(payments, getProductSettings, { query: { sequence: '2' } })).status).toBe(503);
  });

  test('who opens an address in a browser comes to the page that says so, in their language', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const opened = await ask('GET /api/v1/profile', { ...browser, 'accept-language': 'en' });
    expect([opened.status, opened.headers.get('location'), opened.headers.get('cache-control')]).toEqual([
      303,
      '/en/',
      'no-store',
    ]);
    expect((await ask('POST /api/v1/auth/login', browser)).status).toBe(503);
  });

  test('a client can read that it is so, and log out', async () => {
    const { headers } = await aBorrower(payments);
    expect(acceptedBody(await callEndpoint(payments, getProfileState, { headers })).maintenance).toBe(true);
    expect((await callEndpoint(payments, logOut, { headers })).status).toBe(204);
  });

  test('a code that was given out before is paid, booked and seen', async () => {
    isOn = false;
    const debtor = await aDebtor(payments);
    const { id, code } = await aCode(payments, debtor);
    isOn = true;
    await payCode(payments, code, {});
    expect(await readWebhooks(payments.context)).toBe(1);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'SUCCEEDED', paysOff: true });
  });

  test('a card whose form was open before is charged once, and its client is told', async () => {
    isOn = false;
    const debtor = await aDebtor(payments);
    const payment = await startPayment(payments, debtor, { purpose: 'PAYOFF', method: 'NIUBIZ' });
    isOn = true;
    const token = await tokenFrom(payments, payment, 'approve');
    const url = payment.action?.type === 'CARD_FORM' ? payment.action.actionUrl : '';
    expect((await postToken(payments, url, token)).status).toBe(303);
    expect(await lookAt(payments, debtor, payment.id)).toMatchObject({ status: 'SUCCEEDED', paysOff: true });
  });
});

describe('staff pass', () => {
  const settings = (headers: Readonly<Record<string, string>>) =>
    callEndpoint(payments, getProductSettings, { query: { sequence: '2' }, headers });

  /** The cookie of the browser that has opened the link of `npm run lender -- maintenance pass`. */
  async function passCookie(): Promise<string> {
    const answer = await asOperator(payments, 'maintenance-passes', {});
    expect(answer.status).toBe(201);
    const { url } = (await answer.json()) as { url: string };
    const opened = await payments.app.request(url);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/']);
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-maintenance-pass=[\w.-]+; Path=\/; Max-Age=36000; SameSite=Lax; Secure; HttpOnly$/);
    return cookie.split(';')[0] ?? '';
  }

  test('with the cookie of their link, for ten hours, and are shown no notice of maintenance', {
    tags: 'spec-2.22',
  }, async () => {
    const cookie = await passCookie();
    expect((await settings({ cookie })).status).toBe(200);
    const { headers } = await aBorrower(payments);
    const both = { ...headers, cookie: `${cookie}; ${headers.Cookie ?? ''}` };
    expect(acceptedBody(await callEndpoint(payments, getProfileState, { headers: both })).maintenance).toBe(false);
    payments.clock.pass({ minutes: 10 * 60 });
    expect((await settings({ cookie })).status).toBe(503);
  });

  test('with the operator token', async () => {
    expect((await settings({ authorization: `Bearer ${OPERATOR_TOKEN}` })).status).toBe(200);
    expect((await settings({ authorization: 'Bearer another' })).status).toBe(503);
  });

  test('who tries another token or pass leaves a trace, and who brings none leaves none', async () => {
    await settings({});
    const { headers } = await aBorrower(payments);
    lines = [];
    expect((await callEndpoint(payments, getProfile, { headers })).status).toBe(503);
    expect(events()).toEqual([]);
    await settings({ authorization: 'Bearer another' });
    const guess = `1790000000.${'Guess'.repeat(9).slice(0, 43)}`;
    await settings({ cookie: `__Host-maintenance-pass=${guess}` });
    await payments.app.request(`/api/v1/maintenance-pass/${guess}`);
    const trace = { security: 'access-refused', what: 'maintenance-pass', outcome: 'refused' };
    expect(events()).toMatchObject([trace, trace, trace]);
    for (const secret of ['another', 'Guess']) expect(lines.join('')).not.toContain(secret);
  });

  test.each([
    ['a later end', (pass: string) => pass.replace(/\d/, '9')],
    ['another seal', (pass: string) => pass.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['no seal', (pass: string) => pass.replace(/\..*/, '')],
  ])('but nobody with %s', async (_, forge) => {
    const pass = (await passCookie()).split('=')[1] ?? '';
    const forged = forge(pass);
    expect((await settings({ cookie: `__Host-maintenance-pass=${forged}` })).status).toBe(503);
    expect((await payments.app.request(`/api/v1/maintenance-pass/${forged}`)).status).toBe(410);
  });
});

test('once editors open it again, everything answers', { tags: 'spec-1.7' }, async () => {
  isOn = false;
  expect((await ask('GET /api/v1/public/offer/product-settings?sequence=2')).status).toBe(200);
});
