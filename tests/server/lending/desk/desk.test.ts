import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { type Act, answersFile } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { ROLES, type Role } from '#server/lending/staff/colleague.ts';
import { openTask } from '#server/lending/staff/task-store.ts';
import { stateOf } from '#tests/support/applications/applicant.ts';
import { anOffer } from '#tests/support/applications/offers.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { STAFF_ROUTES } from '#tests/support/lending/staff-routes.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { aColleague, codeOfApp } from '#tests/support/staff/colleagues.ts';
import { COMMANDS, runLender } from '#tools/lender.ts';
import type { OperatorClient } from '#tools/operator-client.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN, sandbox: true });
const OWN = { 'sec-fetch-site': 'same-origin' };

async function signedIn(login: string, roles: readonly Role[] = ROLES) {
  const { headers } = await aColleague(lending.db, login, roles);
  const cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await lending.app.request(path, { ...init, headers: { cookie, ...OWN, ...init.headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  /** Posts and, as a browser does, opens the page that the answer leads to. */
  const send = async (path: string, fields: Readonly<Record<string, string>>) => {
    const answer = await post(path, fields);
    return answer.status === 303 ? ask(answer.headers.get('location') ?? '') : answer;
  };
  const client: OperatorClient = {
    request: async (path, init = {}) =>
      lending.app.request(path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
    close: () => Promise.resolve(),
  };
  return { ask, post, send, client };
}

const linksOf = (text: string) =>
  [...text.matchAll(/href="(\/desk\/[^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));
const addressOf = (name: string) => {
  const [group = '', act = group] = name.split(' ');
  return `/desk/${group}/${act}`;
};

test('who is not signed in is led to the sign-in, and a post from elsewhere does nothing', async () => {
  for (const [path, to] of [
    ['/desk/', ''],
    ['/desk/payments', '?to=%2Fdesk%2Fpayments'],
    ['/desk/payments/list?status=UNKNOWN,IN_REVIEW', '?to=%2Fdesk%2Fpayments%2Flist%3Fstatus%3DUNKNOWN%2CIN_REVIEW'],
  ] as const) {
    const response = await lending.app.request(path);
    expect([response.status, response.headers.get('location')]).toEqual([303, `/desk/sign-in${to}`]);
  }
  const { post } = await signedIn('Ana');
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect((await post('/desk/holiday/add', {}, { 'sec-fetch-site': site })).status).toBe(403);
  }
  const without = await lending.app.request('/desk/sign-in', { method: 'POST', body: new URLSearchParams() });
  expect(without.status).toBe(403);
});

test('a page may run our own script and nothing else, and is kept nowhere', async () => {
  const { ask } = await signedIn('Ana');
  const { headers, text } = await ask('/desk/');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'; script-src 'self'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/ style=| on\w+=|<script>/);
  const script = await ask('/desk/desk.js');
  expect(Buffer.byteLength(script.text)).toBeLessThan(2_048);
});

describe.each([...ROLES])('for %s', (role) => {
  test('the desk draws each act that the role may do, and no other, within two presses', async () => {
    const { ask } = await signedIn(`one of ${role}`, [role]);
    const first = await ask('/desk/');
    const groups = linksOf(first.text).filter((href) => /^\/desk\/[\w-]+$/.test(href));
    const drawn = new Set<string>();
    for (const group of groups) {
      for (const href of linksOf((await ask(group)).text)) drawn.add(href.split('?')[0] ?? '');
    }
    const may = STAFF_ROUTES.filter((route) => route.may.includes(role)).map(({ name }) => addressOf(name));
    const acts = new Set(STAFF_ROUTES.map(({ name }) => addressOf(name)));
    expect([...drawn].filter((href) => acts.has(href)).sort()).toEqual(may.sort());
  });

  test('an act of another role is not there, whether it is looked at, sent, or given as a command', async () => {
    const { ask, post, client } = await signedIn(`one of ${role}`, [role]);
    // It would end the session that asks.
    for (const { name, may, method } of STAFF_ROUTES.filter((one) => one.name !== 'logout')) {
      const answer = method === 'GET' ? await ask(addressOf(name)) : await post(addressOf(name), {});
      if (may.includes(role)) expect([name, answer.status]).not.toEqual([name, 403]);
      else expect([name, answer.status]).toEqual([name, 404]);
      expect(answer.status).toBeLessThan(500);
    }
    for (const act of COMMANDS) {
      const said = await runLender(client, ...commandOf(act)).catch((error: unknown) => String(error));
      expect([act.name, /Refused \((\d+)/.exec(said)?.[1] !== '403']).toEqual([act.name, act.may.includes(role)]);
    }
  });
});

/** A command that says something for all that it needs: nothing real, so that little comes of it. */
function commandOf(act: Act): [words: string[], options: Record<string, string>] {
  const needed = fieldsOf(act).filter(({ isRequired, place }) => isRequired || place === 'params');
  const [named, others] = [true, false].map((isNamed) =>
    needed.filter(({ place }) => (place === 'params') === isNamed),
  );
  const options = (others ?? []).map(({ name, kind, options: [first = 'x', ...more] }) => [
    (name.split('.').at(-1) ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    { file: import.meta.filename, json: '{}', choice: first, choices: first, rows: `${[first, ...more]}\n` }[
      kind as 'file'
    ] ?? 'x',
  ]);
  const words = [...act.name.split(' '), ...(named ?? []).map(() => 'x')];
  return [
    words,
    { ...Object.fromEntries(options), ...(answersFile(act) && { out: join(tmpdir(), 'answer-of-desk-test') }) },
  ];
}

test('a page whose list is full weighs at most 30 KB', async () => {
  await sql`insert into staff_task (id, kind, subject, note, created_at)
    select gen_random_uuid(), 'payout-not-found', 'payout:' || gen_random_uuid(), 'Ask the bank.', now()
    from generate_series(1, 120)`.execute(lending.db.kysely);
  const ana = await signedIn('Ana');
  const { text } = await ana.ask('/desk/tasks/list');
  expect(text.match(/<tr>/g)?.length).toBeGreaterThan(100);
  expect(brotliCompressSync(text).byteLength).toBeLessThan(30_000);
  // The first page has the first ones, and says how many there are.
  const first = await ana.ask('/desk/');
  const [waiting = ''] = /<section class="first-rows">.*?<\/section>/s.exec(first.text) ?? [];
  expect(waiting.match(/<tr>/g)?.length).toBe(21);
  const { rows } = await sql<{ count: string }>`select count(*) from staff_task where done_at is null`.execute(
    lending.db.kysely,
  );
  const [, of] = /<a href="\/desk\/tasks\/list">Ver todo: (\d+)<\/a>/.exec(waiting) ?? [];
  expect(Number(of)).toBeGreaterThanOrEqual(Number(rows[0]?.count));
});

test('what waits is said in the language of the colleague, with its act; an older task stays as it was written', async () => {
  const { kysely } = lending.db;
  const subject = `payout:${crypto.randomUUID()}`;
  const facts = { order: subject.slice(7), amount: 'S/ 500,00', date: '14/01/2026' };
  await openTask(kysely, { kind: 'payout-not-found', subject, says: 'payout-not-found', facts }, lending.clock.now());
  await sql`insert into staff_task (id, kind, subject, note, created_at)
    values (gen_random_uuid(), 'letter-given-up', 'complaint:LR-2025-000001', 'Tell it by telephone.', '2025-01-01')`.execute(
    kysely,
  );
  const { ask, client } = await signedIn('Ana');
  const [es, en] = await Promise.all(
    ['es', 'en'].map(async (locale) => (await ask('/desk/', { headers: { 'accept-language': locale } })).text),
  );
  expect(es).toContain('de S/ 500,00, del 14/01/2026, estaba en camino y no aparece');
  expect(en).toContain('of S/ 500,00, ordered on 14/01/2026, was on its way and is not found');
  for (const text of [es, en]) {
    expect(text).toContain(`href="/desk/payouts/paid?id=${facts.order}"`);
    expect(text).toContain('<span lang="en">Tell it by telephone.</span>');
  }
  const said = await runLender(client, ['tasks', 'list'], { kind: 'payout-not-found' });
  expect(said).toContain(`npm run lender -- payouts paid ${facts.order} --reference`);
});

test('an act is done by its form, through the same four eyes as the API, and says what is wrong', async () => {
  const [ana, luis] = [await signedIn('Ana'), await signedIn('Luis')];
  const empty = await ana.post('/desk/holiday/add', {});
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('aria-invalid="true"')]);
  const added = await ana.send('/desk/holiday/add', { date: '2030-07-23', name: 'Día de la Fuerza Aérea' });
  expect([added.status, added.text]).toEqual([
    200,
    expect.stringContaining('Se agregó el feriado Día de la Fuerza Aérea, 23/07/2030.'),
  ]);
  const again = await ana.post('/desk/holiday/add', { date: '2030-07-23', name: 'Día de la Fuerza Aérea' });
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('Esa fecha ya es feriado.')]);

  const colleague = { login: 'eva', name: 'Eva Ríos', roles: 'support' };
  expect((await ana.send('/desk/colleagues/add', colleague)).text).toContain('ahora otra cuenta lo lee y lo aprueba');
  expect((await ana.post('/desk/colleagues/add', colleague)).status).toBe(409);
  expect((await ana.ask('/desk/')).text).toContain('Colega eva');
  expect((await luis.send('/desk/colleagues/add', colleague)).text).toContain('Invitación');
});

test('who is invited chooses a password, signs in with a second factor, and signs out', async () => {
  const [ana, luis] = [await signedIn('Ana'), await signedIn('Luis')];
  const rosa = { login: 'rosa', name: 'Rosa Díaz', roles: 'finance' };
  await ana.post('/desk/colleagues/add', rosa);
  const { text } = await luis.send('/desk/colleagues/add', rosa);
  const invitation = /<dt>Invitación<\/dt>\s*<dd>([^<]+)</.exec(text)?.[1] ?? '';
  const password = 'ocho llamas cruzan el puente';
  const post = (path: string, fields: Readonly<Record<string, string>>, cookie = '') =>
    lending.app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers: { ...OWN, cookie } });
  const take = async () => (await post('/desk/invitation', { login: 'rosa', invitation, password })).text();
  const lost = /otpauth:[^"\s]+/.exec(await take())?.[0].replaceAll('&amp;', '&');
  // The page is loaded again before the first code: everything begins again.
  const uri = /otpauth:[^"\s]+/.exec(await take())?.[0].replaceAll('&amp;', '&');
  const confirm = (code: string) => post('/desk/invitation/confirm', { login: 'rosa', invitation, code });
  const early = await confirm(codeOfApp(lost, lending.clock.now()));
  expect([early.status, await early.text()]).toEqual([400, expect.stringContaining('name="invitation"')]);
  const confirmed = await confirm(codeOfApp(uri, lending.clock.now()));
  const codes = await confirmed.text();
  expect(codes.match(/<code>(?:[A-Z2-7]{4} ){3}[A-Z2-7]{4}<\/code>/g)).toHaveLength(8);
  const first = confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await lending.app.request('/desk/', { headers: { cookie: first } })).status).toBe(200);
  const again = await confirm(codeOfApp(uri, lending.clock.now()));
  expect([again.status, await again.text()]).toEqual([410, expect.not.stringContaining('<code>')]);
  lending.clock.pass({ minutes: 1 });
  const wrong = await post('/desk/sign-in', { login: 'rosa', password, code: '000000' });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('no van juntos')]);
  const entered = await post('/desk/sign-in', { login: 'rosa', password, code: codeOfApp(uri, lending.clock.now()) });
  const cookie = entered.headers.getSetCookie()[0] ?? '';
  expect(cookie).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; Max-Age=\d+; SameSite=Lax; Secure; HttpOnly$/);
  const own = cookie.split(';')[0] ?? '';
  expect((await lending.app.request('/desk/', { headers: { cookie: own } })).status).toBe(200);
  expect((await post('/desk/sign-out', {}, own)).headers.get('location')).toBe('/desk/sign-in');
  expect((await lending.app.request('/desk/', { headers: { cookie: own } })).status).toBe(303);
});

test('a client is found by document and by telephone in one field, and each look is on record', async () => {
  const { documentNumber, personId } = await aBorrower(lending);
  const { send, ask } = await signedIn('Ana', ['support']);
  const found = await send('/desk/search', { q: documentNumber });
  expect(linksOf(found.text)).toContain(`/desk/person/show?personId=${personId}`);
  const page = await ask(`/desk/person/show?personId=${personId}`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('<dd>Rosa Quispe Huamán</dd>')]);
  // Whoever calls about a debt recognises the document, and does not read it.
  const caller = await signedIn('Cora', ['collections']);
  const masked = await caller.ask(`/desk/person/show?personId=${personId}`);
  expect([masked.status, masked.text]).toEqual([200, expect.stringContaining('••••')]);
  expect(masked.text).not.toContain(documentNumber);
  expect(await readAudit(lending.db.kysely, `person:${personId}`)).toMatchObject([
    { actor: 'operator:Ana', action: 'person.view' },
    { actor: 'operator:Cora', action: 'person.view' },
  ]);
  const finance = await signedIn('Fina', ['finance']);
  const named = await finance.send('/desk/search', { q: documentNumber });
  expect(linksOf(named.text)).toContain(`/desk/person/show?personId=${personId}`);
  const admin = await signedIn('Ada', ['admin']);
  expect((await admin.send('/desk/search', { q: documentNumber })).text).toContain('No hay nada que puedas ver');
  expect((await send('/desk/search', { q: 'P-2026-9999999' })).text).toContain('No hay nada que puedas ver');
});

test('the history of an application says its facts in words, and the comment of a client as typed', async () => {
  const { applicant } = await anOffer(lending);
  const reference = (await stateOf(lending, applicant)).application?.reference ?? '';
  const body = { reason: 'NO_LONGER_NEEDED', comment: 'Mi vecina me presta' } as const;
  await callEndpoint(lending, declineOffer, { headers: applicant.headers, body });
  const { ask } = await signedIn('Ana');
  const { text } = await ask(`/desk/applications/show?reference=${reference}`);
  expect(text.slice(text.indexOf('Historia'))).toContain(
    'Motivo del cliente: Ya no lo necesita · Comentario del cliente: Mi vecina me presta',
  );
  expect(text).toContain('Aceptó la lectura del dispositivo: sí');
  expect(text.slice(text.indexOf('<main'))).not.toContain('lang="en"');
});

test('the desk speaks the language that was chosen, and says each act as a command', async () => {
  const { ask, post, send } = await signedIn('Ana');
  const changed = await post('/desk/language', { to: 'en', back: '/desk/payments/refund?id=1' });
  expect(changed.headers.get('location')).toBe('/desk/payments/refund?id=1');
  const cookie = changed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { headers } = await aColleague(lending.db, 'Ana');
  const both = `${cookie}; __Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  const searched = await send('/desk/search', { q: 'P-2026-9999999' });
  expect(searched.text).toMatch(/name="back" value="\/desk\/search\?kept=[\w-]{43}"/);
  const form = await ask('/desk/payments/refund?id=1', { headers: { cookie: both } });
  expect(form.text).toContain('Give the whole payment back');
  expect(form.text).toContain('npm run lender -- payments refund 1 --reason');
  expect((await post('/desk/language', { to: 'en', back: 'https://elsewhere.example/' })).headers.get('location')).toBe(
    '/desk/',
  );
});
