import type { Context } from 'hono';
import { html } from 'hono/html';
import type { CookieName } from '#api/cookies.ts';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { localeFrom, preferredLocale } from '#i18n/preferred-locale.ts';
import { STAFF_ACTS, STAFF_GROUPS, type StaffActName, type StaffWords } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { cookieOf, siteCookie } from '#server/kit/cookies.ts';
import { answerRefusal, type HttpApp, methodNotAllowed, methodsOf } from '#server/kit/http.ts';
import { maskText } from '#server/kit/mask-text.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { isSecret } from '#server/kit/secret.ts';
import { noteSecurity } from '#server/kit/security-event.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { findAccountOfSession } from '#server/lending/staff/colleague-store.ts';
import { STAFF_PATH } from '#server/lending/staff/staff-route.ts';
import { actPage, drawnPart, firstRowsOf, partsOf } from './act-page.ts';
import { addressOf, askAs, groupOf, type Looker, SEARCH } from './ask.ts';
import { OF_GROUP } from './desk-map.ts';
import { doAct, gonePage, outcomePage } from './done-page.ts';
import { isSearch } from './forms/act-form.ts';
import { keepLatePost, toSignIn } from './forms/late-form.ts';
import { overviewViews } from './glance-view.ts';
import { askedOf, keepAsked } from './kept-asked.ts';
import type { KeptPagesContext } from './kept-pages.ts';
import { DESK_FILES, deskPage, type PageStatus } from './page.ts';
import { type FormLimits, limitsOf, type NotRead, OF_STRANGERS, postedBy, postedProblem } from './posted.ts';
import { unreadPage } from './refused-page.ts';
import type { Given } from './request-of.ts';
import { keepSearch, search, searchPage } from './search.ts';
import { deskAddress, hereOf, SIGN_IN, signInFor } from './way-back.ts';
import { newPasskeysView, passkeyPage } from './way-in/passkey-view.ts';
import { CONFIRM } from './way-in/set-up.ts';
import { DESK_COOKIE, enter, wayInPage } from './way-in/sign-in.ts';

export const DESK_PATH = '/desk';
const LANGUAGE_COOKIE = '__Host-desk-language' satisfies CookieName;

/** In the sandbox: the key of the link that `npm start` prints, and who it signs in. */
export interface DeskLink {
  readonly key: string;
  readonly token: () => Promise<string>;
}

/**
 * Serves the desk: pages of the operator API for colleagues, made from the same descriptions. It does not check rights
 * itself: each page calls the API in this process with the colleague's session, and draws what their roles may do.
 */
export function serveDesk(
  app: HttpApp,
  context: KeptPagesContext,
  { routes, link }: { readonly routes: readonly StaffRoute[]; readonly link?: DeskLink | undefined },
): void {
  const wayIn = (name: StaffActName) => routes.find((route) => route.name === name) as StaffRoute;
  const ways = {
    signIn: wayIn('sign-in'),
    invitation: wayIn('take-invitation'),
    confirm: wayIn('confirm-invitation'),
  };
  for (const [path, { type, text }] of Object.entries(DESK_FILES)) {
    app.get(path, (c) => c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }));
  }
  const desk = { app, context, routes };
  const stranger = (c: Context) => lookerOf({ ...desk, routes: [] }, c);
  app.get(`${DESK_PATH}/sign-in`, async (c) => wayInPage(await stranger(c), ways.signIn));
  app.get(`${DESK_PATH}/invitation`, async (c) => wayInPage(await stranger(c), ways.invitation));
  app.use(`${DESK_PATH}/*`, async (c, next) => {
    if (c.req.method !== 'POST' || isFromDesk(c)) return next();
    const looker = await lookerOf(desk, c);
    // Whoever is signed in at that browser was made to send it.
    const by = looker.who && { staff: looker.who.login };
    noteSecurity(c, { what: `POST ${maskText(c.req.path)}`, code: 'not_from_desk', ...by });
    return textPage(looker, DESK.refused, DESK.not_from_here, 403);
  });
  const posts = (path: string, route: StaffRoute, answer: (looker: Looker, given: Given) => Promise<Response>) =>
    app.post(path, async (c) => {
      const [looker, posted] = [await stranger(c), await postedBy(c, OF_STRANGERS)];
      if (posted.kind === 'given') return answer(looker, posted.given);
      const { problem, status } = postedProblem(looker, posted, OF_STRANGERS);
      return wayInPage(looker, route, { texts: {}, problem }, status);
    });
  posts(SIGN_IN, ways.signIn, (looker, given) => enter(looker, ways, ways.signIn, given));
  posts(`${DESK_PATH}/invitation`, ways.invitation, (looker, given) => enter(looker, ways, ways.invitation, given));
  posts(CONFIRM, ways.invitation, (looker, given) => enter(looker, ways, ways.confirm, given));
  const byPasskey = { route: wayIn('passkey-sign-in'), signIn: ways.signIn };
  posts(`${DESK_PATH}/passkey`, ways.signIn, (looker, given) => passkeyPage(looker, byPasskey, given));
  app.post(`${DESK_PATH}/language`, async (c) => {
    const posted = await postedBy(c, OF_STRANGERS);
    if (posted.kind !== 'given') return notRead(await stranger(c), posted, OF_STRANGERS);
    const { texts } = posted.given;
    const locale = localeFrom(texts['to']?.[0]) ?? DEFAULT_LOCALE;
    c.header('Set-Cookie', siteCookie(LANGUAGE_COOKIE, locale));
    return redirectWithin(c, deskAddress(texts['back']?.[0]) ?? `${DESK_PATH}/`, 303);
  });
  if (link) serveLink(app, link);
  serveSignedIn(desk);
}

/** The parts that every page of the desk is made from. */
interface Desk {
  readonly app: HttpApp;
  readonly context: KeptPagesContext;
  readonly routes: readonly StaffRoute[];
}

function serveLink(app: HttpApp, { key, token }: DeskLink): void {
  app.get(`/sandbox/desk/${key}`, async (c) => {
    c.header('Set-Cookie', siteCookie(DESK_COOKIE, await token()));
    return c.redirect('/desk/', 303);
  });
}

/** Everything behind the sign-in. */
function serveSignedIn(desk: Desk): void {
  const { app, routes } = desk;
  type Answer = (looker: Looker) => Response | Promise<Response>;
  const page =
    (answer: Answer, late: Answer = toSignIn) =>
    async (c: Context) => {
      const looker = await lookerOf(desk, c);
      if (looker.who && mustAddFirst(looker)) return redirectWithin(c, ADD_PASSKEY, 303);
      return looker.who ? answer(looker) : late(looker);
    };
  app.get(DESK_PATH, (c) => c.redirect('/desk/', 308));
  app.get(`${DESK_PATH}/`, page(waitsPage));
  app.get(SEARCH, page(searchPage));
  app.post(
    SEARCH,
    page(async (looker) => {
      const limits = limitsOf({});
      const posted = await postedBy(looker.c, limits);
      if (posted.kind !== 'given') return notRead(looker, posted, limits);
      return search(looker, posted.given.texts['q']?.[0] ?? '');
    }, keepLateSearch),
  );
  app.post(
    `${DESK_PATH}/sign-out`,
    page(async ({ c, ask }) => {
      await ask(`${STAFF_PATH}/sign-out`, { method: 'POST' });
      c.header('Set-Cookie', siteCookie(DESK_COOKIE, '', 0));
      return c.redirect('/desk/sign-in', 303);
    }),
  );
  for (const group of new Set(routes.map(groupOf)))
    app.get(
      `${DESK_PATH}/${group}`,
      page((looker) => groupPage(looker, group)),
    );
  for (const route of routes) {
    app.on(
      route.method === 'GET' && !isSearch(route) ? ['GET'] : ['GET', 'POST'],
      addressOf(route),
      page(
        (looker) => answerAct(looker, route),
        (looker) => (looker.c.req.method === 'POST' ? keepLatePost(looker, route) : toSignIn(looker)),
      ),
    );
  }
  app.all(`${DESK_PATH}/*`, (c) => {
    // Addresses of the site end in a slash, and so may one that a colleague types here.
    const bare = c.req.path.replace(/\/+$/, '');
    if (c.req.method === 'GET' && bare !== c.req.path && methodsOf(app, bare).includes('GET')) {
      return redirectWithin(c, `${bare}${new URL(c.req.url).search}`, 308);
    }
    const methods = methodsOf(app, c.req.path);
    return methods.length > 0 ? answerRefusal(c, methodNotAllowed(methods)) : page(notYours)(c);
  });
}

const ADD_PASSKEY = '/desk/account/add-passkey';

/** Whose role asks for a passkey that has not opened this session: only what leads to one is there. */
function mustAddFirst({ who, c }: Looker): boolean {
  return who?.needsPasskey === true && ![ADD_PASSKEY, '/desk/account/prove', '/desk/sign-out'].includes(c.req.path);
}

async function answerAct(looker: Looker, route: StaffRoute): Promise<Response> {
  const { c, acts } = looker;
  if (!acts.includes(route)) return notYours(looker);
  if (c.req.method !== 'POST') {
    const done = route.method === 'POST' ? c.req.query('done') : undefined;
    if (done !== undefined) return outcomePage(looker, route, done);
    const asked = await askedOf(looker, route);
    return asked ? actPage(looker, route, asked) : gonePage(looker, route);
  }
  const limits = limitsOf(route);
  const posted = await postedBy(c, limits);
  if (posted.kind !== 'given') return unreadPage(looker, route, posted, limits);
  return route.method === 'POST' ? doAct(looker, route, posted.given) : keepAsked(looker, route, posted.given);
}

/** A search that comes after the session had ended is done when the colleague is signed in again: it only reads. */
async function keepLateSearch(looker: Looker): Promise<Response> {
  const posted = await postedBy(looker.c, OF_STRANGERS);
  const text = posted.kind === 'given' ? (posted.given.texts['q']?.[0] ?? '').trim() : '';
  const address = text === '' ? '/desk/' : await keepSearch(looker, SEARCH, { q: [text] });
  return redirectWithin(looker.c, signInFor(address), 303);
}

/**
 * Answers things that do not exist and things that need another role alike, so that a colleague without the role cannot
 * tell which.
 */
function notYours(looker: Looker): Response | Promise<Response> {
  return textPage(looker, DESK.not_there, DESK.not_yours, 404);
}

/** A page of one sentence. */
function textPage(looker: Looker, title: StaffWords, words: StaffWords, status: PageStatus) {
  return deskPage(looker, { title: looker.say(title), main: html`<p>${looker.say(words)}</p>`, status });
}

/** A post without a form of its own to be shown again. */
function notRead(looker: Looker, posted: NotRead, limits: FormLimits): Response | Promise<Response> {
  const { problem, status } = postedProblem(looker, posted, limits);
  return deskPage(looker, { title: looker.say(DESK.refused), main: html`<p>${problem.text}</p>`, status });
}

/** The first page: what waits for a person, and who may be called today. */
async function waitsPage(looker: Looker): Promise<Response> {
  const { say, acts } = looker;
  const firstRows = (name: StaffRoute['name'], of: { readonly title: string; readonly most: number }) => {
    const route = acts.find((one) => one.name === name);
    return route && firstRowsOf(looker, route, of);
  };
  const weeks = acts.find(({ name }) => name === 'books weeks');
  const { glance, moved } = await overviewViews(looker);
  const parts = [
    await newPasskeysView(looker),
    glance,
    await firstRows('tasks list', { title: '', most: 20 }),
    await firstRows('collections list', { title: say(DESK.call_today), most: 10 }),
  ];
  const business = [moved, weeks && (await drawnPart(looker, weeks))].filter(Boolean);
  const folded =
    business.length > 0
      ? html`<details class="fold" open>
          <summary>${say(DESK.business)}</summary>
          ${business}
        </details>`
      : '';
  return deskPage(looker, { title: say(DESK.waits), main: html`${parts.filter(Boolean)}${folded}` });
}

/** Tells whether an act must be told which thing it is about. */
function isOfOneThing(route: StaffRoute): boolean {
  return fieldsOf(route).some(({ place }) => place === 'params');
}

/** A subject: the parts of its page, and every act of it that the colleague may do. */
async function groupPage(looker: Looker, group: ReturnType<typeof groupOf>): Promise<Response> {
  const { say, acts } = looker;
  const own = acts.filter((one) => groupOf(one) === group);
  const [first] = own;
  if (!first) return notYours(looker);
  const linksTo = (acts: readonly StaffRoute[]) =>
    acts.map((one) => html`<li><a href="${addressOf(one)}">${say(STAFF_ACTS[one.name])}</a></li>`);
  // What is done to one thing is found at the thing; here it is folded, for whoever has its number on paper.
  const [ofOne, ofAll] = [own.filter(isOfOneThing), own.filter((one) => !isOfOneThing(one))];
  const list = (title: string, method: string) => {
    const items = linksTo(ofAll.filter((one) => one.method === method));
    return items.length > 0 ? html`<section><h2>${title}</h2><ul class="links">${items}</ul></section>` : '';
  };
  const folded =
    ofOne.length > 0
      ? html`<details><summary>${say(DESK.acts_of_one)}</summary><ul class="links">${linksTo(ofOne)}</ul></details>`
      : '';
  const shown = await partsOf(looker, OF_GROUP[group] ?? [{ act: `${group} list` as StaffActName, isShown: true }], {});
  const table = acts.find(({ name }) => name === 'permissions list');
  const whoMay =
    table && group !== 'permissions'
      ? html`<p class="acts"><a href="${addressOf(table, { subject: group })}">${say(DESK.who_may)}</a></p>`
      : '';
  const main = html`<div class="cols">${list(say(DESK.acts), 'POST')}${list(say(DESK.reads), 'GET')}</div>
    ${shown}${folded}${whoMay}`;
  return deskPage(looker, { title: say(STAFF_GROUPS[groupOf(first)]), main });
}

async function lookerOf({ app, context, routes }: Desk, c: Context): Promise<Looker> {
  const locale = localeFrom(cookieOf(c.req.raw, LANGUAGE_COOKIE)) ?? preferredLocale(c.req.raw);
  const token = cookieOf(c.req.raw, DESK_COOKIE);
  const ask = askAs(app, c, isSecret(token) ? token : undefined);
  const me = routes.length > 0 && isSecret(token) ? await ask(`${STAFF_PATH}/me`) : undefined;
  const who = me?.ok ? ((await me.json()) as NonNullable<Looker['who']>) : undefined;
  const isOpen = ({ may, passkey }: StaffRoute) =>
    may.some((role) => who?.roles.includes(role)) && (!who?.needsPasskey || passkey === 'not-needed');
  const acts = who ? routes.filter(isOpen) : [];
  const accountId = isSecret(token) ? await findAccountOfSession(context.db.kysely, token) : undefined;
  return { c, context, ask, locale, say: (words) => words[locale], acts, who, accountId, here: hereOf(c) };
}

/**
 * Tells whether a post comes from a page of the desk. Browsers say where it comes from; one that does not names the
 * page's origin.
 */
function isFromDesk(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin !== undefined && URL.parse(origin)?.host === c.req.header('host');
}
