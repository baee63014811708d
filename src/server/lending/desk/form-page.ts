import { html } from 'hono/html';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { WAY_IN } from '#i18n/staff-way-in.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { addressOf, type Looker } from './ask.ts';
import { OF_ANSWER, OF_ROW } from './desk-map.ts';
import { actForm, type FormState } from './forms/act-form.ts';
import { approvalForm } from './forms/approval-form.ts';
import { MATCH, MATCH_MANY, matchForm, oneMatchForm } from './forms/match-form.ts';
import { PROPOSE, parameterForm } from './forms/parameter-form.ts';
import type { Html } from './page.ts';
import { subjectView } from './subject-view.ts';
import { isOfPasskey, typedFields } from './way-in/passkey-view.ts';

/** The form of an act under the thing that it is about. Without a thing, an act about one says where to find it. */
export async function formOf(looker: Looker, route: StaffRoute, state: FormState): Promise<Html> {
  if (route.method === 'GET') return actForm(looker, route, state);
  if (route.name === 'approvals approve') return approvalForm(looker, route, state);
  if (route.name === MATCH_MANY) return matchForm(looker, route, state);
  if (route.name === PROPOSE) return parameterForm(looker, route, state);
  if (isOfPasskey(route)) {
    const must = looker.who?.needsPasskey ? html`<p class="note" role="status">${looker.say(WAY_IN.must_add)}</p>` : '';
    return html`${must}${actForm(looker, route, { ...state, fields: typedFields(route) })}`;
  }
  const lists = isWithoutThing(route, state) ? listsTo(looker, route.name) : [];
  if (lists.length > 0) {
    const links = lists.map(
      (one) => html`<li><a href="${addressOf(one)}">${looker.say(STAFF_ACTS[one.name])}</a></li>`,
    );
    return html`<p class="note">${looker.say(DESK.choose_first)}</p><ul class="links">${links}</ul>`;
  }
  const about = { ...state, subject: await subjectView(looker, route, state.texts) };
  return route.name === MATCH ? oneMatchForm(looker, route, about) : actForm(looker, route, about);
}

/** Tells whether an act is about a thing with an id of the program's own, which nobody types, and it is not said which. */
function isWithoutThing(route: StaffRoute, { texts, problem }: FormState): boolean {
  if (problem) return false;
  return fieldsOf(route).some(
    ({ name, place, schema }) => place === 'params' && schema.format === 'uuid' && !texts[name]?.[0],
  );
}

/** Lists whose rows lead to an act, as far as the colleague may read them. */
function listsTo({ acts }: Looker, act: StaffActName): readonly StaffRoute[] {
  const rows = Object.entries(OF_ROW).flatMap(([key, abouts]) =>
    abouts.some((about) => about.act === act) ? [key.split(' ').slice(0, 2).join(' ')] : [],
  );
  const pages = Object.entries(OF_ANSWER).flatMap(([key, abouts]) =>
    abouts.some((about) => about.act === act) ? [LIST_OF.get(key as StaffActName) ?? key] : [],
  );
  return acts.filter(({ name }) => rows.includes(name) || pages.includes(name));
}

/** The list that leads to the page of a thing. */
const LIST_OF: ReadonlyMap<StaffActName, StaffActName> = new Map([
  ['payments show', 'payments list'],
  ['payouts show-batch', 'payouts batches'],
  ['person show', 'person list'],
]);
