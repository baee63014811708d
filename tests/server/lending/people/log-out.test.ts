import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, anImpersonation } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const logOff = (headers: Record<string, string>) => callEndpoint(lending, logOut, { headers });

const isSignedIn = async (headers: Record<string, string>) =>
  (await callEndpoint(lending, getSession, { headers })).status === 200;

describe('204', () => {
  test('ends the session for good, takes both cookies and clears what the browser kept; consent and marketing stay', {
    tags: ['asvs-3.3.2', 'asvs-7.4.1', 'asvs-14.3.1'],
  }, async () => {
    const borrower = await aBorrower(lending);
    const { status, headers } = await logOff(borrower.headers);
    expect(status).toBe(204);
    expect(headers.getSetCookie()).toEqual([
      'auth=; Path=/; Max-Age=0; SameSite=Strict; Secure',
      '__Host-bind=; Path=/; Max-Age=0; SameSite=Strict; Secure; HttpOnly',
    ]);
    expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(await isSignedIn(borrower.headers)).toBe(false);
    expect(await readAccessLog(lending.db.kysely, borrower.personId, 5)).toMatchObject([{ kind: 'SIGN_OUT' }]);
  });

  test('may be repeated, and changes nothing for somebody who is not signed in', async () => {
    const { headers, personId } = await aBorrower(lending);
    for (let round = 0; round < 3; round++) expect((await logOff(headers)).status).toBe(204);
    // What the browser keeps of its visitor, such as the kind of client it serves, is not the ended session's.
    const again = await logOff(headers);
    expect(again.headers.getSetCookie()).toHaveLength(2);
    expect(again.headers.get('clear-site-data')).toBeNull();
    expect((await logOff({})).status).toBe(204);
    expect(await readAccessLog(lending.db.kysely, personId, 5)).toHaveLength(1);
  });

  test('one half of a session ends nothing: whoever stole a token cannot even annoy', async () => {
    const { headers } = await aBorrower(lending);
    expect((await logOff({ Authorization: headers.Authorization })).status).toBe(204);
    expect(await isSignedIn(headers)).toBe(true);
  });

  test('a page of another site signs nobody out', { tags: 'asvs-3.5.1' }, async () => {
    const { headers } = await aBorrower(lending);
    const answer = await logOff({ ...headers, 'Sec-Fetch-Site': 'cross-site' });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    expect(await isSignedIn(headers)).toBe(true);
  });

  test('staff leave the client’s account without a word in the client’s list of sign-outs', async () => {
    const staff = await anImpersonation(lending, 'READ_ONLY');
    expect((await logOff(staff.headers)).status).toBe(204);
    expect(await isSignedIn(staff.headers)).toBe(false);
    expect(await readAccessLog(lending.db.kysely, staff.personId, 5)).toEqual([]);
  });
});
