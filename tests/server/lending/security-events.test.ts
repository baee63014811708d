import { beforeEach, expect, test } from 'vitest';
import { makePublicOffer } from '#api/endpoints/applications/make-public-offer.ts';
import { answerChallenge } from '#api/endpoints/people/answer-challenge.ts';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { logOut } from '#api/endpoints/people/log-out.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { sendSignInCode } from '#api/endpoints/people/send-sign-in-code.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { createLog } from '#server/kit/log.ts';
import { SECURITY_EVENTS } from '#server/kit/security-event.ts';
import { NO_SECURITY_EVENTS, securityEventKind } from '#server/lending/security-events.ts';
import { filesUnder } from '#tests/architecture/source-tree.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { aClient, CookieJar, enter, PASSWORD } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { testVault } from '#tests/support/people/vault.ts';
import { aColleague } from '#tests/support/staff/colleagues.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});
const log = createLog({ level: 'info', name: 'lending' }, { write: (line) => void lines.push(line) });
const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, log, sandbox: true });
const operator = operatorOf(() => lending.app);

const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const events = () => entries().filter((entry) => 'security' in entry);

test('the log of a whole journey has every security event in one form, and nothing that belongs to a person', {
  tags: ['asvs-16.3.1', 'asvs-16.3.2', 'asvs-16.3.3'],
}, async () => {
  const client = await aClient(lending, { firstName: 'Zoraida', lastName1: 'Ccahuantico' } as never);
  const identifier = client.documentNumber;
  const jar = new CookieJar();
  await callEndpoint(lending, signIn, { body: { identifier, password: 'no es esta, ni parecida' } });
  await enter(lending, client, { jar, trustDevice: true });
  const code = await codeTo(lending, client.phone);
  const again = await callEndpoint(lending, sendSignInCode, { body: { identifier: client.email } });
  const id = (again.body as { challenge: { id: string } }).challenge.id;
  await callEndpoint(lending, answerChallenge, { params: { id }, body: { code: '000000' } });
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.phone } });
  await callEndpoint(lending, getSession, { headers: { Authorization: 'Bearer not-a-token' } });
  await callEndpoint(lending, getSession, { headers: { ...jar.headers, 'Sec-Fetch-Site': 'cross-site' } });
  await callEndpoint(lending, changePassword, {
    body: { currentPassword: PASSWORD, newPassword: 'siete vicuñas miran la quebrada' },
    headers: jar.headers,
  });
  await lending.app.request('/api/v1/auth/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: PASSWORD, isStaff: true }),
  });
  for (let tries = 0; tries < 8; tries += 1) {
    await callEndpoint(lending, signIn, { body: { identifier, password: 'no es esta, ni parecida' } });
  }
  await operator('Rosa', '/api/v1/staff/people');
  await lending.app.request('/api/v1/staff/people', { headers: { authorization: 'Bearer guessed' } });
  await callEndpoint(lending, logOut, { headers: jar.headers });
  await operator('Rosa', '/api/v1/staff/session-ends', {
    documentNumber: identifier,
    reason: 'Llamó: perdió el celular.',
  });

  const seen = events().map(({ security, outcome, what, factor }) =>
    [security, what, outcome, factor].join(' ').trim(),
  );
  for (const event of [
    'sign-in sign-in refused password',
    'sign-in sign-in more password',
    'proof answer-challenge ok code',
    'code-asked send-sign-in-code ok',
    'proof answer-challenge refused code',
    'recovery request-password-reset ok',
    'access-refused get-session refused',
    'access-refused change-password refused',
    'limit-met sign-in limited',
    'staff-act GET /api/v1/staff/people ok',
    'session-ended log-out ok',
    'session-ended end-sessions ok',
  ]) {
    expect(seen).toContain(event);
  }
  const ok = events().find(({ security, outcome }) => security === 'proof' && outcome === 'ok');
  expect(ok).toMatchObject({ person: client.personId, level: 'info', service: 'lending', msg: 'security event' });
  expect(events().find(({ what }) => what === 'end-sessions')).toMatchObject({
    staff: 'Rosa',
    person: client.personId,
  });
  for (const event of events()) {
    expect(Object.keys(SECURITY_EVENTS)).toContain(event['security']);
    expect(event).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      outcome: expect.any(String),
      caller: expect.stringMatching(/^[\w-]{16}$/),
      requestId: expect.any(String),
    });
  }
  const text = lines.join('');
  const local = client.email.split('@')[0] as string;
  for (const [what, secret] of Object.entries({
    document: client.documentNumber,
    phone: client.phone.slice(3),
    email: client.email,
    local,
    firstName: 'Zoraida',
    code,
    wrongCode: '"000000"',
    password: PASSWORD,
    guess: 'no es esta',
    newPassword: 'siete vicuñas',
    token: jar.get('auth') ?? 'no token',
    bind: jar.get('__Host-bind') ?? 'no bind',
    operatorToken: OPERATOR_TOKEN,
    guessedToken: 'guessed',
    reason: 'perdió',
  })) {
    expect(text.includes(secret), what).toBe(false);
  }
});

test('a field that no form of ours has, another method and a body that is not JSON are security events', {
  tags: 'asvs-16.3.3',
}, async () => {
  const send = (init: RequestInit) => lending.app.request('/api/v1/public/offer', init);
  const json = { 'content-type': 'application/json' };
  await send({ method: 'POST', headers: json, body: '{"isAdmin":true}' });
  await send({ method: 'DELETE' });
  await send({ method: 'POST', headers: json, body: '{' });
  await send({ method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' });
  expect(events().map(({ security }) => security)).toEqual(Array.from({ length: 4 }, () => 'input-refused'));
  lines = [];
  await send({ method: 'POST', headers: json, body: JSON.stringify(makePublicOffer.examples[0]?.body) });
  expect(events()).toEqual([]);
});

test('a colleague who cannot sign in is a security event, and so is a call that their roles do not allow', async () => {
  const json = { 'content-type': 'application/json' };
  const guess = { login: 'Zoraida', password: 'no es esta', code: '000000' };
  const init = { method: 'POST', headers: json, body: JSON.stringify(guess) };
  expect((await lending.app.request('/api/v1/staff/sign-in', init)).status).toBe(400);
  const { headers } = await aColleague(lending.db, 'Eva', ['support']);
  expect((await lending.app.request('/api/v1/staff/colleagues', { headers })).status).toBe(403);
  expect(events()).toMatchObject([
    { security: 'sign-in', what: 'staff-sign-in', factor: 'password', outcome: 'refused', code: 'invalid_credentials' },
    { security: 'access-refused', staff: 'Eva', outcome: 'refused', code: 'role_needed' },
  ]);
  for (const said of [guess.login, guess.password, headers['authorization']?.slice(7) ?? 'token']) {
    expect(lines.join('')).not.toContain(said);
  }
});

test('a sealed value that was changed in the database is a security event', { tags: 'asvs-16.3.4' }, async () => {
  const { headers, personId } = await aBorrower(lending);
  const row = lending.db.kysely.updateTable('person').where('id', '=', personId);
  await row.set({ data_key: testVault().newDataKey() }).execute();
  lines = [];
  expect((await callEndpoint(lending, getProfile, { headers })).status).toBe(500);
  expect(events()).toEqual([
    expect.objectContaining({ security: 'key-failed', outcome: 'failed', requestId: expect.any(String) }),
  ]);
});

test('a line break in what a caller sends forges no line of the log', { tags: 'asvs-16.4.1' }, async () => {
  const forged = '\n{"level":"info","security":"sign-in","outcome":"ok"}';
  await lending.app.request(`/api/v1/staff/people/${encodeURIComponent(forged)}`, {
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'x-operator': encodeURIComponent(`Rosa${forged}`) },
  });
  await callEndpoint(lending, signIn, { body: { identifier: `x${forged}`, password: forged } });
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line.trimEnd().split('\n')).toHaveLength(1);
  expect(events().filter(({ outcome }) => outcome === 'ok')).toEqual([]);
});

test('every call that signs in, proves or changes who may do what is a security event', { tags: 'asvs-16.3.1' }, () => {
  const files = ['people', 'profile'].flatMap((subject) => filesUnder(`src/api/endpoints/${subject}`));
  const names = files
    .map((file) => file.replace(/^.*\/|\.ts$/g, ''))
    .filter((name) => !/^(?:notes$|get-|list-)/.test(name));
  expect(names.length).toBeGreaterThan(20);
  const silent = names.filter((name) => securityEventKind(name) === undefined);
  expect(silent.sort(), 'src/server/lending/security-events.ts').toEqual([...NO_SECURITY_EVENTS].sort());
});
