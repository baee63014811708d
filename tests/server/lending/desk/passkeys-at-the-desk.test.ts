import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '#server/lending/staff/colleague.ts';
import { changeParameter, resetTestDatabase } from '#tests/support/database/database.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';
import { aColleague, signInOf } from '#tests/support/staff/colleagues.ts';

const lending = withTestLending();
const ORIGIN = 'http://localhost:4321';
const OWN = { 'sec-fetch-site': 'same-origin', origin: ORIGIN };

type Fields = Readonly<Record<string, string>>;

/** A browser at the desk: it keeps cookies, and says where its pages come from. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly origin: string;

  constructor(origin: string = ORIGIN) {
    this.origin = origin;
  }

  async open(path: string, fields?: Fields) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await lending.app.request(path, {
      headers: { ...OWN, origin: this.origin, cookie },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const kept of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(kept) ?? [];
      this.cookies.set(name, value);
    }
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
  }

  /** Follows where a post leads, as a browser does. */
  async send(path: string, fields: Fields) {
    const answer = await this.open(path, fields);
    return answer.status === 303
      ? { ...(await this.open(answer.location)), at: answer.location }
      : { ...answer, at: path };
  }
}

/** The dialog that a page opens, and the form that is sent with its answer. */
function dialogIn(text: string) {
  const form =
    /<form class="act" method="post" action="([^"]*)" data-passkey="(\w+)" data-options="([^"]*)">(.*?)<\/form>/s;
  const [, action = '', kind, options = '{}', inner = ''] = form.exec(text) ?? [];
  const hidden = [...inner.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return {
    action: action.replaceAll('&amp;', '&'),
    kind,
    options: JSON.parse(options.replaceAll('&quot;', '"')) as never,
    fields: Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')])),
  };
}

async function atDesk(login: string, roles: readonly Role[] = ['admin']) {
  const browser = new Browser();
  const { headers } = await aColleague(lending.db, login, roles);
  browser.cookies.set('__Host-desk', headers['authorization']?.slice('Bearer '.length) ?? '');
  return browser;
}

const ADD = '/desk/account/add-passkey';

async function add(browser: Browser, login: string, name = 'Teléfono de Rosa') {
  const { password, code } = await signInOf(lending, login);
  const phone = new Authenticator(ORIGIN);
  const asked = await browser.send(ADD, { name, password, appCode: code });
  const { action, kind, options, fields } = dialogIn(asked.text);
  expect([asked.status, kind, action]).toEqual([200, 'create', ADD]);
  const done = await browser.send(action, { ...fields, credential: JSON.stringify(phone.create(options)) });
  return { phone, asked, done };
}

beforeEach(() => lending.clock.pass({ minutes: 1 }));

test('a passkey is added by one form and one dialog, is listed, told on the first page, and removed', async () => {
  const browser = await atDesk('Rosa');
  const form = await browser.open(ADD);
  expect([...form.text.matchAll(/<input class="in" id="f-(\w+)"/g)].map(([, name]) => name)).toEqual([
    'name',
    'password',
    'appCode',
  ]);
  expect(form.text).not.toMatch(/opcional|credential/);
  const { asked, done } = await add(browser, 'Rosa');
  expect(asked.text).toContain('Tu navegador pregunta ahora');
  expect(done.text).toContain('Se agregó la llave Teléfono de Rosa.');
  const account = await browser.open('/desk/account');
  expect(account.text).toMatch(/<td[^>]*>\s*Teléfono de Rosa/);
  expect((await browser.open('/desk/')).text).toMatch(
    /Se agregó la llave Teléfono de Rosa a tu cuenta el 15\/01\/2026/,
  );
  const [, remove = ''] = /href="(\/desk\/account\/remove-passkey\?[^"]*)"/.exec(account.text) ?? [];
  const id = new URLSearchParams(remove.replaceAll('&amp;', '&').split('?')[1]).get('id') ?? '';
  expect((await browser.send('/desk/account/remove-passkey', { id })).text).toContain(
    'Se quitó la llave Teléfono de Rosa',
  );
  expect((await browser.open('/desk/')).text).not.toContain('Teléfono de Rosa a tu cuenta');
});

test('a dialog that comes too late, or is sent again, says to begin again and adds nothing', async () => {
  const browser = await atDesk('Rosa');
  const { password, code } = await signInOf(lending, 'Rosa');
  const asked = await browser.send(ADD, { name: 'Llave', password, appCode: code });
  const { options, fields } = dialogIn(asked.text);
  lending.clock.pass({ minutes: 5 });
  const late = await browser.send(ADD, {
    ...fields,
    credential: JSON.stringify(new Authenticator(ORIGIN).create(options)),
  });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('empieza otra vez')]);
  expect((await browser.open('/desk/account')).text).not.toContain('>Llave<');
});

describe('signing in with a passkey', () => {
  const begin = (browser: Browser, path = '/desk/passkey') => browser.open(path, {});

  test('leads to where the colleague was going, in the browser that opened the dialog, from either of two tabs', async () => {
    const { phone } = await add(await atDesk('Rosa'), 'Rosa');
    const [browser, other] = [new Browser(), new Browser()];
    const [first, second] = [dialogIn((await begin(browser)).text), dialogIn((await begin(browser)).text)];
    const answer = (by: Browser, { action, options }: typeof first) =>
      by.open(action, { credential: JSON.stringify(phone.get(options)) });
    expect([first.kind, Object.keys(first.options)]).toEqual(['get', expect.not.arrayContaining(['allowCredentials'])]);
    await begin(other);
    const stolen = await answer(other, dialogIn((await begin(browser)).text));
    expect([stolen.status, stolen.text]).toEqual([400, expect.stringContaining('No se aceptó la llave')]);
    for (const dialog of [second, first])
      expect([(await answer(browser, dialog)).status, browser.cookies.has('__Host-desk')]).toEqual([303, true]);
    const onward = dialogIn((await begin(new Browser(), '/desk/passkey?to=%2Fdesk%2Faccount')).text);
    expect(onward.action).toBe('/desk/passkey?to=%2Fdesk%2Faccount');
    expect((await browser.open('/desk/account')).status).toBe(200);
  });

  test('is refused in both languages where the desk has another address', async () => {
    const browser = new Browser('http://127.0.0.1:4321');
    const es = await begin(browser);
    browser.cookies.set('__Host-desk-language', 'en');
    const en = await begin(browser);
    expect([es.status, es.text]).toEqual([409, expect.stringContaining('En esta dirección del escritorio no sirven')]);
    expect(en.text).toContain('Passkeys do not work at this address of the desk');
  });

  test('costs the page nothing before it is drawn: the script brings it where the browser has passkeys', async () => {
    const browser = new Browser();
    expect((await browser.open('/desk/sign-in')).text).not.toMatch(/passkey|llave/i);
    const script = await browser.open('/desk/passkey.js');
    expect(script.text).toContain('Entrar con tu llave de acceso');
    expect(script.text).toContain('Sign in with your passkey');
    expect((await browser.open('/desk/desk.js')).text).not.toMatch(/PublicKeyCredential|llave/);
  });
});

test('an act by two asks for the passkey after ten minutes, and comes back with what was typed', async () => {
  const browser = await atDesk('Pía');
  const { phone } = await add(browser, 'Pía');
  lending.clock.pass({ minutes: 11 });
  const typed = { login: 'eva', name: 'Eva Ríos', roles: 'support' };
  const asked = await browser.send('/desk/colleagues/add', typed);
  expect(asked.at).toMatch(/^\/desk\/account\/prove\?done=/);
  const { action, kind, options, fields } = dialogIn(asked.text);
  expect([kind, options]).toEqual([
    'get',
    expect.objectContaining({ allowCredentials: [expect.objectContaining({ id: phone.id })] }),
  ]);
  const back = await browser.send(action, { ...fields, credential: JSON.stringify(phone.get(options)) });
  expect(back.at).toMatch(/^\/desk\/colleagues\/add\?kept=/);
  expect(back.text).toContain('value="Eva Ríos"');
  expect(back.text).toContain('Usaste tu llave. Todavía no se ha hecho nada');
  const done = await browser.send('/desk/colleagues/add', typed);
  expect(done.text).toContain('Lo propusiste');
});

test('recovery codes and a code for commands are shown once: their page does not have them again', async () => {
  const browser = await atDesk('Rosa');
  await add(browser, 'Rosa');
  const { password, code } = await signInOf(lending, 'Rosa');
  const code16 = /(?:[A-Z2-7]{4} ){3}[A-Z2-7]{4}/;
  const form = await browser.open('/desk/account/recovery-codes');
  const [, id = ''] = /name="form-id" value="([^"]*)"/.exec(form.text) ?? [];
  const given = { 'form-id': id, password, appCode: code };
  const codes = await browser.open('/desk/account/recovery-codes', given);
  expect([codes.status, codes.text]).toEqual([200, expect.stringMatching(code16)]);
  const again = await browser.send('/desk/account/recovery-codes', given);
  expect([again.status, again.text]).toEqual([200, expect.not.stringMatching(code16)]);
  const shown = await browser.open('/desk/account/desk-code', {});
  expect([shown.status, shown.text]).toEqual([200, expect.stringMatching(code16)]);
});

describe('a role that asks for a passkey', () => {
  beforeEach(() =>
    changeParameter(lending.db, {
      kind: 'policy',
      key: 'passkeys',
      from: '2026-01-10',
      value: { requiredFor: ['finance'] },
    }),
  );
  afterEach(() => resetTestDatabase(lending.db));

  test('leads from every page to the one that adds it, and from there on', async () => {
    const browser = await atDesk('Fina', ['finance']);
    for (const path of ['/desk/', '/desk/payments', '/desk/account', '/desk/account/recovery-codes', '/desk/nothing'])
      expect([path, (await browser.open(path)).location]).toEqual([path, ADD]);
    const page = await browser.open(ADD);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Tu rol entra con llave de acceso')]);
    expect(page.text).not.toContain('href="/desk/payments"');
    await add(browser, 'Fina');
    expect((await browser.open('/desk/payments')).status).toBe(200);
  });
});
