import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { touchSession } from '#api/endpoints/people/touch-session.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const touch = (headers: Record<string, string>) => callEndpoint(lending, touchSession, { headers });

const assurance = async (headers: Record<string, string>) =>
  acceptedBody(await callEndpoint(lending, getSession, { headers })).assurance;

describe('204', () => {
  test('somebody who says they are still there stays fully signed in', async () => {
    const { headers } = await aBorrower(lending, { session: 'real' });
    for (let round = 0; round < 5; round++) {
      lending.clock.pass({ minutes: 14 });
      expect((await touch(headers)).status).toBe(204);
    }
    expect(await assurance(headers)).toBe('full');
  });

  test('who was away too long is not let back in by a touch', { tags: 'asvs-7.3.1' }, async () => {
    const { headers } = await aBorrower(lending, { session: 'real' });
    lending.clock.pass({ minutes: 15 });
    expect((await touch(headers)).status).toBe(204);
    expect(await assurance(headers)).toBe('basic');
  });
});
