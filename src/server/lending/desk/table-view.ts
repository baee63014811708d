import { html } from 'hono/html';
import { formatSoles } from '#i18n/format.ts';
import { STAFF_ACTS, type StaffActName } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { cents } from '#loan/money.ts';
import type { AnswerField, AnswerKind } from '#server/lending/staff/answer.ts';
import { isRow } from '#server/lending/staff/value-text.ts';
import { addressOf } from './ask.ts';
import { type About, isOffered, OF_ROW } from './desk-map.ts';
import type { Html } from './page.ts';
import { cellView, filled, type Row, type Shown } from './values/value-view.ts';
import { withBack } from './way-back.ts';

/** Kinds of which the digits stand under each other. */
const FIGURES: readonly AnswerKind[] = ['soles', 'cents', 'count', 'share'];
const SHORT: readonly AnswerKind[] = ['date', 'deadline', 'ref', 'id', 'yesNo'];

/**
 * Rows as a table, with the acts about each. On a phone a row is a card, in which each value stands under the name of its
 * column. Columns that are summed have their sum below.
 */
export function tableView(shown: Shown, { name, fields, ...words }: AnswerField, rows: readonly Row[]): Html {
  const { say } = shown.looker;
  if (rows.length === 0) return html`<p>${say(DESK.none)}.</p>`;
  const columns = columnsOf(fields, rows);
  const acts = rows.map((row) => linksOf(shown, rowActs(shown, name, row), row));
  const hasActs = acts.some((links) => links.length > 0);
  const heads = columns.map((column) => html`<th scope="col"${classOf(column)}><span>${say(column)}</span></th>`);
  const lines = rows.map((row, place) => {
    const cells = columns.map((column) => cell(shown, column, row));
    return html`<tr>
      ${cells}${hasActs ? actsCell(shown, acts[place] ?? []) : ''}
    </tr>`;
  });
  return html`<div class="table" role="region" tabindex="0" aria-label="${say(words)}">
    <table class="${classOfTable(columns, hasActs)}">
      <thead>
        <tr>
          ${heads}${hasActs ? html`<th scope="col"><span>${say(DESK.acts)}</span></th>` : ''}
        </tr>
      </thead>
      <tbody>${lines}</tbody>
      ${totalsView(shown, columns, rows, hasActs)}
    </table>
  </div>`;
}

/** Columns that a desk of 1280 px has room for at the usual distance from each other. */
const USUAL = 12;

function classOfTable(columns: readonly AnswerField[], hasActs: boolean): string {
  if (isNarrow(columns, hasActs)) return 'rows';
  return columns.length > USUAL ? 'rows cards many' : 'rows cards';
}

/** Columns that a phone has room for beside the first one, when they are figures; amounts take more of it. */
const FEW = 3;
const FEW_AMOUNTS = 1;

/** Tells whether a table fits on a phone as it is; any other one has a card for each row. */
function isNarrow([, ...others]: readonly AnswerField[], hasActs: boolean): boolean {
  const amounts = others.filter(({ kind }) => kind === 'soles' || kind === 'cents');
  const isFew = others.length <= FEW && (others.length < FEW || amounts.length <= FEW_AMOUNTS);
  return !hasActs && isFew && others.every(({ kind }) => FIGURES.includes(kind));
}

/** The mark of a field without a value, for which a card has no room. */
const NOTHING = '–';
/** A text that has the width of a card, below the name of its column. */
const LONG = 60;
const NAME = 'client';
const PERSON = 'personId';

/** Tells whether there is anything to show: a column of dashes says nothing. */
export function isThere(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function columnsOf(fields: readonly AnswerField[], rows: readonly Row[]): readonly AnswerField[] {
  return namedFields(
    fields.filter((field) => !field.isCarried && rows.some((row) => isThere(row[field.name]))),
    fields,
  );
}

/** A client's name is the link to their page, where both are there. */
export function namedFields(there: readonly AnswerField[], fields: readonly AnswerField[]): readonly AnswerField[] {
  const to = fields.find(({ name }) => name === PERSON)?.to;
  if (!to || !there.some(({ name }) => name === NAME)) return there;
  return there.filter(({ name }) => name !== PERSON).map((field) => (field.name === NAME ? { ...field, to } : field));
}

function cell(shown: Shown, column: AnswerField, row: Row): Html {
  const isBlank = column.isBlankAtZero && row[column.name] === 0;
  const value = isBlank ? NOTHING : cellView(shown, column, row);
  const label = shown.looker.say(column);
  const names = classOf(column, value === NOTHING ? 'none' : lookOf(column, row[column.name]));
  return html`<td${names} data-label="${label}">${named(shown, column, row, value)}</td>`;
}

/** How a card of a phone shows a value: by a tick before its name, because it says only that it is so, or on a line of its own. */
function lookOf({ kind, codes = {} }: AnswerField, value: unknown): 'yes' | 'long' | false {
  if (value === true || (kind === 'code' && Object.keys(codes).length === 1)) return 'yes';
  return kind === 'text' && String(value ?? '').length > LONG && 'long';
}

/** A value under the link that its field has by another field of the same row. */
export function named(
  { looker, act: own }: Shown,
  { name, to }: AnswerField,
  row: Row,
  value: Html | string,
): Html | string {
  const id = name === NAME ? row[PERSON] : undefined;
  if (!to || to.act === own || typeof id !== 'string' || !looker.acts.some((act) => act.name === to.act)) return value;
  return html`<a href="${addressOf({ name: to.act }, { [to.field]: id })}">${value}</a>`;
}

/** The first act of a row stands in it, and the others are folded behind it. */
function actsCell({ looker }: Shown, [first = html``, ...others]: readonly Html[]): Html {
  const more = html`<details><summary>${looker.say(DESK.more_acts)}</summary>${others}</details>`;
  return html`<td class="acts-of-row" data-label="${looker.say(DESK.acts)}">${first}${others.length > 0 ? more : ''}</td>`;
}

/** Sums of the amounts on this page, under the columns of which a sum means something. */
function totalsView(
  { looker, answer }: Shown,
  columns: readonly AnswerField[],
  rows: readonly Row[],
  hasActs: boolean,
): Html | string {
  const [first] = columns;
  if (rows.length < 2 || !first || !columns.some(({ isSummed }) => isSummed)) return '';
  const sums = columns.slice(1).map((column) => {
    const text = column.isSummed ? sumText(column, rows) : '';
    return html`<td${classOf(column, text === '' && 'none')} data-label="${looker.say(column)}">${text}</td>`;
  });
  const label = looker.say(isRow(answer['page']) ? DESK.total_of_page : DESK.total);
  return html`<tfoot>
    <tr>
      <th scope="row">${label}${first.isSummed ? html`: ${sumText(first, rows)}` : ''}</th>
      ${sums}${hasActs ? html`<td></td>` : ''}
    </tr>
  </tfoot>`;
}

function sumText({ name, kind }: AnswerField, rows: readonly Row[]): string {
  const inCents = (value: unknown) => Math.round(Number(value ?? 0) * (kind === 'soles' ? 100 : 1));
  return formatSoles(cents(rows.reduce((sum, row) => sum + inCents(row[name]), 0)));
}

/** Digits stand under each other; what is short is in one line, and sentences have the room. */
function classOf({ kind }: AnswerField, more: string | false = false): Html | string {
  const ofKind = FIGURES.includes(kind) ? 'figure' : SHORT.includes(kind) ? 'short' : kind === 'sentence' && kind;
  const names = [ofKind, more].filter(Boolean);
  return names.length > 0 ? html` class="${names.join(' ')}"` : '';
}

/** Acts of a row: one that waits names its own; other rows have those of the map. */
function rowActs({ looker, act }: Shown, name: string, row: Row): readonly About[] {
  const route = looker.acts.find((one) => one.name === row['act']);
  const others = OF_ROW[`${act} ${name}`] ?? [];
  // The map says in which state an act is offered.
  const isInMap = others.some((about) => about.act === route?.name);
  const isOwn = route && !isInMap && isRow(row['with']);
  return [...(isOwn ? [{ act: route.name, with: row['with'] as Record<string, string> }] : []), ...others];
}

/** Links to the acts about something, as far as the colleague may do them. */
export function linksOf(
  { looker, answer }: Pick<Shown, 'looker' | 'answer'>,
  abouts: readonly About[],
  row: Row,
): Html[] {
  return placesOf({ looker, answer }, abouts, row).map(
    ({ act, address }) => html`<a href="${address}">${looker.say(STAFF_ACTS[act])}</a> `,
  );
}

/** The addresses of the acts about something, as far as the colleague may do them. */
export function placesOf(
  { looker, answer }: Pick<Shown, 'looker' | 'answer'>,
  abouts: readonly About[],
  row: Row,
): { readonly act: StaffActName; readonly address: string }[] {
  const offered = abouts.filter((about) => isOffered(about, (path) => filled(`{${path}}`, row, answer)));
  return offered.flatMap(({ act, with: given = {}, ifMay }) => {
    const needed = ifMay === undefined ? undefined : (filled(ifMay, row) ?? '');
    if (needed !== undefined && !looker.acts.some(({ name }) => name === needed)) return [];
    const route = looker.acts.find(({ name }) => name === act);
    const values = Object.entries(given).map(([field, text]) => [field, filled(text, row, answer)] as const);
    if (!route || values.some(([, value]) => value === undefined)) return [];
    const known = Object.fromEntries(values) as Record<string, string>;
    return [{ act, address: addressOf(route, route.method === 'POST' ? withBack(looker, known) : known) }];
  });
}
