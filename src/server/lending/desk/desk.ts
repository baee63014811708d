import type { Context } from 'hono';
import { html } from 'hono/html';
import type { CookieName } from '#api/cookies.ts';
import { localeFrom, preferredLocale } from '#i18n/preferred-locale.ts';
import { STAFF_ACTS, STAFF_GROUPS, type StaffActName } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import { readForm } from '#server/kit/form-body.ts';
import type { HttpApp } from '#server/kit/http.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { isSecret } from '#server/kit/secret.ts';
import { MAX_STATEMENT_BYTES } from '#server/lending/gateways/transfer/bank-statement.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { actPage, donePage, partOf, partsOf } from './act-page.ts';
import { addressOf, askAs, groupOf, type Looker } from './ask.ts';
import { OF_GROUP } from './desk-map.ts';
import { DESK_FILES, deskPage } from './page.ts';
import type { Given } from './request-of.ts';
import { searchPage } from './search.ts';
import { DESK_COOKIE, enter, wayInPage } from './sign-in.ts';

export const DESK_PATH = '/desk';
const LANGUAGE_COOKIE = '__Host-desk-language' satisfies CookieName;
/** Several times the files of a complaint's answer. */
const MAX_FORM_BYTES = 4 * MAX_STATEMENT_BYTES;

/** In the sandbox: the key of the link that `npm start` prints, and who it signs in. */
export interface DeskLink {
  readonly key: string;
  readonly token: () => Promise<string>;
}

/**
 * The desk: pages of the operator API for colleagues, made from the same descriptions. It holds no door of its own: each
 * page asks the API in this process with the session of who looks, and draws what their roles may do.
 */
export function serveDesk(app: HttpApp, routes: readonly StaffRoute[], link?: DeskLink): void {
  const wayIn = (name: 'sign-in' | 'take-invitation') => routes.find((route) => route.name === name) as StaffRoute;
  for (const [path, { type, text }] of Object.entries(DESK_FILES)) {
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
  }
  const stranger = (c: Context) => lookerOf(app, c, { routes: [] });
  app.get(`${DESK_PATH}/sign-in`, async (c) => wayInPage(await stranger(c), wayIn('sign-in')));
  app.get(`${DESK_PATH}/invitation`, async (c) => wayInPage(await stranger(c), wayIn('take-invitation')));
  app.use(`${DESK_PATH}/*`, async (c, next) => {
    if (c.req.method === 'GET' || isFromDesk(c)) return next();
    const looker = await stranger(c);
    const main = html`<p>${looker.say(DESK.not_from_here)}</p>`;
    return deskPage(looker, { title: looker.say(DESK.refused), main, status: 403 });
  });
  app.post(`${DESK_PATH}/sign-in`, async (c) => enter(await stranger(c), wayIn('sign-in'), await givenBy(c)));
  app.post(`${DESK_PATH}/invitation`, async (c) =>
    enter(await stranger(c), wayIn('take-invitation'), await givenBy(c)),
  );
  app.post(`${DESK_PATH}/language`, async (c) => {
    const { texts } = await givenBy(c);
    const locale = localeFrom(texts['to']?.[0]) ?? 'es';
    c.header('Set-Cookie', siteCookie(LANGUAGE_COOKIE, locale));
    const back = texts['back']?.[0] ?? '';
    return redirectWithin(c, back.startsWith(`${DESK_PATH}/`) ? back : `${DESK_PATH}/`, 303);
  });
  if (link) serveLink(app, link);
  serveSignedIn(app, routes);
}

function serveLink(app: HttpApp, { key, token }: DeskLink): void {
  app.get(`/sandbox/desk/${key}`, async (c) => {
    c.header('Set-Cookie', siteCookie(DESK_COOKIE, await token()));
    return c.redirect('/desk/', 303);
  });
}

/** Everything behind the sign-in. */
function serveSignedIn(app: HttpApp, routes: readonly StaffRoute[]): void {
  const page = (answer: (looker: Looker) => Response | Promise<Response>) => async (c: Context) => {
    const looker = await lookerOf(app, c, { routes });
    return looker.who ? answer(looker) : c.redirect('/desk/sign-in', 303);
  };
  app.get(DESK_PATH, (c) => c.redirect('/desk/', 308));
  app.get(`${DESK_PATH}/`, page(waitsPage));
  app.post(
    `${DESK_PATH}/search`,
    page(async (looker) => searchPage(looker, (await givenBy(looker.c)).texts['q']?.[0] ?? '')),
  );
  app.post(
    `${DESK_PATH}/sign-out`,
    page(async ({ c, ask }) => {
      await ask(`${STAFF_PATH}/sign-out`, { method: 'POST' });
      c.header('Set-Cookie', siteCookie(DESK_COOKIE, '', 0));
      return c.redirect('/desk/sign-in', 303);
    }),
  );
  app.get(`${DESK_PATH}/:group`, page(groupPage));
  app.on(
    ['GET', 'POST'],
    `${DESK_PATH}/:group/:act`,
    page(async (looker) => {
      const { c, acts } = looker;
      const [group, name] = [c.req.param('group'), c.req.param('act')];
      const route = acts.find((one) => one.name === (group === name ? group : `${group} ${name}`));
      if (!route) return notYours(looker);
      if (c.req.method === 'GET') return actPage(looker, route, { texts: c.req.queries() });
      return route.method === 'GET' ? notYours(looker) : donePage(looker, route, await givenBy(c));
    }),
  );
}

/** What is not there, and what takes another role: the same for who may not see it. */
function notYours(looker: Looker): Response | Promise<Response> {
  const main = html`<p>${looker.say(DESK.not_yours)}</p>`;
  return deskPage(looker, { title: looker.say(DESK.not_there), main, status: 404 });
}

/** The first page: what waits for a person, and who may be called today. */
async function waitsPage(looker: Looker): Promise<Response> {
  const { say, acts } = looker;
  const part = (name: StaffRoute['name'], title: string) => {
    const route = acts.find((one) => one.name === name);
    return route && partOf(looker, route, {}, title);
  };
  const parts = [await part('tasks list', ''), await part('loan late', say(DESK.call_today))];
  return deskPage(looker, { title: say(DESK.waits), main: html`${parts.filter(Boolean)}` });
}

/** A subject: what its page shows, and every act of it that who looks may do. */
async function groupPage(looker: Looker): Promise<Response> {
  const { c, say, acts } = looker;
  const group = c.req.param('group') ?? '';
  const own = acts.filter((one) => groupOf(one) === group);
  const [first] = own;
  if (!first) return notYours(looker);
  const links = (method: string) =>
    own
      .filter((one) => one.method === method)
      .map((one) => html`<li><a href="${addressOf(one)}">${say(STAFF_ACTS[one.name])}</a></li>`);
  const [reads, does] = [links('GET'), links('POST')];
  const list = (title: string, items: typeof reads) =>
    items.length > 0 ? html`<section><h2>${title}</h2><ul class="links">${items}</ul></section>` : '';
  const shown = await partsOf(looker, OF_GROUP[group] ?? [{ act: `${group} list` as StaffActName, isShown: true }], {});
  const main = html`<div class="cols">${list(say(DESK.acts), does)}${list(say(DESK.reads), reads)}</div>${shown}`;
  return deskPage(looker, { title: say(STAFF_GROUPS[groupOf(first)]), main });
}

async function lookerOf(
  app: HttpApp,
  c: Context,
  { routes }: { readonly routes: readonly StaffRoute[] },
): Promise<Looker> {
  const locale = localeFrom(cookieOf(c.req.raw, LANGUAGE_COOKIE)) ?? preferredLocale(c.req.raw);
  const token = cookieOf(c.req.raw, DESK_COOKIE);
  const ask = askAs(app, c, isSecret(token) ? token : undefined);
  const me = routes.length > 0 && isSecret(token) ? await ask(`${STAFF_PATH}/me`) : undefined;
  const who = me?.ok ? ((await me.json()) as NonNullable<Looker['who']>) : undefined;
  const acts = who ? routes.filter(({ may }) => may.some((role) => who.roles.includes(role))) : [];
  return { c, ask, locale, say: (words) => words[locale], acts, who };
}

/** Whether a post comes from a page of the desk. Browsers say where from; one that does not names the page's origin. */
function isFromDesk(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin !== undefined && URL.parse(origin)?.host === c.req.header('host');
}

async function givenBy(c: Context): Promise<Given> {
  const form = await readForm(c.req.raw, MAX_FORM_BYTES, { maxTextBytes: MAX_STATEMENT_BYTES });
  if (typeof form === 'string') return { texts: {} };
  const texts: Record<string, string[]> = Object.create(null);
  const files: Record<string, File[]> = Object.create(null);
  for (const [name, value] of form) {
    if (typeof value === 'string') texts[name] = [...(texts[name] ?? []), value];
    else if (value.size > 0) files[name] = [...(files[name] ?? []), value];
  }
  return { texts, files };
}
