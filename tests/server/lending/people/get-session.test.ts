import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const ask = (headers: Record<string, string>) => callEndpoint(lending, getSession, { headers });

describe('200', () => {
  test('somebody who has just signed in is fully trusted for a quarter of an hour, and remembered for 30 days', {
    tags: ['asvs-7.1.1', 'asvs-7.3.1', 'asvs-14.2.2', 'asvs-14.3.2', 'spec-9.2', 'promise-sessions'],
  }, async () => {
    const { headers } = await aBorrower(lending, { session: 'real' });
    const answer = await ask(headers);
    expect(acceptedBody(answer)).toEqual({
      assurance: 'full',
      idleExpiresAt: '2026-01-15T17:15:00.000Z',
      absoluteExpiresAt: '2026-02-14T17:00:00.000Z',
      impersonation: null,
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
  });

  test('asking, however often, does not keep the session fully signed in', { tags: 'asvs-7.1.1' }, async () => {
    const { headers } = await aBorrower(lending, { session: 'real' });
    for (let minute = 0; minute < 15; minute++) {
      expect(acceptedBody(await ask(headers)).assurance).toBe('full');
      lending.clock.pass({ minutes: 1 });
    }
    expect(acceptedBody(await ask(headers))).toMatchObject({ assurance: 'basic', idleExpiresAt: null });
  });

  test('a remembered browser says so', async () => {
    const { personId } = await aBorrower(lending);
    const { headers } = await signIn(lending, personId, 'basic');
    expect(acceptedBody(await ask(headers))).toMatchObject({ assurance: 'basic', idleExpiresAt: null });
  });
});
