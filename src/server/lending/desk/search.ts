import { html } from 'hono/html';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { redirectWithin } from '#server/kit/redirect.ts';
import { answerView, NUMBERED } from './answer-view.ts';
import { addressOf, type Looker } from './ask.ts';
import { deskPage } from './page.ts';
import { requestOf } from './request-of.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const PAYMENT: (typeof NUMBERED)[number] = [UUID, 'payments show', 'id'];
/** What else a text may be: each act is asked that who searches may do, and says what it found. */
const TEXTS: readonly (readonly [StaffActName, string])[] = [
  ['person find', 'text'],
  ['payments list', 'reference'],
];

/** One field for everything. What somebody may not see is not found for them. */
export async function searchPage(looker: Looker, typed: string): Promise<Response> {
  const { c, say } = looker;
  const text = typed.trim();
  const [, name, field] =
    [...NUMBERED, PAYMENT].find(([form]) => form.test(text.toUpperCase()) || form.test(text)) ?? [];
  if (name && field) {
    const value = UUID.test(text) ? text.toLowerCase() : text.toUpperCase();
    const found = await answerOf(looker, name, { [field]: value });
    if (found) return redirectWithin(c, addressOf({ name }, { [field]: value }), 303);
  }
  const lists = [];
  for (const [list, of] of name ? [] : TEXTS) {
    const answer = await answerOf(looker, list, { [of]: text });
    if (answer && Object.values(answer).some((rows) => Array.isArray(rows) && rows.length > 0)) {
      lists.push(answerView(looker, list, answer));
    }
  }
  const main = lists.length > 0 ? html`${lists}` : html`<p>${say(DESK.nothing_found)}</p>`;
  return deskPage(looker, { title: say(DESK.search), main });
}

/** What an act answers; undefined where it is refused, or is not for who searches. */
async function answerOf(
  { acts, ask }: Looker,
  name: StaffActName,
  values: Readonly<Record<string, string>>,
): Promise<object | undefined> {
  const route = acts.find((one) => one.name === name);
  if (!route) return undefined;
  const texts = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, [value]]));
  const asked = requestOf(route, { texts });
  if (asked.kind === 'wrong') return undefined;
  const answer = await ask(asked.path, asked.init);
  return answer.ok ? ((await answer.json()) as object) : undefined;
}
