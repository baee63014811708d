import { expect, test } from 'vitest';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { issueImpersonation } from '#server/lending/people/impersonate.ts';
import {
  callEndpoint,
  createTestLending,
  identityContext,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();

test('in production the page is there for the lender’s own networks, and for nobody else, whatever they hold', {
  tags: 'asvs-6.1.3',
}, async () => {
  const real = createTestLending(lending.db, { production: true, trustedProxies: 1 });
  const { personId } = await aClient(lending);
  const request = { personId, reason: 'The client cannot see a payment.', ticketId: 'T-1', mode: 'READ_ONLY' } as const;
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
