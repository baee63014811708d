import { expect, test } from 'vitest';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { issueImpersonation } from '#server/lending/people/impersonate.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();
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

test.each(['', 'x', 'a'.repeat(43)])('%j is no link', async (token) => {
  expect(await redeem(token)).toBe(410);
});
