import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { STEP_UP_PURPOSES } from '#api/access.ts';
import type { Endpoint } from '#api/endpoint.ts';
import { errorBody } from '#api/errors.ts';
import type { ImpersonationMode } from '#api/impersonation.ts';
import { createLendingApp } from '#server/lending/app.ts';
import { addressOf, groupOf } from '#server/lending/desk/ask.ts';
import { isSearch } from '#server/lending/desk/forms/act-form.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { ENDPOINTS } from '#tests/support/lending/endpoints.ts';
import {
  createTestLending,
  identityContext,
  type TestLending,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { OPEN_ADDRESSES } from '#tests/support/lending/open-addresses.ts';
import { OWNERSHIP_SAMPLES, type OwnershipSample } from '#tests/support/lending/ownership-samples.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aBorrower, anImpersonation, type Borrower, sessionHeaders } from '#tests/support/people/borrower.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

/**
 * Authorisation of every call (quality A-5), made from the endpoint table, so that a new endpoint is tested by
 * existing. What a call does for somebody who may make it is in its own tests.
 */
const UNLIMITED = { visitorLimit: { perMinute: 1e9, burst: 1e9 } };
const lending = withTestLending(UNLIMITED);

const PROTECTED = ENDPOINTS.filter(({ access }) => access !== undefined);
const table = PROTECTED.map((endpoint) => [endpoint.name, endpoint] as const);
/** A path that names something of a client's; one out of a fixed list, a step of a form, belongs to nobody. */
const namesSomething = ({ params }: Endpoint): boolean =>
  params instanceof z.core.$ZodObject &&
  Object.values(params._zod.def.shape).some((schema) => !(schema instanceof z.core.$ZodEnum));
const NOBODY = '01890000-0000-7000-8000-000000000000';
const SIGN_IN = JSON.stringify({ error: { code: 'unauthorized', message: 'Sign in.' } });

async function ask(
  endpoint: Endpoint,
  headers: Readonly<Record<string, string>>,
  sample?: OwnershipSample,
  { app }: Pick<TestLending, 'app'> = lending,
) {
  const [example] = endpoint.examples;
  const params = sample?.params ?? {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? NOBODY));
  const query = sample?.query ?? (example?.query as Record<string, string> | undefined);
  const response = await app.request(query ? `${path}?${new URLSearchParams(query)}` : path, {
    method: endpoint.method,
    headers: { ...(endpoint.body && { 'Content-Type': 'application/json' }), ...sample?.headers, ...headers },
    ...(endpoint.body && { body: JSON.stringify(sample?.body ?? example?.body) }),
  });
  return { status: response.status, text: await response.text() };
}

const change = (
  borrower: Borrower,
  set: { expires_at?: Date; revoked_at?: Date; revoked_because?: string; full_until?: Date },
) => lending.db.kysely.updateTable('session').set(set).where('id', '=', borrower.sessionId).execute();

const everything = () => aBorrower(lending, { stepUp: 'everything' });

/** Callers who are nobody, each in their own way. */
const STRANGERS: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'without a session': async () => ({}),
  'with the token alone': async () => ({ Authorization: (await everything()).headers.Authorization }),
  'with the cookies alone': async () => ({ Cookie: (await everything()).headers.Cookie }),
  'with the token in the cookie it is kept in, and nothing else': async () => {
    const { token } = await everything();
    return { Authorization: `Bearer ${token}`, Cookie: `auth=${token}` };
  },
  'with halves of two people': async () => {
    const [one, other] = [await everything(), await everything()];
    return sessionHeaders({ token: one.token, bind: other.bind });
  },
  'with the halves the wrong way round': async () => {
    const { token, bind } = await everything();
    return sessionHeaders({ token: bind, bind: token });
  },
  'with a token that is none': async () => ({ Authorization: "Bearer ' or 1=1 --", Cookie: '__Host-bind=x' }),
  'with a session that has expired': async () => {
    const borrower = await everything();
    await change(borrower, { expires_at: new Date(lending.clock.now()) });
    return borrower.headers;
  },
  'with a session that was ended': async () => {
    const borrower = await everything();
    await change(borrower, { revoked_at: new Date(lending.clock.now()), revoked_because: 'log-out' });
    return borrower.headers;
  },
  'from a page of another site': async () => ({ ...(await everything()).headers, 'Sec-Fetch-Site': 'cross-site' }),
  'from a page of a neighbour': async () => ({ ...(await everything()).headers, 'Sec-Fetch-Site': 'same-site' }),
};

/** Each is made once and asks for everything, all of one application: nobody is let in, so nothing changes. */
let forStrangers: TestLending | undefined;
const minted = new Map<string, Promise<Record<string, string>>>();

function stranger(who: string): Promise<Record<string, string>> {
  const made = minted.get(who) ?? STRANGERS[who]?.() ?? Promise.reject(new Error(`nobody is ${who}`));
  minted.set(who, made);
  return made;
}

describe.each(table)('%s', (_, endpoint) => {
  test.each(Object.keys(STRANGERS))(
    'answers somebody %s with the one 401, before anything is read',
    { tags: ['asvs-3.5.1', 'asvs-7.2.1', 'asvs-8.2.1', 'asvs-3.3.1'] },
    async (who) => {
      const headers = await stranger(who);
      forStrangers ??= createTestLending(lending.db, UNLIMITED);
      expect(await ask(endpoint, headers, undefined, forStrangers)).toEqual({ status: 401, text: SIGN_IN });
      const broken = { params: {}, body: { nonsense: true } };
      expect(await ask(endpoint, headers, broken, forStrangers)).toEqual({ status: 401, text: SIGN_IN });
    },
  );

  test('lets the client through who has shown what it asks for', { tags: 'spec-6.2' }, async () => {
    const { headers } = await everything();
    expect([401, 403, 428]).not.toContain((await ask(endpoint, headers)).status);
    const again = { ...(await everything()).headers, 'Sec-Fetch-Site': 'same-origin' };
    expect([401, 403, 428]).not.toContain((await ask(endpoint, again)).status);
  });

  test('asks a browser that is only remembered for the proof it needs, and no more', {
    tags: ['asvs-7.3.1', 'asvs-7.5.2'],
  }, async () => {
    const borrower = await aBorrower(lending, { session: 'basic', stepUp: 'everything' });
    const { status, text } = await ask(endpoint, borrower.headers);
    if (endpoint.access === 'basic') return expect([401, 403, 428]).not.toContain(status);
    expect(status).toBe(428);
    const { code, reauth } = z.parse(errorBody, JSON.parse(text)).error;
    expect(code).toBe('reauth_required');
    if (typeof endpoint.access === 'object')
      expect(reauth).toMatchObject({ level: 'stepUp', purpose: endpoint.access.stepUp });
    else expect(reauth).toEqual({ level: 'full', methods: ['password', 'otp'] });
  });

  test.runIf(typeof endpoint.access === 'object')(
    'does not take a proof for something else, or an old one',
    { tags: ['asvs-7.5.1', 'asvs-6.1.3', 'asvs-8.1.2'] },
    async () => {
      const needed = (endpoint.access as { stepUp: string }).stepUp;
      const others = STEP_UP_PURPOSES.filter((purpose) => purpose !== needed);
      for (const stepUp of [[], others]) {
        const { status, text } = await ask(endpoint, (await aBorrower(lending, { stepUp })).headers);
        expect(status).toBe(428);
        expect(z.parse(errorBody, JSON.parse(text)).error.reauth).toMatchObject({ level: 'stepUp', purpose: needed });
      }
      const borrower = await everything();
      const until = new Date(lending.clock.now());
      await lending.db.kysely
        .updateTable('session_grant')
        .set({ until })
        .where('session_id', '=', borrower.sessionId)
        .execute();
      expect((await ask(endpoint, borrower.headers)).status).toBe(428);
    },
  );

  test.each<ImpersonationMode>(['READ_ONLY', 'ASSIST'])(
    'with staff in the client’s place, %s, does what the mode allows, on record',
    { tags: ['asvs-8.2.1', 'asvs-8.1.2'] },
    async (mode) => {
      const staff = await anImpersonation(lending, mode);
      const reads = endpoint.method === 'GET' && typeof endpoint.access === 'string';
      const allowed = { allowed: true, forbidden: false, assist: mode === 'ASSIST', unsaid: reads };
      const { status, text } = await ask(endpoint, staff.headers);
      if (allowed[endpoint.impersonation ?? 'unsaid']) expect([401, 403, 428]).not.toContain(status);
      else expect([status, JSON.parse(text).error.code]).toEqual([403, 'impersonation_forbidden']);
      const [entry] = await readAudit(lending.db.kysely, `person:${staff.personId}`);
      expect(entry).toMatchObject({
        actor: 'staff:Ana Torres',
        action: status === 403 ? 'client-area.refused' : `client-area.${endpoint.name}`,
        on_behalf_of: staff.personId,
        session_id: staff.sessionId,
      });
    },
  );

  test.runIf(namesSomething(endpoint))(
    'says of what is not theirs exactly what it says of what is not there',
    { tags: 'asvs-8.2.2' },
    async () => {
      const samples = OWNERSHIP_SAMPLES[endpoint.name];
      if (!samples) throw new Error(`tests/support/lending/ownership-samples.ts has no sample for ${endpoint.name}`);
      const [owner, other] = [await everything(), await everything()];
      const { theirs, absent } = await samples(lending, owner);
      const answer = await ask(endpoint, other.headers, theirs);
      expect(answer).toEqual(await ask(endpoint, other.headers, absent));
      expect(answer.status).toBe(404);
      // And it is there: its owner is answered something else.
      expect((await ask(endpoint, owner.headers, theirs)).status).not.toBe(404);
    },
  );
});

test('there are protected calls, and every sample belongs to one of them', { tags: ['asvs-8.2.2', 'spec-6.3'] }, () => {
  expect(PROTECTED.length).toBeGreaterThan(1);
  const named = PROTECTED.filter(namesSomething).map(({ name }) => name);
  expect(Object.keys(OWNERSHIP_SAMPLES).sort()).toEqual(named.sort());
});

test('what visitors may call, they may call without a session', { tags: 'spec-6.1' }, async () => {
  for (const endpoint of ENDPOINTS.filter(({ access }) => access === undefined)) {
    expect([401, 403, 428], endpoint.name).not.toContain((await ask(endpoint, {})).status);
  }
});

/** Every address that the application answers, with a value for each name in it. */
function addressesServed(): { readonly method: string; readonly path: string; readonly example: string }[] {
  const { app } = createTestLending(lending.db, { operatorToken: 'o'.repeat(32) });
  const served = app.routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'));
  return served.map(({ method, path }) => ({
    method,
    path,
    example: path.replace(/:\w+\{([^|}]+)[^}]*\}/g, '$1').replace(/:\w+/g, NOBODY),
  }));
}

describe('the staff API', () => {
  const MACHINE = 'm'.repeat(32);
  const exampleOf = (path: string) => path.replace(/:\w+/g, NOBODY);
  const app = () =>
    createLendingApp({
      ...identityContext(lending),
      config: { sandbox: true, production: false, trustedProxies: 0 },
      operatorToken: MACHINE,
    });
  const call = async (to: ReturnType<typeof app>, { method, path }: Act, headers: Readonly<Record<string, string>>) => {
    const body = { ...(method === 'POST' && { body: '{}' }) };
    const asked = { 'content-type': 'application/json', ...headers };
    const { status } = await to.request(exampleOf(path), { method, headers: asked, ...body });
    return status;
  };
  const inside = STAFF_ROUTES.filter(({ may }) => !may.includes('anybody'));

  test('lets nobody in who is not signed in, whoever else they are', {
    tags: ['asvs-8.2.1', 'asvs-6.1.3', 'spec-6.7'],
  }, async () => {
    const [target, client] = [app(), (await everything()).headers];
    const { headers } = await aColleague(lending.db, 'Ana');
    await sql`update colleague_session set idle_until = ${new Date(lending.clock.now())}`.execute(lending.db.kysely);
    const strangers = [{}, client, { authorization: `Bearer ${'p'.repeat(32)}` }, headers];
    for (const route of inside) {
      for (const stranger of strangers) {
        const status = await call(target, route, stranger);
        expect([`${route.method} ${route.path}`, status]).toEqual([`${route.method} ${route.path}`, 401]);
      }
    }
  });

  test('is all that it declares, and every part of it says who may call it', () => {
    const served = app().routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(STAFF_PATH));
    const declared = STAFF_ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(served.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual(declared.sort());
    expect(STAFF_ROUTES.filter(({ may }) => may.length === 0)).toEqual([]);
    expect(inside.length).toBeGreaterThan(60);
  });

  test.each([...ROLES, 'machine' as const])(
    'does for %s what the table says, and nothing else',
    { tags: ['asvs-8.2.1', 'asvs-6.1.3'] },
    async (caller) => {
      const target = app();
      for (const [place, route] of inside.entries()) {
        // Signed in again each time: one of the calls signs out.
        const headers =
          caller === 'machine'
            ? { authorization: `Bearer ${MACHINE}` }
            : (await aColleague(lending.db, `${caller} ${place}`, [caller])).headers;
        const status = await call(target, route, headers);
        const isLetIn = status !== 403 && status !== 401;
        expect([`${route.method} ${route.path}`, isLetIn]).toEqual([
          `${route.method} ${route.path}`,
          route.may.includes(caller),
        ]);
        expect(status).toBeLessThan(500);
      }
    },
  );

  test('is not there outside of the lender’s networks', async () => {
    const outside = createTestLending(lending.db, { staffNetworks: () => false });
    const { headers } = await aColleague(lending.db, 'Ana');
    for (const route of STAFF_ROUTES) expect(await call(outside.app, route, headers)).toBe(404);
  });
});

test('there is no address beside those of the endpoints, the staff and a short list', {
  tags: ['asvs-6.1.3', 'asvs-6.3.4', 'asvs-8.2.1', 'spec-7.25'],
}, () => {
  const spelled = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');
  const known = new Set(ENDPOINTS.map(({ method, path }) => `${method} ${spelled(path)}`));
  // The desk has an address for each group and act that is described, and no other below them.
  const deskAddresses = new Map(
    STAFF_ROUTES.flatMap((route) => [
      [`GET /desk/${groupOf(route)}`, 'GET /desk/:group'],
      [`GET ${addressOf(route)}`, 'GET /desk/:group/:act'],
      ...(route.method === 'POST' || isSearch(route)
        ? [[`POST ${addressOf(route)}`, 'POST /desk/:group/:act'] as const]
        : []),
    ]),
  );
  const others = addressesServed()
    .filter(({ path }) => !path.startsWith(STAFF_PATH))
    .map(({ method, path }) => `${method} ${path}`)
    .filter((address) => !known.has(address))
    .map((address) => (address in OPEN_ADDRESSES ? address : (deskAddresses.get(address) ?? address)));
  expect([...new Set(others)].sort()).toEqual(Object.keys(OPEN_ADDRESSES).sort());
});

test('sessions, tokens and binds are nowhere in the tables', { tags: 'asvs-7.2.3' }, async () => {
  const { token, bind, sessionId } = await everything();
  const { rows } = await sql<{ row: string }>`select session::text as row from session`.execute(lending.db.kysely);
  const dump = rows.map(({ row }) => row).join('\n');
  expect(dump).toContain(sessionId);
  for (const secret of [token, bind]) expect(dump).not.toContain(secret);
});
