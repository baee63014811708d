import { test as base, beforeEach, describe, expect } from 'vitest';
import { beginOnce, forgetKeptPages, keepPage } from '#server/lending/desk/kept-pages.ts';
import { IDLE_MS } from '#server/lending/staff/colleague-store.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aColleague, signInOf } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending({ sandbox: true });
const test = base.extend('ana', () => signedIn('ana'));
beforeEach(async () => {
  await lending.db.kysely.deleteFrom('desk_page').execute();
});
const OWN = { 'sec-fetch-site': 'same-origin' };
const HOUR_MS = 3_600_000;
const NOTE = { code: 'LR-2026-000123', text: 'El banco confirma el pago de la señora “Quispe” & hijos.' };

/** A browser at the desk: it keeps the cookie that it was given, and posts what stands in a form. */
class Browser {
  cookie = '';

  async ask(path: string, init: RequestInit = {}) {
    const answer = await lending.app.request(path, {
      ...init,
      headers: { ...OWN, ...(this.cookie && { cookie: this.cookie }), ...init.headers },
    });
    const given = answer.headers.getSetCookie().find((line) => line.startsWith('__Host-desk='));
    if (given !== undefined) this.cookie = given.split(';')[0]?.replace(/^__Host-desk=$/, '') ?? '';
    const { status, headers } = answer;
    return { status, headers, location: headers.get('location') ?? '', text: await answer.text() };
  }

  post(path: string, fields: Readonly<Record<string, string>>) {
    return this.ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** Opens a form and says which hidden fields it has. */
  async opens(path: string): Promise<Record<string, string>> {
    const { text } = await this.ask(path);
    return hiddenIn(text);
  }

  async signsIn(login: string, to = '/desk/sign-in') {
    return this.post(to, await signInOf(lending, login));
  }
}

const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'");
const hiddenIn = (text: string) =>
  Object.fromEntries(
    [...text.slice(text.indexOf('<main')).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, plain(value)],
    ),
  );
const linksIn = (text: string) => [...text.matchAll(/href="(\/desk\/[^"]*)"/g)].map(([, href = '']) => plain(href));

async function signedIn(login: string): Promise<Browser> {
  const browser = new Browser();
  const { headers } = await aColleague(lending.db, login);
  browser.cookie = `__Host-desk=${headers['authorization']?.slice('Bearer '.length)}`;
  return browser;
}

async function aTask(): Promise<string> {
  const row = { kind: 'payout-not-found', subject: `payout:${crypto.randomUUID()}`, note: 'Ask the bank.' };
  const task = {
    id: crypto.randomUUID(),
    ...row,
    facts: '{}',
    created_at: new Date(lending.clock.now()),
    done_at: null,
    done_by: null,
  };
  await lending.db.kysely.insertInto('staff_task').values(task).execute();
  return task.id;
}

describe('a session that ends while a colleague writes', () => {
  test('gives the form back after signing in, to that colleague alone, and sends nothing by itself', async () => {
    const ana = new Browser();
    await ana.signsIn('ana');
    const form = await ana.opens('/desk/complaints/note');
    lending.clock.pass({ hours: IDLE_MS / HOUR_MS + 0.1 });
    const late = await ana.post('/desk/complaints/note', { ...form, ...NOTE });
    expect([late.status, late.location]).toEqual([303, expect.stringMatching(/^\/desk\/sign-in\?to=/)]);
    expect(decodeURIComponent(late.location)).not.toContain('Quispe');
    const signIn = await ana.ask(late.location);
    expect(signIn.text).toContain('Tu sesión terminó');

    const luis = new Browser();
    const other = await luis.signsIn('luis', late.location);
    const seen = await luis.ask(other.location);
    expect([seen.status, seen.text]).toEqual([410, expect.not.stringContaining('Quispe')]);

    const entered = await ana.signsIn('ana', late.location);
    const again = await ana.ask(entered.location);
    expect([again.status, plain(again.text)]).toEqual([200, expect.stringContaining(NOTE.text)]);
    expect(again.text).toContain('todavía no se ha hecho nada');
    // There is no such complaint: now it was asked.
    expect((await ana.post('/desk/complaints/note', { ...hiddenIn(again.text), ...NOTE })).status).toBe(404);
  });

  test('keeps no file, and says that it must be chosen again', async ({ ana }) => {
    const fields = { ...(await ana.opens('/desk/complaints/answer')), ...NOTE, solution: 'ACCEPTED' };
    await lending.db.kysely.updateTable('colleague_session').set({ ended_at: new Date() }).execute();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('attachments', new File(['%PDF-1.4 the secret of a file'], 'paper.pdf'));
    const { location } = await ana.ask('/desk/complaints/answer', { method: 'POST', body: form });
    await lending.db.kysely.updateTable('colleague_session').set({ ended_at: null }).execute();
    const { text } = await ana.ask(new URL(location, 'http://localhost').searchParams.get('to') ?? '');
    expect(plain(text)).toContain(NOTE.text);
    expect(text).toContain('<option value="ACCEPTED" selected>');
    expect(text).toContain('Elige otra vez los archivos.');
    expect(text).not.toMatch(/secret of a file|paper\.pdf/);
  });

  test('gives back the figures of a parameter, of which the act names one field alone', async ({ ana }) => {
    const fields = await ana.opens('/desk/parameter/propose?kind=igv&key=general');
    await lending.db.kysely.updateTable('colleague_session').set({ ended_at: new Date() }).execute();
    const late = await ana.post('/desk/parameter/propose', { ...fields, 'value.percent': '19' });
    await lending.db.kysely.updateTable('colleague_session').set({ ended_at: null }).execute();
    const { text } = await ana.ask(new URL(late.location, 'http://localhost').searchParams.get('to') ?? '');
    expect(text).toMatch(/name="value\.percent" type="text" value="19"/);
  });

  test('is known by the form when the browser has forgotten its cookie, and by nothing that a stranger has', async ({
    ana,
  }) => {
    const form = await ana.opens('/desk/complaints/note');
    const stranger = new Browser();
    const { location } = await stranger.post('/desk/complaints/note', { ...form, ...NOTE });
    const to = new URL(location, 'http://localhost').searchParams.get('to') ?? '';
    expect(plain((await ana.ask(to)).text)).toContain(NOTE.text);
    for (const id of [undefined, 'x', `${form['form-id']}A`]) {
      const nobodys = await stranger.post('/desk/complaints/note', {
        ...NOTE,
        ...(id !== undefined && { 'form-id': id }),
      });
      expect(nobodys.location).toBe('/desk/sign-in?to=%2Fdesk%2Fcomplaints%2Fnote');
    }
  });

  test('leaves the search that came too late to be done after signing in', async ({ ana }) => {
    await lending.db.kysely.updateTable('colleague_session').set({ ended_at: new Date() }).execute();
    const { location } = await ana.post('/desk/search', { q: '45678912' });
    expect(location).toMatch(/^\/desk\/sign-in\?to=%2Fdesk%2Fsearch%3Fkept%3D[\w-]{43}$/);
    await lending.db.kysely.updateTable('colleague_session').set({ ended_at: null }).execute();
    const { text } = await ana.ask(new URL(location, 'http://localhost').searchParams.get('to') ?? '');
    expect(text).toContain('name="q" type="search" required value="45678912"');
  });

  test('leaves at most twenty forms of a colleague, and each for a day', async () => {
    const { id: colleagueId } = await aColleague(lending.db, 'ana');
    const owner = { colleagueId, of: '/desk/holiday/add' };
    const ids: string[] = [];
    for (let place = 0; place < 25; place += 1) {
      ids.push(await keepPage(lending, owner, { kind: 'form', texts: { name: [`Día ${place}`] }, hadFiles: false }));
    }
    const ana = await signedIn('ana');
    expect((await ana.ask(`/desk/holiday/add?kept=${ids.at(-1)}`)).text).toContain('value="Día 24"');
    const count = async () => (await lending.db.kysely.selectFrom('desk_page').selectAll().execute()).length;
    expect(await count()).toBe(20);
    lending.clock.pass({ hours: 24 });
    expect((await ana.ask(`/desk/holiday/add?kept=${ids.at(-1)}`)).status).toBe(410);
    await forgetKeptPages(lending);
    expect(await count()).toBe(0);
  });
});

describe('signing in', () => {
  test.each(['/desk/loan/show?number=P-2026-0000001', '/desk/payments/list?status=UNKNOWN%2CIN_REVIEW', '/desk/tasks'])(
    'leads to where a link points: %s',
    async (link) => {
      const ana = new Browser();
      const { location } = await ana.ask(link);
      const wrong = await ana.post(location, { login: 'ana', password: 'x', code: '000000' });
      // Where the form goes is kept by a refusal too.
      expect(plain(wrong.text)).toContain(`action="${location}"`);
      expect((await ana.signsIn('ana', location)).location).toBe(link);
    },
  );

  test.each(['https://elsewhere.example/', '//elsewhere.example/desk/', '/profile/', '/desk/../profile/', ''])(
    'leads nowhere else: %j',
    async (to) => {
      const answer = await new Browser().signsIn('ana', `/desk/sign-in?${new URLSearchParams({ to })}`);
      expect([answer.status, answer.location]).toEqual([303, '/desk/']);
    },
  );

  test('again ends the earlier session of that browser, and a wrong attempt does not', async () => {
    const ana = new Browser();
    await ana.signsIn('ana');
    const earlier = ana.cookie;
    await ana.post('/desk/sign-in', { login: 'ana', password: 'x', code: '000000' });
    const as = (cookie: string) => lending.app.request('/desk/', { headers: { cookie } });
    expect((await as(earlier)).status).toBe(200);
    await ana.signsIn('luis');
    expect([(await as(earlier)).status, (await as(ana.cookie)).status]).toEqual([303, 200]);
  });
});

describe('an act', () => {
  test('that was done leads to a page that can be loaded again, with the way back to the list as it was filtered', async () => {
    await aTask();
    const ana = await signedIn('ana');
    const list = '/desk/tasks/list?kind=payout-not-found';
    const link = linksIn((await ana.ask(list)).text).find((href) => href.startsWith('/desk/tasks/done')) ?? '';
    const form = await ana.opens(link);
    const id = new URL(link, 'http://localhost').searchParams.get('id') ?? '';
    const sent = await ana.post('/desk/tasks/done', { ...form, id });
    expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/desk\/tasks\/done\?done=[\w-]{43}$/)]);
    for (const page of [await ana.ask(sent.location), await ana.ask(sent.location)]) {
      expect([page.status, page.text]).toEqual([200, expect.stringContaining('Se marcó como hecho.')]);
      expect(linksIn(page.text)).toContain(list);
    }
    lending.clock.pass({ hours: 1 });
    expect((await ana.ask(sent.location)).status).toBe(410);
  });

  test('leads back to no other site', async ({ ana }) => {
    for (const back of ['https://elsewhere.example/', '/profile/', '//x/desk/']) {
      expect(await ana.opens(`/desk/tasks/done?${new URLSearchParams({ back })}`)).not.toHaveProperty('back');
      const { location } = await ana.post('/desk/tasks/done', { id: await aTask(), back });
      expect((await ana.ask(location)).text).not.toContain(back);
    }
  });

  test('whose form is sent twice at once is done once', async ({ ana }) => {
    const before = await audited('holiday.add');
    const form = { ...(await ana.opens('/desk/holiday/add')), date: '2030-07-23', name: 'Día de la Fuerza Aérea' };
    const answers = await Promise.all([1, 2, 3].map(() => ana.post('/desk/holiday/add', form)));
    const [location] = answers.map((answer) => answer.location);
    expect(answers.map((answer) => [answer.status, answer.location])).toEqual(Array(3).fill([303, location]));
    expect((await ana.ask(location ?? '')).text).toContain('Se agregó el feriado Día de la Fuerza Aérea, 23/07/2030.');
    expect(await audited('holiday.add')).toBe(before + 1);
    // Opened again, it is meant again.
    const anew = { ...form, ...(await ana.opens('/desk/holiday/add')) };
    expect((await ana.post('/desk/holiday/add', anew)).status).toBe(409);
  });

  test('that was refused may be sent again from the same form, and then is done', async ({ ana }) => {
    const form = { ...(await ana.opens('/desk/tasks/done')), id: crypto.randomUUID() };
    expect((await ana.post('/desk/tasks/done', form)).status).toBe(404);
    expect((await ana.post('/desk/tasks/done', form)).status).toBe(404);
    const corrected = await ana.post('/desk/tasks/done', { ...form, id: await aTask() });
    expect(corrected.status).toBe(303);
  });

  test('of another account is not done by this one, and is kept for the other', async () => {
    const [ana, luis] = [await signedIn('ana'), await signedIn('luis')];
    const before = await audited('holiday.add');
    const fields = { ...(await ana.opens('/desk/holiday/add')), date: '2030-07-24', name: 'Día de Ana' };
    const refused = await luis.post('/desk/holiday/add', fields);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('otra cuenta')]);
    expect(await audited('holiday.add')).toBe(before);
    const signIn = linksIn(refused.text).find((href) => href.startsWith('/desk/sign-in?to=')) ?? '';
    const to = new URL(signIn, 'http://localhost').searchParams.get('to') ?? '';
    expect((await luis.ask(to)).text).not.toContain('Día de Ana');
    expect((await ana.ask(to)).text).toContain('value="Día de Ana"');
  });

  test('that is still being done says so, and whose process has ended says that nobody knows', async () => {
    const { id: colleagueId } = await aColleague(lending.db, 'ana');
    const ana = await signedIn('ana');
    const id = 'r'.repeat(43);
    expect(await beginOnce(lending, colleagueId, id)).toBe(true);
    expect(await beginOnce(lending, colleagueId, id)).toBe(false);
    const page = await ana.ask(`/desk/holiday/add?done=${id}`);
    expect([page.status, page.headers.get('refresh')]).toEqual([202, '2']);
    lending.clock.pass({ hours: 0.1 });
    const late = await ana.ask(`/desk/holiday/add?done=${id}`);
    expect([late.headers.get('refresh'), late.text]).toEqual([null, expect.stringContaining('No se sabe si se hizo')]);
  });
});

describe('a search', () => {
  test('has an address that can be loaded again and does not say what was searched', async () => {
    const [ana, luis] = [await signedIn('ana'), await signedIn('luis')];
    for (const [path, fields, field] of [
      ['/desk/search', { q: '  45678912 ' }, 'value="45678912"'],
      ['/desk/payments/list', { reference: 'OP-45678912', status: 'UNKNOWN' }, 'value="OP-45678912"'],
    ] as const) {
      const { status, location } = await ana.post(path, fields);
      expect([status, location]).toEqual([303, expect.stringMatching(/^[\w/-]+\?kept=[\w-]{43}$/)]);
      const pages = [await ana.ask(location), await ana.ask(location)];
      for (const page of pages) expect([page.status, page.text]).toEqual([200, expect.stringContaining(field)]);
      const addresses = linksIn(pages[0]?.text ?? '');
      expect(addresses.filter((href) => href.includes('45678912'))).toEqual([]);
      expect([(await luis.ask(location)).status, (await luis.ask(location)).text.includes('45678912')]).toEqual([
        410,
        false,
      ]);
    }
  });

  test('of a list by what says nothing of a client stays an address that can be sent to somebody', async ({ ana }) => {
    expect((await ana.post('/desk/payments/list', { reference: '', status: 'UNKNOWN' })).location).toBe(
      '/desk/payments/list?status=UNKNOWN',
    );
  });

  test('longer than any is told so and stays as it was pasted', async ({ ana }) => {
    const pasted = `Pago de la cuota de ${'x'.repeat(80)}`;
    const { status, text } = await ana.post('/desk/search', { q: pasted });
    expect([status, text]).toEqual([400, expect.stringContaining('Tiene 100 letras')]);
    expect(text).toContain(`value="${pasted}"`);
    expect(text).not.toContain('maxlength');
  });
});

test('of searches a colleague has the newest hundred, because an old cookie without a session is enough to add one', async () => {
  const { id: colleagueId } = await aColleague(lending.db, 'ana');
  const search = (at: number) =>
    keepPage(lending, { colleagueId, of: '/desk/search' }, { kind: 'search', texts: { q: [`Cliente ${at}`] } });
  for (let at = 0; at < 105; at += 1) await search(at);
  expect(await lending.db.kysely.selectFrom('desk_page').selectAll().execute()).toHaveLength(100);
  const latest = await search(105);
  const ana = await signedIn('ana');
  expect((await ana.ask(`/desk/search?kept=${latest}`)).text).toContain('value="Cliente 105"');
});

test('what is kept is sealed, and stands under the hash of its id', async ({ ana }) => {
  const { location } = await ana.post('/desk/search', { q: '45678912' });
  const rows = await lending.db.kysely.selectFrom('desk_page').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/45678912/);
  expect(JSON.stringify(rows)).not.toContain(location.slice(-43));
});

async function audited(action: string): Promise<number> {
  return (await lending.db.kysely.selectFrom('audit').select('id').where('action', '=', action).execute()).length;
}
