import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import type { Role } from '#server/lending/staff/colleague.ts';
import { inviteColleague } from '#server/lending/staff/colleague-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { changeParameter, resetTestDatabase } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';
import { aColleague, signInOf } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();
const ORIGIN = 'http://localhost:4321';
const BROWSER = 'b'.repeat(43);

const bearer = (token: unknown): Headers => ({ authorization: `Bearer ${token}` });

type Body = Readonly<Record<string, unknown>> & { readonly error?: { readonly code: string } };
type Headers = Readonly<Record<string, string>>;

async function send(path: string, body?: unknown, headers: Headers = {}) {
  const response = await lending.app.request(`/api/v1/staff/${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
}
const codeOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body.error?.code];

let made = 0;
/** Somebody who is signed in, with whatever they type to prove it. */
async function somebody(roles: readonly Role[] = ['support']) {
  made += 1;
  const login = `Rosa ${made}`;
  const { id, headers } = await aColleague(lending.db, login, roles);
  const factors = async () => {
    const { password, code } = await signInOf(lending, login);
    return { password, code };
  };
  return { id, login, headers, factors };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;

/** Options of the dialog that makes a passkey. */
async function adding(
  { factors, headers }: Pick<Somebody, 'factors' | 'headers'>,
  name = 'Teléfono',
  more: Headers = {},
) {
  const { password, code } = await factors();
  const asked = await send('account/passkeys', { name, password, appCode: code }, { ...headers, ...more });
  expect(asked.status).toBe(200);
  return asked.body['options'] as Parameters<Authenticator['create']>[0];
}

/** Somebody with a passkey. */
async function withPasskey(roles?: readonly Role[]) {
  const who = await somebody(roles);
  const phone = new Authenticator(ORIGIN);
  const credential = phone.create(await adding(who));
  expect((await send('account/passkeys', { credential }, who.headers)).status).toBe(201);
  return { ...who, phone };
}

async function signingIn(browser = BROWSER, more: Headers = {}) {
  const asked = await send('sign-in-by-passkey', { browser }, more);
  expect(asked.status).toBe(200);
  return asked.body['options'] as Parameters<Authenticator['get']>[0] & Body;
}
const signIn = (credential: unknown, browser = BROWSER) => send('sign-in-by-passkey', { browser, credential });
const proving = async (headers: Headers) =>
  (await send('account/proof', {}, headers)).body['options'] as Parameters<Authenticator['get']>[0];

const REFUSED = [400, 'passkey_refused'];

beforeEach(() => lending.clock.pass({ minutes: 1 }));

describe('a passkey', () => {
  test('is made for password and code, is on record, told to administrators, and opens a session alone', async () => {
    const { login, id, headers, phone } = await withPasskey();
    const shown = (await send('account', undefined, headers)).body;
    expect(shown['passkeys']).toMatchObject([{ name: 'Teléfono', host: 'localhost', lastUsed: null }]);
    const session = await signIn(phone.get(await signingIn()));
    expect(session).toMatchObject({ status: 201, body: { login, roles: ['support'] } });
    expect((await readAudit(lending.db.kysely, `colleague:${id}`)).map(({ action }) => action)).toEqual([
      'colleague.add-passkey',
      'colleague.sign-in-by-passkey',
    ]);
    const [told] = (await listTasks(lending.db.kysely)).filter(({ kind }) => kind === 'colleague-passkey');
    expect(told).toMatchObject({ facts: { login, name: 'Teléfono' } });
    const used = (await send('account', undefined, headers)).body['passkeys'];
    expect(used).toMatchObject([{ lastUsed: expect.any(String) }]);
  });

  test('has a random handle that is the same for all of one colleague, and never their login', async () => {
    const who = await withPasskey();
    const [first, second] = [await adding(who, 'Llave'), await adding(who, 'Otra')];
    const stored = await lending.db.kysely.selectFrom('colleague_passkey').select('user_handle').execute();
    const handles = stored.map(({ user_handle: handle }) => handle);
    expect(handles).toContain(first.user.id);
    expect(first.user.id).toBe(second.user.id);
    expect(first.user.id).toMatch(/^[\w-]{43}$/);
    expect(first).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: who.phone.id }],
    });
  });

  test('is asked for without a list of credentials, because browsers refuse an empty one', async () => {
    const options = await signingIn();
    expect(options).toMatchObject({ userVerification: 'required', rpId: 'localhost' });
    expect(Object.keys(options)).not.toContain('allowCredentials');
    const { headers, phone } = await withPasskey();
    expect(await proving(headers)).toMatchObject({ allowCredentials: [{ id: phone.id }] });
  });

  test('is not made for a wrong password or code, which count as attempts to sign in', async () => {
    const who = await somebody();
    const { password, code } = await who.factors();
    const add = (given: Body) =>
      send('account/passkeys', { name: 'Teléfono', password, appCode: code, ...given }, who.headers);
    for (const wrong of [{ password: 'nueve llamas' }, { appCode: '000000' }])
      expect(codeOf(await add(wrong))).toEqual([400, 'invalid_credentials']);
    for (const _ of Array(3)) await add({ appCode: '000000' });
    expect(codeOf(await add({}))).toEqual([400, 'invalid_credentials']);
    expect((await send('account/passkeys', { name: 'Teléfono' }, who.headers)).body.error).toMatchObject({
      fieldErrors: [
        { field: 'password', code: 'required' },
        { field: 'appCode', code: 'required' },
      ],
    });
  });

  test('is removed by its colleague alone, and opens nothing any more', async () => {
    const { headers, phone } = await withPasskey();
    const other = await somebody();
    const [row] = (await send('account', undefined, headers)).body['passkeys'] as { id: string }[];
    const remove = (by: Headers) => send(`account/passkeys/${row?.id}/remove`, {}, by);
    expect((await remove(other.headers)).status).toBe(404);
    expect((await remove(headers)).body).toEqual({ name: 'Teléfono' });
    expect((await remove(headers)).status).toBe(404);
    expect(codeOf(await signIn(phone.get(await signingIn())))).toEqual(REFUSED);
  });

  test('ends with a new invitation, also once the account is set up anew', async () => {
    const { id, phone, factors } = await withPasskey();
    await lending.db.kysely.transaction().execute((trx) => inviteColleague(trx, id, lending.clock.now()));
    expect(codeOf(await signIn(phone.get(await signingIn())))).toEqual(REFUSED);
    await factors();
    expect(codeOf(await signIn(phone.get(await signingIn())))).toEqual(REFUSED);
  });
});

describe('what others have let through', () => {
  test('a challenge counts once, also when two answers come at the same moment', async () => {
    const { phone } = await withPasskey();
    const options = await signingIn();
    const both = await Promise.all([signIn(phone.get(options)), signIn(phone.get(options))]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(codeOf(await signIn(phone.get(options)))).toEqual(REFUSED);
  });

  test('a challenge of another browser, of another session, or for something else, is nobody’s', async () => {
    const { phone, headers } = await withPasskey();
    expect(codeOf(await signIn(phone.get(await signingIn()), 'c'.repeat(43)))).toEqual(REFUSED);
    const other = await withPasskey();
    const proof = { credential: phone.get(await proving(headers)) };
    expect(codeOf(await send('account/proof', proof, other.headers))).toEqual(REFUSED);
    expect(codeOf(await signIn(phone.get(await proving(headers))))).toEqual(REFUSED);
    const { challenge } = await adding(other);
    const ofAdding = { credential: other.phone.get({ challenge, rpId: 'localhost' }) };
    expect(codeOf(await send('account/proof', ofAdding, other.headers))).toEqual(REFUSED);
    const ofAnother = { credential: phone.get(await proving(other.headers)) };
    expect(codeOf(await send('account/proof', ofAnother, other.headers))).toEqual(REFUSED);
    const added = { credential: new Authenticator(ORIGIN).create(await adding(other)) };
    expect(codeOf(await send('account/passkeys', added, headers))).toEqual(REFUSED);
    expect((await send('account/passkeys', added, other.headers)).status).toBe(201);
  });

  test('a challenge is over after five minutes, and its row is gone', async () => {
    const { phone } = await withPasskey();
    const options = await signingIn();
    lending.clock.pass({ minutes: 5 });
    expect(codeOf(await signIn(phone.get(options)))).toEqual(REFUSED);
    await signingIn();
    expect(await lending.db.kysely.selectFrom('staff_challenge').selectAll().execute()).toHaveLength(1);
  });

  test('a challenge is stored as its hash alone', async () => {
    const { challenge } = await signingIn();
    const rows = await lending.db.kysely.selectFrom('staff_challenge').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(challenge);
  });

  test('two tabs of one browser open two dialogs, and each of them signs in', async () => {
    const { phone } = await withPasskey();
    const [one, other] = [await signingIn(), await signingIn()];
    for (const options of [other, one]) expect((await signIn(phone.get(options))).status).toBe(201);
  });

  test.each([
    ['a counter that goes back', { counter: 1 }],
    ['nobody looked at', { isUnverified: true }],
    ['another address', { origin: 'https://mesa.lender.example' }],
    ['the same address with another port', { origin: 'http://localhost:9999' }],
    ['another host', { rpId: 'lender.example' }],
    ['the handle of another account', { userHandle: 'x'.repeat(43) }],
  ])('an answer with %s opens nothing', async (_, odd) => {
    const { phone } = await withPasskey();
    expect((await signIn(phone.get(await signingIn()))).status).toBe(201);
    expect(codeOf(await signIn(phone.get(await signingIn(), odd)))).toEqual(REFUSED);
  });

  test.each([
    ['nobody looked at', { isUnverified: true }],
    ['another address', { origin: 'https://mesa.lender.example' }],
    ['another host', { rpId: 'lender.example' }],
  ])('a passkey is not made with %s', async (_, odd) => {
    const who = await somebody();
    const credential = new Authenticator(ORIGIN).create(await adding(who), odd);
    expect(codeOf(await send('account/passkeys', { credential }, who.headers))).toEqual(REFUSED);
  });

  test('an authenticator that counts nothing signs in each time', async () => {
    const who = await somebody();
    const phone = new Authenticator(ORIGIN);
    const credential = phone.create(await adding(who), { counter: 0 });
    await send('account/passkeys', { credential }, who.headers);
    for (const _ of Array(2)) expect((await signIn(phone.get(await signingIn(), { counter: 0 }))).status).toBe(201);
  });

  test('the same passkey is not added twice, by nobody', async () => {
    const { phone } = await withPasskey();
    const other = await somebody();
    const credential = phone.create(await adding(other));
    expect(codeOf(await send('account/passkeys', { credential }, other.headers))).toEqual(REFUSED);
  });

  test('a locked account stays shut, and one that guesses have closed opens to its own passkey', async () => {
    const { id, login, phone } = await withPasskey();
    for (const _ of Array(5)) await send('sign-in', { login, password: 'x', code: '000000' });
    expect((await signIn(phone.get(await signingIn()))).status).toBe(201);
    await lending.db.kysely.updateTable('colleague').set({ locked_at: new Date() }).where('id', '=', id).execute();
    expect(codeOf(await signIn(phone.get(await signingIn())))).toEqual(REFUSED);
  });

  test('whatever else is sent in the place of an answer is refused, and not an error of ours', async () => {
    const { clientDataJSON } = new Authenticator(ORIGIN).get(await signingIn()).response;
    for (const credential of [
      { id: 'x', response: { clientDataJSON: 'e30' } },
      { id: 'x', response: { clientDataJSON: 'nothing' } },
      { id: 'x', response: { clientDataJSON } },
    ])
      expect(codeOf(await signIn(credential))).toEqual(REFUSED);
    for (const credential of [null, 'x', [], { id: 'x' }]) expect((await signIn(credential)).status).toBe(400);
  });
});

test('passkeys work at the addresses of the desk alone, each with its own', async () => {
  const elsewhere = await send('sign-in-by-passkey', { browser: BROWSER }, { origin: 'https://mesa.lender.example' });
  expect(codeOf(elsewhere)).toEqual([409, 'passkey_elsewhere']);
  const who = await somebody();
  const { password, code } = await who.factors();
  const asked = { name: 'Teléfono', password, appCode: code };
  const at = { ...who.headers, origin: 'http://127.0.0.1:4321' };
  expect(codeOf(await send('account/passkeys', asked, at))).toEqual([409, 'passkey_elsewhere']);
});

describe('a role that asks for a passkey', () => {
  const value = { requiredFor: ['finance'] };
  beforeEach(() => changeParameter(lending.db, { kind: 'policy', key: 'passkeys', from: '2026-01-10', value }));
  afterEach(() => resetTestDatabase(lending.db));

  test('opens to password and code nothing but the adding of one, which opens the session', async () => {
    const [who, other] = [await somebody(['finance']), await somebody(['support'])];
    expect((await send('account', undefined, other.headers)).status).toBe(200);
    expect((await send('me', undefined, who.headers)).body).toMatchObject({ needsPasskey: true });
    for (const path of ['account', 'payments', 'colleagues', 'tasks', 'permissions'])
      expect([path, (await send(path, undefined, who.headers)).status]).not.toEqual([path, 200]);
    for (const path of ['account', 'payments'])
      expect(codeOf(await send(path, undefined, who.headers))).toEqual([428, 'passkey_required']);
    expect(codeOf(await send('account/desk-code', {}, who.headers))).toEqual([428, 'passkey_required']);
    const credential = new Authenticator(ORIGIN).create(await adding(who));
    expect((await send('account/passkeys', { credential }, who.headers)).status).toBe(201);
    expect((await send('account', undefined, who.headers)).status).toBe(200);
    expect((await send('me', undefined, who.headers)).body).not.toHaveProperty('needsPasskey');
  });

  test('opens to the passkey at once, and to a password once the passkey was used', async () => {
    const { phone, factors, login } = await withPasskey(['finance', 'support']);
    const { body } = await signIn(phone.get(await signingIn()));
    expect((await send('account', undefined, bearer(body['token']))).status).toBe(200);
    const typed = bearer((await send('sign-in', { login, ...(await factors()) })).body['token']);
    expect((await send('account', undefined, typed)).status).toBe(428);
    const proof = { credential: phone.get(await proving(typed)) };
    expect((await send('account/proof', proof, typed)).status).toBe(200);
    expect((await send('account', undefined, typed)).status).toBe(200);
  });

  test('is decided by two accounts, as every other figure', async () => {
    const [one, two] = [await withPasskey(['finance']), await withPasskey(['compliance'])];
    const asked = {
      kind: 'policy',
      key: 'passkeys',
      value: { requiredFor: ['admin'] },
      validFrom: '2026-02-01',
      reason: 'They may do all.',
    };
    const proposed = await send('parameters', asked, one.headers);
    expect(proposed.status).toBe(201);
    const path = `parameters/${proposed.body['id']}/approve`;
    expect((await send(path, {}, one.headers)).body.error?.code).toMatch(/same_operator|four_eyes/);
    expect((await send(path, {}, two.headers)).status).toBe(200);
    const wrong = { ...asked, value: { requiredFor: ['director'] } };
    expect(codeOf(await send('parameters', wrong, one.headers))).toEqual([409, 'parameter_refused']);
  });

  test('lets commands in by a code that a proved session of the desk is shown, once and for five minutes', async () => {
    const { login, phone } = await withPasskey(['finance']);
    const desk = bearer((await signIn(phone.get(await signingIn()))).body['token']);
    const shown = async () => (await send('account/desk-code', {}, desk)).body['code'];
    const enter = (code: unknown, as = login) => send('sign-in-by-desk-code', { login: as, code });
    const code = await shown();
    expect(code).toMatch(/^(?:[A-Z2-7]{4} ){3}[A-Z2-7]{4}$/);
    const stored = await lending.db.kysely.selectFrom('staff_challenge').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(String(code).replaceAll(' ', ''));
    expect((await enter(code, (await somebody()).login)).status).toBe(400);
    const both = await Promise.all([enter(String(code).toLowerCase()), enter(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    const command = bearer(both.find(({ status }) => status === 201)?.body['token']);
    expect((await send('account', undefined, command)).status).toBe(200);
    const late = await shown();
    lending.clock.pass({ minutes: 5 });
    expect((await enter(late)).status).toBe(400);
    lending.clock.pass({ minutes: 6 });
    expect(codeOf(await send('account/desk-code', {}, desk))).toEqual([428, 'passkey_needed']);
  });
});

describe('an act that takes two accounts', () => {
  const asked = { login: 'Nueva', name: 'Nueva Persona', roles: ['support'] };

  test('asks who has a passkey for it again after ten minutes, when it is proposed and when it is approved', async () => {
    const [one, two] = [await withPasskey(['admin']), await withPasskey(['admin'])];
    const add = (by: Headers) => send('colleagues', asked, by);
    const prove = async ({ headers, phone }: Awaited<ReturnType<typeof withPasskey>>) =>
      send('account/proof', { credential: phone.get(await proving(headers)) }, headers);
    lending.clock.pass({ minutes: 11 });
    expect(codeOf(await add(one.headers))).toEqual([428, 'passkey_needed']);
    expect((await prove(one)).status).toBe(200);
    const proposal = await add(one.headers);
    expect(proposal.status).toBe(202);
    const approve = () =>
      send(`approvals/${proposal.body['approval']}/approve`, { changes: Object.keys(asked) }, two.headers);
    expect(codeOf(await approve())).toEqual([428, 'passkey_needed']);
    await prove(two);
    lending.clock.pass({ minutes: 9 });
    expect((await approve()).status).toBe(201);
  });

  test('asks nothing of somebody without one', async () => {
    const { headers } = await somebody(['admin']);
    lending.clock.pass({ minutes: 11 });
    expect((await send('colleagues', { ...asked, login: 'Otra' }, headers)).status).toBe(202);
  });

  test('asks for it where its own rule has the two accounts: a figure that is proposed', async () => {
    const { headers } = await withPasskey(['finance']);
    lending.clock.pass({ minutes: 11 });
    const value = { aboveCents: 1 };
    const figure = { kind: 'policy', key: 'four-eyes', value, validFrom: '2026-03-01', reason: 'Everything by two.' };
    expect(codeOf(await send('parameters', figure, headers))).toEqual([428, 'passkey_needed']);
  });

  test('every act of the lender that takes two is one of these', () => {
    const byTwo = STAFF_ROUTES.filter(({ second, passkey }) => second !== undefined || passkey === 'fresh');
    expect(byTwo.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        ...['applications approve', 'applications flag-fraud', 'colleagues add', 'fraud lift', 'parameter approve'],
        ...['parameter propose', 'payments refund', 'payouts release-batch', 'write-off approve', 'write-off propose'],
      ]),
    );
  });
});
