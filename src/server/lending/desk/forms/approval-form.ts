import { html } from 'hono/html';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { factText, isOwnId } from '#server/lending/staff/value-text.ts';
import { answerView } from '../answer-view.ts';
import { addressOf, type Looker } from '../ask.ts';
import type { Html } from '../page.ts';
import { requestOf } from '../request-of.ts';
import { subjectView } from '../subject-view.ts';
import { actForm, type FormState } from './act-form.ts';

type Row = Readonly<Record<string, unknown>>;

/** A proposal as `approvals show` answers it. */
interface Shown extends Row {
  readonly act: string | null;
  readonly proposedBy: string;
  readonly about: Row;
  readonly request: Row | null;
  readonly amount: number | null;
  readonly changes: readonly string[];
}

/** The form that approves a proposal, under its whole request in the words of the act that was asked for. */
export async function approvalForm(looker: Looker, route: StaffRoute, state: FormState): Promise<Html> {
  const { say, who } = looker;
  const shown = await readShown(looker, state.texts['id']?.[0]);
  if (!shown) return actForm(looker, route, { ...state, fields: fieldsOf(route).slice(0, 1) });
  const { request, amount, changes } = shown;
  const asked = looker.acts.find(({ name }) => name === shown.act);
  const rows = asked && request ? requestRows(looker, asked, request) : [];
  const subject = await shownView(looker, shown, { asked, rows });
  const told = (text: string) => html`${subject}<p class="note">${text}</p>`;
  if (!asked || !request) {
    const link = asked
      ? html`<p class="acts"><a href="${addressOf(asked)}">${say(STAFF_ACTS[asked.name])}</a></p>`
      : '';
    return html`${problemView(state)}${told(say(DESK.not_stored))}${link}`;
  }
  if (shown.proposedBy === who?.login) return html`${problemView(state)}${told(say(DESK.own_proposal))}`;
  const needed = amount === null ? 'changes' : 'amount';
  const fields = fieldsOf(route)
    .filter(({ name, place }) => place === 'params' || name === needed)
    .map((field) => ({ ...field, isRequired: true, options: changes }));
  const labels = Object.fromEntries(rows.map(({ name, label, value }) => [name, html`${label}: ${value}`]));
  const how = told(say(amount === null ? DESK.approve_changes : DESK.approve_amount));
  return actForm(looker, route, { ...state, subject: how, fields, labels });
}

function problemView({ problem }: FormState): Html | string {
  return problem ? html`<p class="note bad" role="alert">${problem.text}</p>` : '';
}

/** Shows the thing of the proposal, the request field by field, and who proposed it when. */
async function shownView(
  looker: Looker,
  { id: _, act, action, subject, request, amount: _amount, changes: _changes, about, ...facts }: Shown,
  { asked, rows }: { readonly asked: StaffRoute | undefined; readonly rows: ReturnType<typeof requestRows> },
): Promise<Html> {
  const title = asked ? looker.say(STAFF_ACTS[asked.name]) : String(action);
  const thing = asked && request ? await subjectView(looker, asked, textsOf(request)) : undefined;
  // Ids with whose they are stand above in words.
  const list = rows
    .filter(({ isIds }) => !isIds)
    .map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`);
  return html`<h2>${title}</h2>${thing ?? ''}
<h3>${looker.say(DESK.asked_for)}</h3><dl>${list}</dl>
${answerView(looker, 'approvals show', rows.length > 0 ? facts : { ...facts, act, subject, about })}`;
}

async function readShown(looker: Looker, id: string | undefined): Promise<Shown | undefined> {
  const route = looker.acts.find(({ name }) => name === 'approvals show');
  if (!route || id === undefined) return undefined;
  const asked = requestOf(route, { texts: { id: [id] } });
  if (asked.kind === 'wrong') return undefined;
  const answer = await looker.ask(asked.path, asked.init);
  return answer.ok ? ((await answer.json()) as Shown) : undefined;
}

/** Each value of a request under the words of its field, as its form shows them. */
function requestRows(looker: Looker, asked: StaffRoute, request: Row) {
  return Object.entries(request).map(([name, value]) => {
    const field = fieldsOf(asked).find((one) => one.name === name);
    const label = field ? looker.say(field.words) : name;
    return {
      name,
      label,
      value: factText(looker, asked.name, { name, value }),
      isIds: field?.schema.items?.pattern !== undefined || isOwnId(value),
    };
  });
}

function textsOf(request: Row): Readonly<Record<string, readonly string[]>> {
  const textsIn = (value: unknown): readonly string[] => {
    if (Array.isArray(value)) return value.map(String);
    return typeof value === 'object' ? [] : [String(value)];
  };
  return Object.fromEntries(Object.entries(request).map(([name, value]) => [name, textsIn(value)]));
}
