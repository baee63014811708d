import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { revokeSession } from '#api/endpoints/people/revoke-session.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const revoke = (id: string, headers: Record<string, string>) =>
  callEndpoint(lending, revokeSession, { params: { id }, headers });

describe('204', () => {
  const status = async (headers: Record<string, string>) =>
    (await callEndpoint(lending, getSession, { headers })).status;

  test('a lost phone is signed out at once; the browser that asks goes on', {
    tags: ['asvs-7.5.2', 'promise-sessions'],
  }, async () => {
    const borrower = await aBorrower(lending);
    const phone = await signIn(lending, borrower.personId);
    expect((await revoke(phone.sessionId, borrower.headers)).status).toBe(204);
    expect([await status(phone.headers), await status(borrower.headers)]).toEqual([401, 200]);
    expect(await readAccessLog(lending.db.kysely, borrower.personId, 5)).toMatchObject([{ kind: 'SESSION_ENDED' }]);
  });

  test('a browser may sign itself out', async () => {
    const borrower = await aBorrower(lending);
    expect((await revoke(borrower.sessionId, borrower.headers)).status).toBe(204);
    expect(await status(borrower.headers)).toBe(401);
  });
});

describe('404', () => {
  test('a session that was ended before, and a word that is not a session, are not there', async () => {
    const borrower = await aBorrower(lending);
    const phone = await signIn(lending, borrower.personId);
    await revoke(phone.sessionId, borrower.headers);
    for (const id of [phone.sessionId, 'x', '../../etc', "' or 1=1 --"]) {
      const answer = await revoke(id, borrower.headers);
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: { code: 'not_found', message: 'There is nothing here.' } },
      ]);
    }
  });
});
