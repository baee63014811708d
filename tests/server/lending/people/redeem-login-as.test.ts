import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { issueImpersonation } from '#server/lending/people/impersonate.ts';
import { readAudit, verifyAudit } from '#server/lending/staff/audit-store.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  fieldCodes,
  identityContext,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, CookieJar, enter } from '#tests/support/people/client.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();

describe('201', () => {
  async function aLink(personId: string, mode: 'READ_ONLY' | 'ASSIST' = 'READ_ONLY') {
    const request = { personId, reason: 'The client cannot see a payment.', ticketId: 'T-77', mode };
    const url = new URL(
      await issueImpersonation(identityContext(lending), request, {
        ...(await aColleague(lending.db, 'ana')),
        name: 'Ana Torres',
      }),
    );
    return { url, token: url.hash.replace('#token=', '') };
  }

  const redeem = (token: string, jar = new CookieJar()) =>
    callEndpoint(lending, redeemLoginAs, { body: { token }, headers: jar.headers });

  test('the token is in the fragment, where no log and no referrer sees it', async () => {
    const { url } = await aLink((await aClient(lending)).personId);
    expect([url.origin, url.pathname, url.search]).toEqual(['http://localhost:4321', '/login-as/', '']);
    expect(url.hash).toMatch(/^#token=[\w-]{43}$/);
  });

  test('support sees the client’s account for half an hour, marked as a visit in every answer about the session', {
    tags: ['asvs-7.1.1', 'spec-2.7'],
  }, async () => {
    const client = await aClient(lending);
    const answer = await redeem((await aLink(client.personId)).token);
    const impersonation = { staffName: 'Ana Torres', until: '2026-01-15T17:30:00.000Z', mode: 'READ_ONLY' };
    expect(acceptedBody(answer)).toEqual({
      expiresAt: '2026-01-15T17:30:00.000Z',
      profileData: { firstName: 'Rosa', paidLoanCount: 0 },
      nextScreen: { name: 'calculator' },
      impersonation,
    });
    expect(answer.headers.getSetCookie()[0]).toContain('Max-Age=1800;');
    const jar = new CookieJar().take(answer.headers);
    expect(jar.get('__Host-device')).toBeUndefined();
    expect(acceptedBody(await callEndpoint(lending, getSession, { headers: jar.headers }))).toEqual({
      assurance: 'full',
      idleExpiresAt: '2026-01-15T17:30:00.000Z',
      absoluteExpiresAt: '2026-01-15T17:30:00.000Z',
      impersonation,
    });
    lending.clock.pass({ minutes: 29 });
    expect((await callEndpoint(lending, getProfile, { headers: jar.headers, query: { view: 'full' } })).status).toBe(
      200,
    );
    lending.clock.pass({ minutes: 1 });
    expect((await callEndpoint(lending, getSession, { headers: jar.headers })).status).toBe(401);
  });

  test('the client is told by e-mail and in the access log, and every view is in the audit', {
    tags: 'promise-sessions',
  }, async () => {
    const client = await aClient(lending);
    const jar = new CookieJar().take((await redeem((await aLink(client.personId, 'ASSIST')).token)).headers);
    await callEndpoint(lending, getProfile, { headers: jar.headers, query: {} });
    const [letter] = await messagesTo(lending, client.email);
    expect(letter?.subject).toBe('Una persona de soporte vio tu cuenta');
    expect(letter?.body).toContain(
      'Ana Torres, de nuestro equipo de soporte, abrió tu cuenta para ayudarte (caso T-77)',
    );
    lending.clock.pass({ minutes: 1 });
    const own = await enter(lending, client);
    const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers: own.headers }));
    expect(items.at(-1)).toMatchObject({ kind: 'IMPERSONATION', staffName: 'Ana Torres' });
    const rows = await readAudit(lending.db.kysely, `person:${client.personId}`);
    expect(rows.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'operator:ana impersonation.issue',
      'staff:Ana Torres impersonation.redeem',
      'staff:Ana Torres client-area.get-profile',
    ]);
    expect(new Set(rows.map((row) => row.impersonation_id)).size).toBe(1);
    expect((await verifyAudit(lending.db.kysely)).kind).toBe('intact');
  });

  test('the visit takes the place of the session the browser had, and is not one of the client’s browsers', async () => {
    const [client, before] = [await aClient(lending), await aClient(lending)];
    const jar = await enter(lending, before);
    const old = { ...jar.headers };
    jar.take((await redeem((await aLink(client.personId)).token, jar)).headers);
    expect((await callEndpoint(lending, getSession, { headers: old })).status).toBe(401);
    expect(
      acceptedBody(await callEndpoint(lending, getSession, { headers: jar.headers })).impersonation,
    ).not.toBeNull();
    expect((await callEndpoint(lending, getSession, { headers: { ...client.headers } })).status).toBe(200);
  });
});

describe('400', () => {
  test('without a token there is nothing to redeem', async () => {
    const answer = await callEndpoint(lending, redeemLoginAs, { body: {} });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['token.required']]);
  });
});

describe('404', () => {
  test('in production the page is there for the lender’s own networks, and for nobody else, whatever they hold', {
    tags: 'asvs-6.1.3',
  }, async () => {
    const real = createTestLending(lending.db, { production: true, trustedProxies: 1 });
    const { personId } = await aClient(lending);
    const request = {
      personId,
      reason: 'The client cannot see a payment.',
      ticketId: 'T-1',
      mode: 'READ_ONLY',
    } as const;
    const token =
      (
        await issueImpersonation(identityContext(lending), request, {
          ...(await aColleague(lending.db, 'ana')),
          name: 'Ana',
        })
      ).split('=')[1] ?? '';
    const redeem = async (from: string, headers: Record<string, string> = {}) =>
      (await callEndpoint(real, redeemLoginAs, { body: { token }, headers: { 'X-Forwarded-For': from, ...headers } }))
        .status;
    for (const from of ['203.0.113.5', '8.8.8.8', '2001:db8::1', 'unknown']) expect(await redeem(from)).toBe(404);
    expect(await redeem('10.1.2.3', { 'Sec-Fetch-Site': 'cross-site' })).toBe(404);
    expect(await redeem('10.1.2.3')).toBe(201);
  });
});

describe('410', () => {
  const redeem = async (token: string) => (await callEndpoint(lending, redeemLoginAs, { body: { token } })).status;

  async function aToken() {
    const client = await aClient(lending);
    const request = {
      personId: client.personId,
      reason: 'A reason of support.',
      ticketId: 'T-1',
      mode: 'READ_ONLY',
    } as const;
    const url = await issueImpersonation(identityContext(lending), request, {
      ...(await aColleague(lending.db, 'ana')),
      name: 'Ana',
    });
    return { client, token: url.split('=')[1] ?? '' };
  }

  test('a link works once, also when it is opened five times at once; the client is told once', async () => {
    const { client, token } = await aToken();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => redeem(token)));
    expect(statuses.sort()).toEqual([201, 410, 410, 410, 410]);
    expect(await messagesTo(lending, client.email)).toHaveLength(1);
  });

  test('a link waits a minute', { tags: ['asvs-6.1.3', 'promise-sessions'] }, async () => {
    const { client, token } = await aToken();
    lending.clock.pass({ seconds: 60 });
    expect(await redeem(token)).toBe(410);
    expect(await messagesTo(lending, client.email)).toEqual([]);
  });

  test.each(['', 'x', 'a'.repeat(43)])('%j is refused as a link', async (token) => {
    expect(await redeem(token)).toBe(410);
  });
});
