import { beforeEach, expect, test } from 'vitest';
import { ROLES } from '#server/lending/staff/colleague.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';
import { aColleague, signInOf } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();
const ORIGIN = 'http://localhost:4321';
const BROWSER = 't'.repeat(43);
type Headers = Readonly<Record<string, string>>;

async function send(path: string, body?: unknown, headers: Headers = {}) {
  const response = await lending.app.request(`/api/v1/staff/${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}
const bearer = (token: unknown): Headers => ({ authorization: `Bearer ${token}` });

/** A colleague of every role who works with a passkey, as their role asks. */
interface Victim {
  readonly login: string;
  readonly phone: Authenticator;
  /** Of the desk, opened by the passkey. */
  readonly desk: Headers;
  readonly factors: () => Promise<{ readonly password: string; readonly code: string }>;
}

let made = 0;
async function victim(): Promise<Victim> {
  made += 1;
  const login = `Rosa ${made}`;
  const { headers } = await aColleague(lending.db, login, ROLES);
  const factors = async () => {
    lending.clock.pass({ minutes: 1 });
    const { password, code } = await signInOf(lending, login);
    return { password, code };
  };
  const phone = new Authenticator(ORIGIN);
  const { password, code } = await factors();
  const asked = await send('account/passkeys', { name: 'Teléfono', password, appCode: code }, headers);
  await send('account/passkeys', { credential: phone.create(asked.body['options'] as never) }, headers);
  const signedIn = await byPasskey(phone);
  return { login, phone, desk: bearer(signedIn.body['token']), factors };
}

async function byPasskey(phone: Authenticator, odd = {}) {
  const { options } = (await send('sign-in-by-passkey', { browser: BROWSER })).body;
  return send('sign-in-by-passkey', { browser: BROWSER, credential: phone.get(options as never, odd) });
}

/** Thieves by what they have, and the session that it opens, if any. */
const THIEVES: Readonly<Record<string, (of: Victim) => Promise<Headers>>> = {
  'their password': async ({ login, factors }) => {
    const { password } = await factors();
    return bearer((await send('sign-in', { login, password, code: '000000' })).body['token']);
  },
  'their password and a code, told by telephone': async ({ login, factors }) =>
    bearer((await send('sign-in', { login, ...(await factors()) })).body['token']),
  'their telephone, without the finger': async ({ phone }) =>
    bearer((await byPasskey(phone, { isUnverified: true })).body['token']),
  'their page on a copy of the desk': async ({ phone }) =>
    bearer((await byPasskey(phone, { origin: 'https://mesa-lender.example' })).body['token']),
  'their open desk, later than ten minutes': async ({ desk }) => {
    lending.clock.pass({ minutes: 11 });
    return desk;
  },
  'their open desk, just after they used the passkey': async ({ desk }) => desk,
  'their telephone with the finger': async ({ phone }) => bearer((await byPasskey(phone)).body['token']),
};

let proposals = 0;
const person = () => {
  proposals += 1;
  return { login: `nueva ${proposals}`, name: 'Nueva Persona', roles: ['support'] };
};

/** Acts of a thief, each with how far it came. */
const ACTS: Readonly<Record<string, (headers: Headers, of: Victim) => Promise<string>>> = {
  read: async (headers) => ((await send('payments', undefined, headers)).status === 200 ? 'read' : '–'),
  'propose an account': async (headers) => {
    const { status } = await send('colleagues', person(), headers);
    return status === 202 ? 'waits for another account' : '–';
  },
  'make an account alone': async (headers) => {
    const asked = person();
    await send('colleagues', asked, headers);
    return (await send('colleagues', asked, headers)).status === 201 ? 'made' : '–';
  },
  'approve what another one proposed': async (headers) => {
    const asked = person();
    const { desk: other } = await victim();
    const { approval } = (await send('colleagues', asked, other)).body;
    const { status } = await send(`approvals/${approval}/approve`, { changes: Object.keys(asked) }, headers);
    return status === 201 ? 'made' : '–';
  },
  'add a passkey without password and code': async (headers) => {
    const { status } = await send('account/passkeys', { name: 'Mía' }, headers);
    return status === 200 ? 'added' : '–';
  },
  'add a passkey with both, asked for once more': async (headers, { factors }) => {
    const { password, code } = await factors();
    const { status, body } = await send('account/passkeys', { name: 'Mía', password, appCode: code }, headers);
    if (status !== 200) return '–';
    const credential = new Authenticator(ORIGIN).create(body['options'] as never);
    await send('account/passkeys', { credential }, headers);
    const told = (await listTasks(lending.db.kysely)).some(
      ({ kind, facts }) => kind === 'colleague-passkey' && (facts as { name?: string }).name === 'Mía',
    );
    return told ? 'added, and told at once' : 'added';
  },
};

const POLICY = { kind: 'policy', key: 'passkeys' } as const;
const [READ, WAITS, MADE, TOLD, NO] = ['read', 'waits for another account', 'made', 'added, and told at once', '–'];

/** The answer of each cell, in the order of the acts. */
const TABLE: Readonly<Record<keyof typeof THIEVES, readonly (string | undefined)[]>> = {
  'their password': [NO, NO, NO, NO, NO, NO],
  'their password and a code, told by telephone': [NO, NO, NO, NO, NO, TOLD],
  'their telephone, without the finger': [NO, NO, NO, NO, NO, NO],
  'their page on a copy of the desk': [NO, NO, NO, NO, NO, NO],
  'their open desk, later than ten minutes': [READ, NO, NO, NO, NO, TOLD],
  'their open desk, just after they used the passkey': [READ, WAITS, NO, MADE, NO, TOLD],
  'their telephone with the finger': [READ, WAITS, NO, MADE, NO, TOLD],
};

beforeEach(() => changeParameter(lending.db, { ...POLICY, from: '2026-01-10', value: { requiredFor: ROLES } }));

test.each(Object.entries(TABLE))('who has %s comes this far at the desk', async (name, answers) => {
  const cells: string[] = [];
  for (const act of Object.values(ACTS)) {
    const of = await victim();
    cells.push(await act((await THIEVES[name]?.(of)) ?? {}, of));
  }
  expect(Object.fromEntries(Object.keys(ACTS).map((act, at) => [act, cells[at]]))).toEqual(
    Object.fromEntries(Object.keys(ACTS).map((act, at) => [act, answers[at]])),
  );
});
