import { describe, expect, test } from 'vitest';
import { listSessions } from '#api/endpoints/people/list-sessions.ts';
import { createSession } from '#server/lending/people/store/session-store.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, anImpersonation } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-A145M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

describe('200', () => {
  test('the client sees where they are signed in, with the browser that asks marked, and nobody else’s sessions', {
    tags: 'asvs-7.5.2',
  }, async () => {
    const borrower = await aBorrower(lending);
    await aBorrower(lending);
    lending.clock.pass({ minutes: 1 });
    const now = lending.clock.now();
    const phone = { personId: borrower.personId, full: true, caller: '203.0.113.7', userAgent: PHONE, now };
    const { sessionId } = await createSession(lending.db.kysely, phone);
    const { sessions } = acceptedBody(await callEndpoint(lending, listSessions, { headers: { ...borrower.headers } }));
    expect(sessions).toEqual([
      {
        id: sessionId,
        device: 'Chrome, Android',
        address: '203.0.113.7',
        createdAt: '2026-01-15T17:01:00.000Z',
        lastSeenAt: '2026-01-15T17:01:00.000Z',
        current: false,
      },
      expect.objectContaining({ id: borrower.sessionId, device: null, current: true }),
    ]);
  });

  test('staff who look are not among the client’s browsers', async () => {
    const staff = await anImpersonation(lending, 'READ_ONLY');
    const { sessions } = acceptedBody(await callEndpoint(lending, listSessions, { headers: { ...staff.headers } }));
    expect(sessions.map(({ current }) => current)).toEqual([false]);
  });
});
