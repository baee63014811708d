import { html } from 'hono/html';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { CANDIDATE_REASON } from '#i18n/staff-codes/money.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { cents } from '#loan/money.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { fieldsOf } from '#server/lending/staff/act-fields.ts';
import { addressOf, type Looker } from '../ask.ts';
import type { Html } from '../page.ts';
import { requestOf } from '../request-of.ts';
import { actForm, type FormState } from './act-form.ts';

/** The act whose lines are ticked among the candidates of unidentified money. */
export const MATCH_MANY = 'payments match-many';
/** The act that says whose one line is. */
export const MATCH = 'payments match';
/** As many as one proposal takes. */
const MOST = '50';

/** A row of `payments unapplied`. */
interface Line {
  readonly id: string;
  readonly amount: number;
  readonly value_date: string;
  readonly description: string | null;
  readonly candidates: readonly Candidate[];
}

interface Candidate {
  readonly owner: string;
  readonly loan: string;
  readonly client: string | null;
  readonly why: readonly (keyof typeof CANDIDATE_REASON)[];
}

/** The form that says whose several lines are: a box for each candidate of each line, with why it may be theirs. */
export async function matchForm(
  looker: Looker,
  route: StaffRoute,
  state: FormState,
  subject: Html | undefined = undefined,
): Promise<Html> {
  const { say, acts } = looker;
  const lines = await readLines(looker);
  const chosen = chosenIn(state.texts);
  const labels = { ...goneLabels(looker, chosen), ...labelsOf(looker, lines) };
  const fields = fieldsOf(route).map((field) => ({ ...field, options: Object.keys(labels) }));
  const alone = acts.find(({ name }) => name === MATCH);
  const others = lines
    .filter(({ candidates }) => candidates.length === 0)
    .map((line) => {
      const words = lineText(line);
      return html`<li>${alone ? html`<a href="${addressOf(alone, { id: line.id })}">${words}</a>` : words}</li>`;
    });
  const rest = others.length > 0 ? html`<h2>${say(DESK.no_candidate)}</h2><ul>${others}</ul>` : '';
  const none = Object.keys(labels).length === 0 ? html`<p class="note">${say(DESK.none)}.</p>` : '';
  return html`${none}${actForm(looker, route, { ...state, subject, fields, labels })}${rest}`;
}

/** The form that says whose one line is: its candidates are chosen by a link, and only a loan's number is ever typed. */
export async function oneMatchForm(looker: Looker, route: StaffRoute, state: FormState): Promise<Html> {
  const { texts } = state;
  const isSaid = (name: string) => (texts[name]?.[0] ?? '') !== '';
  const isOpen = !isSaid('loanNumber') && !isSaid('paymentId');
  const id = texts['id']?.[0] ?? '';
  const found = isOpen ? (await readLines(looker, { id })).flatMap(({ candidates }) => candidates) : [];
  const links = found.map(({ owner, ...candidate }) => {
    const field = owner === candidate.loan ? 'loanNumber' : 'paymentId';
    const address = addressOf(route, { id, [field]: owner });
    return html`<li><a href="${address}">${candidateView(looker, candidate)}</a></li>`;
  });
  const chosen = links.length > 0 ? html`<h2>${looker.say(DESK.may_be_of)}</h2><ul class="links">${links}</ul>` : '';
  const fields = fieldsOf(route).filter(({ name }) => name !== 'paymentId' || isSaid(name));
  return html`${actForm(looker, route, { ...state, fields, subject: html`${state.subject ?? ''}${chosen}` })}`;
}

/** The lines that a form or a request names, as it sends them. */
export function chosenIn(texts: FormState['texts']): readonly string[] {
  return (texts['lines'] ?? []).flatMap((one) => one.split(',')).filter((one) => one !== '');
}

/** Labels what was ticked and is not unidentified any more: it stays ticked, so that nobody wonders where it went. */
function goneLabels({ say }: Looker, chosen: readonly string[]): Readonly<Record<string, Html>> {
  return Object.fromEntries(chosen.map((one) => [one, html`<span>${say(DESK.line_gone)}: <code>${one}</code></span>`]));
}

/** The lines that were ticked, each with its amount, the bank's words, and whose it is said to be. */
export async function linesView(looker: Looker, chosen: readonly string[]): Promise<Html> {
  const labels = new Map(
    Object.entries({ ...goneLabels(looker, chosen), ...labelsOf(looker, await readLines(looker)) }),
  );
  const items = chosen.map((one) => html`<li>${labels.get(one) ?? one}</li>`);
  return html`<section class="subject" aria-label="${looker.say(STAFF_ACTS[MATCH_MANY])}"><ul>${items}</ul></section>`;
}

/** The words of each candidate of each line, by the text that a form sends for it. */
function labelsOf(looker: Looker, lines: readonly Line[]): Readonly<Record<string, Html>> {
  const labels = lines.flatMap((line) =>
    line.candidates.map(
      ({ owner, ...candidate }) =>
        [`${line.id}=${owner}`, html`<span>${lineText(line)} → ${candidateView(looker, candidate)}</span>`] as const,
    ),
  );
  return Object.fromEntries(labels);
}

function candidateView({ say }: Looker, { loan, client, why }: Omit<Candidate, 'owner'>): Html {
  const reasons = why.map((code) => say({ es: CANDIDATE_REASON[code][0], en: CANDIDATE_REASON[code][1] }));
  const whose = [loan, client].filter((part) => part !== null).join(' · ');
  return html`<strong>${whose}</strong> (${reasons.join(', ')})`;
}

function lineText({ amount, value_date, description }: Line): string {
  const parts = [formatSoles(cents(Math.round(amount * 100))), formatDate(value_date), description];
  return parts.filter((part) => part !== null).join(' · ');
}

async function readLines(
  looker: Looker,
  asking: Readonly<Record<string, string>> = { limit: MOST },
): Promise<readonly Line[]> {
  const route = looker.acts.find(({ name }) => name === 'payments unapplied');
  if (!route) return [];
  const texts = Object.fromEntries(Object.entries(asking).map(([name, value]) => [name, [value]]));
  const asked = requestOf(route, { texts });
  if (asked.kind === 'wrong') return [];
  const answer = await looker.ask(asked.path, asked.init);
  return answer.ok ? ((await answer.json()) as { readonly unapplied: readonly Line[] }).unapplied : [];
}
