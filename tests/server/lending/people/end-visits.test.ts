import { beforeEach, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { redeemLoginAs } from '#api/endpoints/people/redeem-login-as.ts';
import { endVisitsOf } from '#server/lending/people/end-visits.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import { lockAccount, lockColleague } from '#server/lending/staff/colleague-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, CookieJar, type CookieJar as Jar } from '#tests/support/people/client.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();
const why = { reason: 'Has left the company.' };

async function send(path: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const response = await lending.app.request(`/api/v1/staff/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

let made = 0;
/** A colleague of support with a login-as link to a client, and two administrators. */
async function aLink() {
  made += 1;
  const account = (name: string, roles: readonly Role[]) => aColleague(lending.db, `${name} ${made}`, roles);
  const [visitor, admin, other] = [
    await account('Ana', ['support']),
    await account('Jefa', ['admin']),
    await account('Jefe', ['admin']),
  ];
  const { documentNumber } = await aClient(lending);
  const asked = { documentNumber, reason: 'The client cannot see a payment.', ticketId: 'T-1', mode: 'ASSIST' };
  const { body } = await send('impersonations', asked, visitor.headers);
  const token = String(body['url']).split('#token=')[1] ?? '';
  const at = `colleagues/${encodeURIComponent(visitor.login)}`;
  return { token, at, visitor, admin: admin.headers, other: other.headers };
}
type Visit = Awaited<ReturnType<typeof aLink>>;

const redeem = (token: string) => callEndpoint(lending, redeemLoginAs, { body: { token } });
const inside = async (token: string) => new CookieJar().take((await redeem(token)).headers);
const stateOf = async (jar: Jar) => (await callEndpoint(lending, getSession, { headers: jar.headers })).status;

const byTwo = async ({ admin, other, at }: Visit, path: string, body: unknown) => {
  expect((await send(`${at}/${path}`, body, admin)).status).toBe(202);
  expect((await send(`${at}/${path}`, body, other)).status).toBe(201);
};
const OUT = {
  'locked out': async ({ at, admin }: Visit) => {
    expect((await send(`${at}/lock`, why, admin)).body).toEqual({ status: 'LOCKED' });
  },
  'given other roles': (visit: Visit) => byTwo(visit, 'roles', { roles: ['finance'], ...why }),
  'invited anew': (visit: Visit) => byTwo(visit, 'invite', why),
} as const;

beforeEach(() => lending.clock.pass({ minutes: 1 }));

test.each(Object.entries(OUT))('a visit to a client’s account ends when its colleague is %s', async (_, out) => {
  const [visit, another] = [await aLink(), await aLink()];
  const [jar, others] = [await inside(visit.token), await inside(another.token)];
  expect(await stateOf(jar)).toBe(200);
  await out(visit);
  expect(await stateOf(jar)).toBe(401);
  expect(await stateOf(others)).toBe(200);
});

test.each(Object.entries(OUT))('a link that was not opened yet opens nothing for a colleague %s', async (_, out) => {
  const visit = await aLink();
  await out(visit);
  expect((await redeem(visit.token)).status).toBe(410);
});

test('a visit goes on when its colleague gets another role beside support', async () => {
  const visit = await aLink();
  const jar = await inside(visit.token);
  await byTwo(visit, 'roles', { roles: ['support', 'finance'], ...why });
  expect(await stateOf(jar)).toBe(200);
});

test('a link that is opened while its colleague is being locked out opens nothing', async () => {
  const { token, visitor } = await aLink();
  const now = lending.clock.now();
  const { opening } = await lending.db.kysely.transaction().execute(async (trx) => {
    const account = await lockColleague(trx, visitor.login);
    await lockAccount(trx, account?.id ?? '', now);
    const opening = redeem(token);
    // Time enough for an answer of those that do not wait for the lock.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await endVisitsOf(trx, account?.id ?? '', now);
    return { opening };
  });
  expect((await opening).status).toBe(410);
});
