import { expect, test } from 'vitest';
import { revokeSession } from '#api/endpoints/people/revoke-session.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();
const revoke = (id: string, headers: Record<string, string>) =>
  callEndpoint(lending, revokeSession, { params: { id }, headers });

test('a session that was ended before, and a word that is no session, are not there', async () => {
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
