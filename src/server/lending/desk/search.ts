import { html } from 'hono/html';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { HIT_KIND } from '#i18n/staff-codes/desk.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { fill } from '#i18n/translate.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { NUMBERED } from './answer-view.ts';
import { addressOf, type Looker, SEARCH } from './ask.ts';
import { problemOf } from './forms/act-form.ts';
import { keepPage, keptPage } from './kept-pages.ts';
import { deskPage, type Html, type PageStatus } from './page.ts';
import { type Given, requestOf } from './request-of.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const PAYMENT: (typeof NUMBERED)[number] = [UUID, 'payments show', 'id'];

/** Something that was found, as the API tells it. */
interface Hit {
  readonly kind: HitKind;
  readonly id: string;
  readonly client: string | null;
  readonly document: string | null;
}
type HitKind = keyof typeof PAGE_OF;
/** The act that shows each kind, and its field that says which. */
const PAGE_OF = {
  client: ['person show', 'personId'],
  loan: ['loan show', 'number'],
  application: ['applications show', 'reference'],
  complaint: ['complaints show', 'code'],
  payment: ['payments show', 'id'],
  // It has no page of its own.
  unapplied: ['payments unapplied', undefined],
} as const satisfies Readonly<Record<string, readonly [StaffActName, string | undefined]>>;

/** The longest text that any search takes; the API refuses a longer one. */
const LONGEST = 60;
/** As many as the API finds at most. */
const MOST_HITS = 20;

/**
 * Answers the search of a page: leads to the thing whose number it is, or to a page whose address has an id in the place
 * of what was searched.
 */
export async function search(looker: Looker, typed: string): Promise<Response> {
  const { c, say } = looker;
  const text = typed.trim();
  if (text.length > LONGEST) {
    const words = fill(say(DESK.search_too_long), { letters: text.length, most: LONGEST });
    const main = html`<div class="note bad" role="alert">${words}</div>`;
    return deskPage(looker, { title: say(DESK.search), main, status: 400, searched: text });
  }
  const found = await addressOfNumber(looker, text);
  return redirectWithin(c, found ?? (await keepSearch(looker, SEARCH, { q: [text] })), 303);
}

/** Shows what a search finds, as often as its page is loaded. What somebody may not see is not found for them. */
export async function searchPage(looker: Looker): Promise<Response> {
  const { c, context, accountId: colleagueId = '', say } = looker;
  const title = say(DESK.search);
  const id = c.req.query('kept');
  // The subject's own address: the field is above.
  if (id === undefined) {
    const routes = looker.acts.filter(({ name }) => name === 'search');
    const links = routes.map(
      (route) => html`<li><a href="${addressOf(route)}">${say(STAFF_ACTS[route.name])}</a></li>`,
    );
    return deskPage(looker, { title, main: html`<p>${say(DESK.search_hint)}</p><ul class="links">${links}</ul>` });
  }
  const kept = await keptPage(context, { colleagueId, of: SEARCH }, id);
  if (kept?.kind !== 'search') {
    return deskPage(looker, { title, main: html`<p class="note">${say(DESK.not_kept)}</p>`, status: 410 });
  }
  const [text = ''] = kept.texts['q'] ?? [];
  const found = await addressOfNumber(looker, text);
  if (found !== undefined) return redirectWithin(c, found, 303);
  const answer = await answerTo(looker, 'search', { text });
  if (answer === undefined) return nothing(looker, title, text);
  const body = (await answer.json()) as { readonly hits?: readonly Hit[] };
  if (!answer.ok) {
    const { text: words } = problemOf(looker, body);
    const main = html`<div class="note bad" role="alert">${answer.status === 400 ? say(DESK.search_too_short) : words}</div>`;
    return deskPage(looker, { title, main, status: answer.status as PageStatus, searched: text });
  }
  const { hits = [] } = body;
  if (hits.length === 0) return nothing(looker, title, text);
  return deskPage(looker, { title, main: hitsView(looker, hits), searched: text });
}

function nothing(looker: Looker, title: string, searched: string): Response | Promise<Response> {
  return deskPage(looker, { title, main: html`<p>${looker.say(DESK.nothing_found)}</p>`, searched });
}

/** Draws what was found as a table: what it is, whose, and a link to its page. */
function hitsView({ say }: Looker, hits: readonly Hit[]): Html {
  const rows = hits.map(({ kind, id, client, document }) => {
    const [act, field] = PAGE_OF[kind];
    const address = addressOf({ name: act }, field === undefined ? {} : { [field]: id });
    const number = UUID.test(id) ? '' : id;
    return html`<tr>
      <td>${wordsOf(say, kind)}</td>
      <td><a href="${address}">${kind === 'client' ? (client ?? document ?? id) : number || wordsOf(say, kind)}</a></td>
      <td>${kind === 'client' ? '' : (client ?? '–')}</td>
      <td>${document ?? '–'}</td>
    </tr>`;
  });
  const heads = [DESK.found_kind, DESK.found_link, DESK.found_client, DESK.found_document];
  const label = say(DESK.search);
  return html`<div class="table" role="region" tabindex="0" aria-label="${label}"><table class="rows">
    <thead><tr>${heads.map((words) => html`<th scope="col">${say(words)}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>${hits.length < MOST_HITS ? '' : html`<p class="help">${say(DESK.found_most)}</p>`}`;
}

function wordsOf(say: Looker['say'], kind: HitKind): string {
  const [es, en] = HIT_KIND[kind];
  return say({ es, en });
}

/** Keeps what is searched. @returns the address of its page */
export async function keepSearch(
  { context, accountId: colleagueId }: Looker,
  of: string,
  texts: Given['texts'],
): Promise<string> {
  if (colleagueId === undefined) return of;
  return `${of}?kept=${await keepPage(context, { colleagueId, of }, { kind: 'search', texts })}`;
}

function numberedBy(text: string): (typeof NUMBERED)[number] | undefined {
  return [...NUMBERED, PAYMENT].find(([form]) => form.test(text.toUpperCase()) || form.test(text));
}

/** The page of a thing whose number a text is; undefined when there is none that the colleague may see. */
async function addressOfNumber(looker: Looker, text: string): Promise<string | undefined> {
  const [, name, field] = numberedBy(text) ?? [];
  if (!name || !field) return undefined;
  const value = UUID.test(text) ? text.toLowerCase() : text.toUpperCase();
  const found = await answerTo(looker, name, { [field]: value });
  return found?.ok ? addressOf({ name }, { [field]: value }) : undefined;
}

/** Calls an act for its answer; undefined when the colleague may not call it, or the API would not take the values. */
async function answerTo(
  { acts, ask }: Looker,
  name: StaffActName,
  values: Readonly<Record<string, string>>,
): Promise<Response | undefined> {
  const route = acts.find((one) => one.name === name);
  if (!route) return undefined;
  const texts = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [value]]));
  const asked = requestOf(route, { texts });
  return asked.kind === 'wrong' ? undefined : ask(asked.path, asked.init);
}
