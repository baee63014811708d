import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { sandboxLink } from '#server/lending/people/sandbox-session.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending({ sandbox: true });

async function aLink(): Promise<string> {
  const { personId } = await aBorrower(lending);
  const url = await sandboxLink(identityContext(lending), personId);
  return url.replace('http://localhost:4321', '');
}

test('the demo client’s link sets both halves of a session and goes to the client area', async () => {
  const response = await lending.app.request(await aLink());
  expect([response.status, response.headers.get('location')]).toEqual([303, '/profile/']);
  const cookies = response.headers.getSetCookie();
  expect(cookies.map((line) => line.replace(/=[^;]+/, '='))).toEqual([
    'auth=; Path=/; Max-Age=2592000; SameSite=Strict; Secure',
    '__Host-bind=; Path=/; Max-Age=2592000; SameSite=Strict; Secure; HttpOnly',
  ]);
  const [auth, bind] = cookies.map((line) => line.split(';')[0] ?? '');
  const headers = { Authorization: `Bearer ${auth?.slice(5)}`, Cookie: `${auth}; ${bind}` };
  expect((await callEndpoint(lending, getSession, { headers })).status).toBe(200);
});

test('a link works once, also when it is opened twice at the same moment', async () => {
  const link = await aLink();
  const answers = await Promise.all(Array.from({ length: 5 }, () => lending.app.request(link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410]);
});

test.each(['x', 'a'.repeat(43)])('%j is refused as a link', async (token) => {
  const response = await lending.app.request(`/sandbox/sign-in/${token}`);
  expect([response.status, response.headers.getSetCookie()]).toEqual([410, []]);
});
