import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { openTestDatabase } from '#tests/support/database/database.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import { callEndpoint, createTestLending, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const body = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };

test('while the database is away an offer is unavailable, with a time to come back', {
  tags: 'asvs-16.5.2',
}, async () => {
  const db = await openTestDatabase();
  const other = createTestLending(db);
  expect((await callEndpoint(other, makePublicOffer, { body })).status).toBe(200);
  await db.close();
  const answer = await callEndpoint(other, makePublicOffer, { body });
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(answer.headers.get('retry-after')).toBe('5');
});

test.each(['/api', '/api/', '/api/v1', '/api/v1/nothing', '/api/v1/public/offer/', '/api/v1/public/offer/7'])(
  '%s is not there, and says so in JSON',
  async (path) => {
    const response = await lending.app.request(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  },
);

test('an offer is asked for, not fetched', { tags: 'asvs-3.5.3' }, async () => {
  const response = await lending.app.request(makePublicOffer.path);
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST');
});

test('a program that forgot TLS is not led on to it: no address of the API says another one', {
  tags: 'asvs-4.1.2',
}, async () => {
  const { app } = createTestLending(lending.db, { production: true, trustedProxies: 1 });
  for (const { name, method, path, body } of ENDPOINTS) {
    const response = await app.request(`http://manay.pe${path.replace(/\{\w+\}/g, 'x')}`, {
      method,
      headers: { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '203.0.113.7', 'Content-Type': 'application/json' },
      ...(body && { body: '{}' }),
    });
    expect([name, response.headers.get('location')]).toEqual([name, null]);
    expect([301, 302, 303, 307, 308], name).not.toContain(response.status);
  }
});

test.each([
  ['/api/docs', 'text/html; charset=UTF-8'],
  ['/api/docs/style.css', 'text/css; charset=utf-8'],
  ['/api/v1/openapi.json', 'application/json'],
  ['/healthz', 'application/json'],
  ['/api/v1/auth/not-me?token=x', 'text/html; charset=UTF-8'],
  ['/api/v1/profile/email/link?token=x', 'text/html; charset=UTF-8'],
  ['/api/v1/product-settings', 'application/json'],
  ['/api/nothing', 'application/json'],
])('%s says that it is %s', { tags: 'asvs-4.1.1' }, async (path, type) => {
  const { headers } = await lending.app.request(path);
  expect(headers.get('content-type')).toBe(type);
});

test('no page of another origin may read an answer of the API, or ask whether it may', {
  tags: ['asvs-3.4.2', 'asvs-3.4.5'],
}, async () => {
  const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
  for (const { name, path } of ENDPOINTS) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await lending.app.request(path.replace(/\{\w+\}/g, 'x'), { method, headers });
      const allowed = [...answer.headers.keys()].filter((header) => header.startsWith('access-control-'));
      expect([name, method, allowed]).toEqual([name, method, []]);
    }
  }
});

test('it shares a server with a site without touching the site’s pages', async () => {
  const whole = new Hono();
  whole.route('/', lending.app);
  whole.get('/*', (c) => c.html('<p>page</p>'));
  const page = await whole.request('/como-funciona/');
  expect(await page.text()).toBe('<p>page</p>');
  expect([...page.headers.keys()]).toEqual(['content-type']);
  expect((await whole.request('/api/nothing')).status).toBe(404);
  expect((await whole.request('/healthz')).status).toBe(200);
});

test('a caller can follow its call by its own id', async () => {
  const answer = await callEndpoint(lending, makePublicOffer, {
    body,
    headers: { 'X-Request-Id': 'visit-2026-01-15' },
  });
  expect(answer.headers.get('x-request-id')).toBe('visit-2026-01-15');
});
