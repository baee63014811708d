import { html } from 'hono/html';
import { STAFF_ACTS, type StaffWords } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { fill } from '#i18n/translate.ts';
import { answersFile, type StaffRoute } from '#server/lending/staff/act.ts';
import { type ActField, fieldsOf, isList } from '#server/lending/staff/act-fields.ts';
import { csvForPeople } from '#server/lending/staff/staff-list.ts';
import { factText } from '#server/lending/staff/value-text.ts';
import { answerView } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import { chartsView } from './charts.ts';
import { commandLine, WITHOUT_COMMAND } from './command-line.ts';
import { type About, OF_ANSWER } from './desk-map.ts';
import { formOf } from './form-page.ts';
import { actForm, isPlace, isSearch, problemOf } from './forms/act-form.ts';
import { deskPage, type Html } from './page.ts';
import { picturesView } from './pictures-view.ts';
import { refusalIn, refusedPage, wrongPage } from './refused-page.ts';
import { type Given, requestOf } from './request-of.ts';
import { linksOf, placesOf } from './table-view.ts';
import { filled } from './values/value-view.ts';

type Answer = Readonly<Record<string, unknown>>;

/** The page of an act: its form or, for an act that reads, its answer as soon as all it needs is given. */
export async function actPage(
  looker: Looker,
  route: StaffRoute,
  { note = '', ...given }: Given & { readonly note?: Html | string },
): Promise<Response> {
  const { say, ask, c } = looker;
  const title = say(STAFF_ACTS[route.name]);
  const isAsked = isWhole(route, given);
  const formPage = async () => {
    const form = await formOf(looker, route, { texts: given.texts, isFromAddress: true });
    return deskPage(looker, { title, main: html`${note}${form}${commandOf(looker, route, given)}` });
  };
  if (route.method !== 'GET' || !isAsked) return formPage();
  const asked = requestOf(route, given);
  if (asked.kind === 'wrong') return wrongPage(looker, route, given, asked.wrong);
  const isCsv = c.req.query('as') === 'csv';
  const accept = isCsv ? { accept: csvForPeople(looker.locale) } : {};
  const answer = await ask(asked.path, {
    headers: { ...Object.fromEntries(new Headers(asked.init.headers)), ...accept },
  });
  // An act that needs one of several fields: nobody has left any of them out before they have seen them.
  if (answer.status === 400 && Object.keys(c.req.query()).length === 0) return formPage();
  if (!answer.ok) return refusedPage(looker, route, given, await refusalIn(answer));
  if (isCsv && !answer.headers.get('content-type')?.startsWith('text/csv')) return notTherePage(looker, route, given);
  if (answersFile(route) || isCsv) return fileOf(answer);
  const body = (await answer.json()) as Answer;
  const abouts = OF_ANSWER[route.name] ?? [];
  const acts = html`${actsOf(looker, abouts, body)}${filters(looker, route, given)}`;
  const pictures = picturesView(looker, route.name, body);
  const isOfOne = !isList(route);
  const first = await partsOf(
    looker,
    abouts.filter(({ isFirst }) => isFirst),
    body,
  );
  const view = answerView(looker, route.name, body, isOfOne ? html`${acts}${pictures}${first}` : '');
  const others = abouts.filter(({ isFirst }) => !isFirst);
  const forms = openForms(looker, abouts, body);
  const rest = html`${forms}${await partsOf(looker, others, body)}${commandOf(looker, route, given)}`;
  const main = html`${isOfOne ? '' : acts}${view}${listLinks(looker, route, given, body)}${rest}`;
  return deskPage(looker, { title: titleOf(title, given, route), heading: headingOf(title, given, route, body), main });
}

/** A list as CSV that has none. */
function notTherePage(looker: Looker, route: StaffRoute, { texts }: Given): Response | Promise<Response> {
  const problem = problemOf(looker, { error: { code: 'not_found', message: '' } });
  const main = actForm(looker, route, { texts, problem });
  return deskPage(looker, { title: looker.say(STAFF_ACTS[route.name]), main, status: 404 });
}

/** Tells whether everything is given that an act must be told; an act that needs nothing is called at once. */
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

/** The heading of a page: its title, of which the number of a thing stays whole, and whose the thing is. */
function headingOf(title: string, given: Given, route: StaffRoute, body: Answer): Html {
  const [, number] = titleOf(title, given, route).split(`${title}: `);
  const whose = whoseOf(body);
  const numbered = number === undefined ? '' : html`: <span class="whole">${number}</span>`;
  return html`${title}${numbered}${whose === undefined ? '' : ` · ${whose}`}`;
}

/** The client of whom an answer is. */
function whoseOf({ client }: Answer): string | undefined {
  const name = typeof client === 'object' && client !== null ? (client as Answer)['name'] : client;
  return typeof name === 'string' ? name : undefined;
}

/** A file as the API answers and names it, to be saved. */
function fileOf(answer: Response): Response {
  return new Response(answer.body, { status: answer.status, headers: new Headers(answer.headers) });
}

/** Links to the acts about the thing shown. */
function actsOf(looker: Looker, abouts: readonly About[], body: Answer): Html | string {
  const links = linksOf(
    { looker, answer: body },
    abouts.filter(({ isShown }) => !isShown),
    body,
  );
  return links.length > 0 ? html`<p class="acts"><strong>${looker.say(DESK.acts)}:</strong> ${links}</p>` : '';
}

/** Forms that stand on the page of a thing, as far as the colleague may do their acts in its state. */
function openForms(looker: Looker, abouts: readonly About[], body: Answer): Html[] {
  const places = placesOf(
    { looker, answer: body },
    abouts.filter(({ isOpen }) => isOpen),
    body,
  );
  return places.flatMap(({ act, address }) => {
    const route = looker.acts.find(({ name }) => name === act);
    const known = new URLSearchParams(address.split('?')[1]);
    const texts = Object.fromEntries([...known].map(([name, value]) => [name, [value]]));
    const title = looker.say(STAFF_ACTS[act]);
    return route ? [html`<section><h2>${title}</h2>${actForm(looker, route, { texts })}</section>`] : [];
  });
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

async function readPart(
  looker: Looker,
  { act, with: given = {}, isDrawn }: About,
  body: Answer,
): Promise<Html | undefined> {
  const route = looker.acts.find(({ name }) => name === act);
  const values = Object.entries(given).map(([field, text]) => [field, filled(text, body)] as const);
  if (!route || values.some(([, value]) => value === undefined)) return undefined;
  const known = Object.fromEntries(values) as Record<string, string>;
  return isDrawn ? drawnPart(looker, route) : partOf(looker, route, known);
}

/** One answer as a section of a page, under the name of its act; undefined where it is refused. */
async function partOf(
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
  const heading = title === '' ? '' : html`<h2><a href="${addressOf(route, known)}">${title}</a></h2>`;
  return html`<section>
    ${heading}${answerView(looker, route.name, body)}${listLinks(looker, route, { texts }, body)}
  </section>`;
}

/** The first rows of a list as a section of a page, and the way to all of them; undefined where it is refused. */
export async function firstRowsOf(
  looker: Looker,
  route: StaffRoute,
  { title, most }: { readonly title: string; readonly most: number },
): Promise<Html | undefined> {
  const asked = requestOf(route, { texts: { limit: [String(most)] } });
  if (asked.kind === 'wrong') return undefined;
  const answer = await looker.ask(asked.path, asked.init);
  if (!answer.ok) return undefined;
  const body = (await answer.json()) as Answer;
  const { of = 0, isMore } = (body['page'] ?? {}) as { readonly of?: number; readonly isMore?: boolean };
  const all = fill(looker.say(isMore ? DESK.see_all_more : DESK.see_all), { of });
  const heading = title === '' ? '' : html`<h2><a href="${addressOf(route)}">${title}</a></h2>`;
  const link = of === 0 ? '' : html`<p class="acts"><a href="${addressOf(route)}">${all}</a></p>`;
  return html`<section class="first-rows">${heading}${answerView(looker, route.name, body)}${link}</section>`;
}

/** The drawing of a list as a section of a page, under the name of its act; undefined where it is refused. */
export async function drawnPart(looker: Looker, route: StaffRoute): Promise<Html | undefined> {
  const answer = await looker.ask(route.path);
  if (!answer.ok) return undefined;
  const title = looker.say(STAFF_ACTS[route.name]);
  const charts = chartsView(looker, route.name, (await answer.json()) as Answer);
  return html`<section>
    <h2><a href="${addressOf(route)}">${title}</a></h2>
    ${charts === '' ? html`<p>${looker.say(DESK.none)}.</p>` : charts}
  </section>`;
}

/** Other pages of a list, and all of it as a file, with its filters: neither begins where this page does. */
function listLinks({ say }: Looker, route: StaffRoute, { texts, address = texts }: Given, body: Answer): Html | string {
  if (!isList(route)) return '';
  const { cursor, [BEFORE]: before = '', ...known } = oneEach(address);
  const { limit: _, ...filters } = known;
  const link = (words: StaffWords, to: Readonly<Record<string, string>>) =>
    html`<a href="${addressOf(route, to)}">${say(words)}</a> `;
  const first = cursor === undefined ? '' : link(DESK.first_page, known);
  const previous =
    before === '' || cursor === undefined ? '' : link(DESK.previous, { ...known, ...pageBefore(before) });
  const behind =
    cursor === undefined ? {} : { [BEFORE]: [before, cursor].filter(Boolean).slice(-MOST_BEFORE).join(' ') };
  const next = typeof body['next'] === 'string' ? link(DESK.next, { ...known, cursor: body['next'], ...behind }) : '';
  const hasRows = (body['page'] as { readonly of?: number } | undefined)?.of !== 0;
  const file = hasRows ? link(DESK.csv, { ...filters, as: 'csv' }) : '';
  return html`<p class="acts">${first}${previous}${next}${file}</p>`;
}

/** Of a list's address: where the pages before this one began, because a list leads onward only. */
const BEFORE = 'before';
const MOST_BEFORE = 20;

function pageBefore(before: string): Readonly<Record<string, string>> {
  const places = before.split(' ');
  const cursor = places.at(-1) ?? '';
  const rest = places.slice(0, -1).join(' ');
  return { cursor, ...(rest !== '' && { [BEFORE]: rest }) };
}

/** Several values of a field as the query of a list has them. */
export function oneEach(texts: Given['texts']): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values.join(',')]));
}

/**
 * The fields of an act that reads, above its answer: what it was asked for, and the form to ask it otherwise. The address
 * of the page has them, so a link to it keeps them, except texts that may say who somebody is.
 */
function filters(looker: Looker, route: StaffRoute, { texts }: Given): Html | string {
  const { say } = looker;
  const fields = fieldsOf(route).filter(({ place, name }) => place === 'query' && !isPlace(name));
  if (fields.length === 0) return '';
  const set = fields.filter(({ name }) => (texts[name]?.[0] ?? '') !== '');
  const chips = set.map(({ name, words }) => {
    const values = factText(looker, route.name, { name, value: (texts[name] ?? []).flatMap((one) => one.split(',')) });
    return html`<li>${say(words)}: <strong>${values}</strong></li>`;
  });
  const names = set.map(({ name }) => name);
  const asked = fieldsOf(route).filter((field) => names.includes(field.name) || !isOwnIdField(field));
  const none = isSearch(route) ? '' : html`<li><a href="${addressOf(route)}">${say(DESK.no_filters)}</a></li>`;
  return html`${set.length > 0 ? html`<ul class="chips">${chips}${none}</ul>` : ''}
    <details class="filters">
      <summary>${say(DESK.filters)}</summary>
      ${actForm(looker, route, { texts, fields: asked })}
    </details>`;
}

/** Tells whether a field is an id of the program's own, which a link fills in and nobody types. */
function isOwnIdField({ schema }: ActField): boolean {
  return schema.format === 'uuid';
}

/** The act as a command line, for colleagues who work there. */
function commandOf({ say }: Looker, route: StaffRoute, { texts }: Given): Html | string {
  if (WITHOUT_COMMAND.includes(route.name)) return '';
  const known = Object.fromEntries(Object.entries(texts).map(([name, values]) => [name, values[0]]));
  return html`<details class="help command">
    <summary>${say(DESK.command)}</summary>
    <code>${commandLine(route, known)}</code>
  </details>`;
}
