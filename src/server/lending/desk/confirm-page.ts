import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { validate } from '#api/validate.ts';
import { formatSoles } from '#i18n/format.ts';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { hiddenInputs } from '#server/kit/html-form.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf, inputsOf } from '#server/lending/staff/act-fields.ts';
import { addressOf, type Looker } from './ask.ts';
import { actForm, hiddenFields } from './forms/act-form.ts';
import { MATCH_MANY, matchForm } from './forms/match-form.ts';
import { deskPage, type Html } from './page.ts';
import type { ActRequest, Given, ReadAmount } from './request-of.ts';
import { MOVES_MONEY } from './subject-map.ts';
import { subjectView } from './subject-view.ts';

type Asked = Extract<ActRequest, { readonly kind: 'request' }>;

/** The field with which a form says what its colleague has seen before the act. */
const SEEN = 'amounts-seen';

/** Tells whether an act still has to be shown to its colleague as it was read, with its amounts and its thing. */
export function isToConfirm({ name, body }: StaffRoute, { texts }: Given, asked: Asked): boolean {
  // Whoever approves has typed the amount of a request that stands above it.
  if (name === 'approvals approve') return false;
  // A request that cannot be read is refused, not confirmed.
  const isRead = () => !body || validate(body, JSON.parse(String(asked.init.body))).kind !== 'invalid';
  const isShown = asked.amounts.length > 0 || (MOVES_MONEY.has(name) && isRead());
  return isShown && texts[SEEN]?.[0] !== seenOf(name, asked);
}

/** The amounts as they are read; of what moves money everything that is sent. */
function seenOf(name: StaffRoute['name'], { path, init, amounts }: Asked): string {
  const read = amounts.map(({ field, cents }) => `${field.name}=${cents}`).join(' ');
  if (!MOVES_MONEY.has(name)) return read;
  const digest = createHash('sha256')
    .update(`${path} ${String(init.body)}`)
    .digest('base64url');
  return `${read} ${digest}`;
}

/** Asks once more before an act that moves money: amounts as they were read (`1.200` is S/ 1.200,00), and whose it is. */
export async function confirmPage(looker: Looker, route: StaffRoute, given: Given, asked: Asked): Promise<Response> {
  const { say } = looker;
  const { texts } = given;
  const pairs = fieldsOf(route)
    .flatMap(inputsOf)
    .flatMap((name) => (texts[name] ?? []).map((text) => [name, text] as const));
  const hidden = hiddenInputs([...pairs, [SEEN, seenOf(route.name, asked)]]);
  const subject = await subjectView(looker, route, texts);
  const confirm = html`<form class="act" method="post" action="${addressOf(route)}">
${hiddenFields(looker, texts)}${hidden}<button class="btn">${say(STAFF_ACTS[route.name])}</button></form>`;
  const hiding = { texts, ...(subject && { subject: html` ` }) };
  const form = route.name === MATCH_MANY ? await matchForm(looker, route, hiding) : actForm(looker, route, hiding);
  const change = html`<details><summary>${say(DESK.change)}</summary>${form}</details>`;
  const words = say(MOVES_MONEY.has(route.name) ? DESK.confirm : DESK.read_as);
  const typed = html`${typedView(looker, route, given)}${amountsView(looker, asked.amounts)}`;
  const main = html`<p class="note" role="status">${words}</p>${subject ?? ''}<dl>${typed}</dl>${confirm}${change}`;
  return deskPage(looker, { title: say(STAFF_ACTS[route.name]), main });
}

function amountsView({ say }: Looker, amounts: readonly ReadAmount[]): readonly Html[] {
  return amounts.map(({ field, cents }) => row(say(field.words), formatSoles(cents)));
}

/** The other texts of the form, so that all of it is read once more. */
function typedView({ say }: Looker, route: StaffRoute, { texts }: Given): readonly Html[] {
  if (!MOVES_MONEY.has(route.name)) return [];
  return (
    fieldsOf(route)
      .filter(
        ({ kind, schema }) => !['amount', 'rows', 'noted', 'json', 'file'].includes(kind) && schema.format !== 'uuid',
      )
      // Ids with whose they are stand above in words.
      .filter(({ schema }) => schema.items?.pattern === undefined)
      .flatMap(({ name, words }) => (texts[name]?.[0] ? [row(say(words), (texts[name] ?? []).join(', '))] : []))
  );
}

function row(label: string, value: string): Html {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}
