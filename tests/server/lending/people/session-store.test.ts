import { describe, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { touchSession } from '#api/endpoints/people/touch-session.ts';
import { createSession, listSessions, revokeSessions } from '#server/lending/people/store/session-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, sessionHeaders } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

interface Pair {
  readonly token: string;
  readonly bind: string;
}

/** Asks as a browser does. @returns the status, and the new pair when the answer brought one */
async function ask(pair: Pair): Promise<{ readonly status: number; readonly next?: Pair }> {
  const answer = await callEndpoint(lending, getSession, { headers: { ...sessionHeaders(pair) } });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]?.split('=') ?? []);
  const cookieNamed = (name: string) => cookies.find(([cookie]) => cookie === name)?.[1];
  const [token, bind] = [cookieNamed('auth'), cookieNamed('__Host-bind')];
  return { status: answer.status, ...(token && bind && { next: { token, bind } }) };
}

/** A session old enough for its first new pair. */
async function aDayOld(): Promise<Pair> {
  const { token, bind } = await aBorrower(lending, { session: 'real' });
  lending.clock.pass({ hours: 24 });
  return { token, bind };
}

async function rotated(): Promise<{ readonly old: Pair; readonly fresh: Pair }> {
  const old = await aDayOld();
  const { next } = await ask(old);
  if (!next) throw new Error('no new pair');
  return { old, fresh: next };
}

describe('a session gets a new pair', () => {
  test('once a day, set by the server for as long as the session still lasts, the one half out of reach of scripts', {
    tags: ['asvs-3.3.1', 'asvs-7.2.2'],
  }, async () => {
    const pair = await aDayOld();
    const answer = await callEndpoint(lending, getSession, { headers: { ...sessionHeaders(pair) } });
    const [auth, bind] = answer.headers.getSetCookie();
    const rest = `Path=/; Max-Age=${29 * 86_400}; SameSite=Strict; Secure`;
    expect(auth).toMatch(new RegExp(`^auth=[\\w-]{43}; ${rest}$`));
    expect(bind).toMatch(new RegExp(`^__Host-bind=[\\w-]{43}; ${rest}; HttpOnly$`));
  });

  test('and not before', async () => {
    const { token, bind } = await aBorrower(lending, { session: 'real' });
    lending.clock.pass({ hours: 23, minutes: 59 });
    expect(await ask({ token, bind })).toEqual({ status: 200 });
  });

  test('one only, when many calls come at once; the others are answered all the same', async () => {
    const old = await aDayOld();
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(old)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(answers.filter(({ next }) => next)).toHaveLength(1);
  });
});

describe('the pair before', () => {
  test('is good for 30 seconds, in every mixture with the new one, no longer', { tags: 'asvs-7.1.1' }, async () => {
    const { old, fresh } = await rotated();
    expect((await ask(fresh)).status).toBe(200);
    const mixtures = [old, { token: old.token, bind: fresh.bind }, { token: fresh.token, bind: old.bind }];
    lending.clock.pass({ seconds: 29 });
    for (const pair of mixtures) expect((await ask(pair)).status).toBe(200);
    lending.clock.pass({ seconds: 1 });
    for (const pair of mixtures) expect((await ask(pair)).status).toBe(401);
    expect((await ask(fresh)).status).toBe(200);
  });

  test('lasts until the new one has arrived: an answer that was lost on the way logs nobody out', async () => {
    const { old, fresh } = await rotated();
    lending.clock.pass({ minutes: 20 });
    const retried = await ask(old);
    expect(retried.status).toBe(200);
    expect(retried.next).toBeDefined();
    expect(retried.next).not.toEqual(fresh);
    expect((await ask(fresh)).status).toBe(401);
    expect((await ask(retried.next ?? old)).status).toBe(200);
    lending.clock.pass({ seconds: 31 });
    expect((await ask(old)).status).toBe(401);
  });
});

test('a session lives 30 days, however much it is used', { tags: ['asvs-7.1.1', 'asvs-7.3.2'] }, async () => {
  const { token, bind } = await aBorrower(lending, { session: 'real' });
  let pair: Pair = { token, bind };
  for (let day = 1; day <= 30; day++) {
    const { status, next } = await ask(pair);
    expect(status, `day ${day}`).toBe(200);
    pair = next ?? pair;
    await callEndpoint(lending, touchSession, { headers: { ...sessionHeaders(pair) } });
    lending.clock.pass({ hours: 24 });
  }
  expect((await ask(pair)).status).toBe(401);
});

test('a sixth browser lets go of the one not seen for the longest time', { tags: 'asvs-7.1.2' }, async () => {
  const { personId, sessionId } = await aBorrower(lending, { session: 'real' });
  const open = (now: number) =>
    createSession(lending.db.kysely, { personId, full: true, caller: 'x', userAgent: 'x'.repeat(1000), now });
  for (let n = 1; n <= 4; n++) await open(lending.clock.now() + n);
  expect(await listSessions(lending.db.kysely, personId, lending.clock.now())).toHaveLength(5);
  const sixth = await open(lending.clock.now() + 5);
  const left = await listSessions(lending.db.kysely, personId, lending.clock.now());
  expect(left).toHaveLength(5);
  expect(left[0]?.id).toBe(sixth.sessionId);
  expect(left[0]?.userAgent).toHaveLength(300);
  expect(left.map(({ id }) => id)).not.toContain(sessionId);
});

test('all sessions of a person end at once, but for the one that asks', async () => {
  const one = await aBorrower(lending);
  const other = await createSession(lending.db.kysely, {
    personId: one.personId,
    full: true,
    caller: 'x',
    userAgent: 'x',
    now: lending.clock.now(),
  });
  await revokeSessions(lending.db.kysely, one.personId, {
    because: 'password-changed',
    now: lending.clock.now(),
    except: one.sessionId,
  });
  expect((await ask(one)).status).toBe(200);
  expect((await ask(other)).status).toBe(401);
});
