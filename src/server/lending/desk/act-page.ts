import { html } from 'hono/html';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { actForm, fieldTexts, problemOf } from './act-form.ts';
import { answerView, filled, linksOf } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import { type About, OF_ANSWER } from './desk-map.ts';
import { deskPage, type Html, type PageStatus } from './page.ts';
import { type Given, requestOf } from './request-of.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The page of an act: its form; of one that reads, what it answers as soon as what it needs is given. */
export async function actPage(looker: Looker, route: StaffRoute, given: Given): Promise<Response> {
  const { say, ask, c } = looker;
  const title = say(STAFF_ACTS[route.name]);
  const isAsked = isWhole(route, given);
  if (route.method !== 'GET' || !isAsked) {
    return deskPage(looker, {
      title,
      main: html`${actForm(looker, route, { texts: given.texts })}${commandOf(looker, route, given)}`,
    });
  }
  const asked = requestOf(route, given);
  if (asked.kind === 'wrong') return wrongPage(looker, route, given, asked.wrong);
  const isCsv = c.req.query('as') === 'csv';
  const answer = await ask(asked.path, isCsv ? { headers: { accept: 'text/csv' } } : {});
  if (!answer.ok) return refusedPage(looker, route, given, answer);
  if (route.answers || isCsv) return fileOf(answer, isCsv ? `${route.name.replace(' ', '-')}.csv` : undefined);
  const body = (await answer.json()) as Answer;
  const abouts = OF_ANSWER[route.name] ?? [];
  const view = html`${answerView(looker, route.name, body)}${more(looker, route, given, body)}`;
  const rest = html`${await partsOf(looker, abouts, body)}${again(looker, route, given)}${commandOf(looker, route, given)}`;
  const main = html`${actsOf(looker, abouts, body)}${view}${rest}`;
  return deskPage(looker, { title: titleOf(title, given, route), main });
}

/** An act is done: what came of it, or the same form with what is wrong. */
export async function donePage(looker: Looker, route: StaffRoute, given: Given): Promise<Response> {
  const { say, ask } = looker;
  const asked = requestOf(route, given);
  if (asked.kind === 'wrong') return wrongPage(looker, route, given, asked.wrong);
  const answer = await ask(asked.path, asked.init);
  if (!answer.ok) return refusedPage(looker, route, given, answer);
  const body = answer.status === 204 ? {} : ((await answer.json()) as Answer & { readonly kind?: string });
  const isProposed = answer.status === 202 && 'approval' in body;
  const isNoted = isProposed || body.kind === 'second-needed';
  const note = html`<p class="note ${isNoted ? '' : 'good'}" role="status">${say(isNoted ? DESK.proposed : DESK.done)}</p>`;
  const main = html`${note}${answerView(looker, route.name, body)}<p><a href="/desk/">${say(DESK.waits)}</a></p>`;
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main });
}

/** Whether everything is given that an act has to be told; an act that needs nothing is asked at once. */
function isWhole(route: StaffRoute, { texts }: Given): boolean {
  return fieldsOf(route).every(
    ({ name, isRequired, place }) => (!isRequired && place !== 'params') || (texts[name]?.[0] ?? '') !== '',
  );
}

function titleOf(title: string, { texts }: Given, route: StaffRoute): string {
  const [field] = fieldsOf(route).filter(({ place }) => place === 'params');
  const value = field && texts[field.name]?.[0];
  return value && value.length < 20 ? `${title}: ${value}` : title;
}

async function refusedPage(looker: Looker, route: StaffRoute, given: Given, answer: Response): Promise<Response> {
  const { say, c } = looker;
  if (answer.status === 401) return c.redirect('/desk/sign-in', 303);
  const problem = problemOf(looker, await answer.json().catch(() => undefined));
  const main = actForm(looker, route, { texts: given.texts, problem });
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main, status: answer.status as PageStatus });
}

function wrongPage(
  looker: Looker,
  route: StaffRoute,
  given: Given,
  wrong: readonly { readonly field: string; readonly why: string }[],
): Response | Promise<Response> {
  const { say } = looker;
  const fields = fieldTexts(
    say,
    wrong.map(({ field, why }) => ({ field, code: why })),
  );
  const problem = { text: problemOf(looker, { error: { code: 'validation_failed', message: '' } }).text, fields };
  const main = actForm(looker, route, { texts: given.texts, problem });
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main, status: 400 });
}

/** A file as the API answers it, to be saved. */
function fileOf(answer: Response, name: string | undefined): Response {
  const headers = new Headers(answer.headers);
  if (name !== undefined) headers.set('content-disposition', `attachment; filename="${name}"`);
  return new Response(answer.body, { status: answer.status, headers });
}

/** What can be done about what is shown. */
function actsOf(looker: Looker, abouts: readonly About[], body: Answer): Html | string {
  const links = linksOf(
    { looker, answer: body },
    abouts.filter(({ isShown }) => !isShown),
    body,
  );
  return links.length > 0 ? html`<p class="acts"><strong>${looker.say(DESK.acts)}:</strong> ${links}</p>` : '';
}

/** Further answers that belong to a page. */
export async function partsOf(looker: Looker, abouts: readonly About[], body: Answer): Promise<readonly Html[]> {
  const parts: Html[] = [];
  for (const about of abouts.filter(({ isShown }) => isShown)) {
    const part = await readPart(looker, about, body);
    if (part) parts.push(part);
  }
  return parts;
}

async function readPart(looker: Looker, { act, with: given = {} }: About, body: Answer): Promise<Html | undefined> {
  const route = looker.acts.find(({ name }) => name === act);
  const values = Object.entries(given).map(([field, text]) => [field, filled(text, body)] as const);
  if (!route || values.some(([, value]) => value === undefined)) return undefined;
  const known = Object.fromEntries(values) as Record<string, string>;
  return partOf(looker, route, known);
}

/** One answer as a section of a page, under the name of its act; undefined where it is refused. */
export async function partOf(
  looker: Looker,
  route: StaffRoute,
  known: Readonly<Record<string, string>>,
  title: string = looker.say(STAFF_ACTS[route.name]),
): Promise<Html | undefined> {
  const texts = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, [value]]));
  const asked = requestOf(route, { texts });
  if (asked.kind === 'wrong') return undefined;
  const answer = await looker.ask(asked.path, asked.init);
  if (!answer.ok) return undefined;
  const body = (await answer.json()) as Answer;
  return html`<section>${title === '' ? '' : html`<h2><a href="${addressOf(route, known)}">${title}</a></h2>`}${answerView(looker, route.name, body)}${more(looker, route, { texts }, body)}</section>`;
}

/** The next page of a list, and all of it as a file. */
function more({ say }: Looker, route: StaffRoute, { texts }: Given, body: Answer): Html | string {
  const known = Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values.join(',')]));
  const isList = fieldsOf(route).some(({ name }) => name === 'cursor');
  if (!isList) return '';
  const next =
    typeof body['next'] === 'string'
      ? html`<a href="${addressOf(route, { ...known, cursor: body['next'] })}">${say(DESK.next)}</a> `
      : '';
  return html`<p class="acts">${next}<a href="${addressOf(route, { ...known, as: 'csv' })}">${say(DESK.csv)}</a></p>`;
}

/** A list's filters, to ask it again. */
function again(looker: Looker, route: StaffRoute, { texts }: Given): Html | string {
  if (!fieldsOf(route).some(({ place }) => place === 'query')) return '';
  return html`<details><summary>${looker.say(DESK.again)}</summary>${actForm(looker, route, { texts })}</details>`;
}

/** The same on a command line, for who works there. */
function commandOf({ say }: Looker, route: StaffRoute, { texts }: Given): Html {
  const words = fieldsOf(route).map(({ name, place, kind, isRequired, words: { example } }) => {
    const value = kind === 'rows' ? '@file.csv' : texts[name]?.[0] || example;
    if (place === 'params') return value;
    const option = (name.split('.').at(-1) ?? name).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return isRequired ? `--${option} ${/\s/.test(value) ? `"${value}"` : value}` : '';
  });
  const command = ['npm run lender --', route.name, ...words].filter(Boolean).join(' ');
  return html`<p class="help">${say(DESK.command)}: <code>${command}</code></p>`;
}
