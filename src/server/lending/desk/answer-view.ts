import { html } from 'hono/html';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import { type AnswerField, type AnswerKind, answerFields, rowsOf } from '#server/lending/staff/answer.ts';
import { addressOf, type Looker } from './ask.ts';
import { chartsView } from './charts.ts';
import { type About, isOffered, OF_ROW } from './desk-map.ts';
import type { Html } from './page.ts';
import { actOfCommand } from './request-of.ts';
import { withBack } from './way-back.ts';

type Row = Readonly<Record<string, unknown>>;

/** The context of an answer of the API: the colleague who looks, and the act that answered. */
interface Shown {
  readonly looker: Looker;
  readonly act: StaffActName;
  readonly answer: Row;
}

/** Which act shows a number that somebody types, by its form. */
export const NUMBERED: readonly (readonly [RegExp, StaffActName, string])[] = [
  [/^P-\d{4}-\d{7}$/, 'loan show', 'number'],
  [/^SOL-\d{4}-\d+$/, 'applications show', 'reference'],
  [/^LR-\d{4}-\d{6}$/, 'complaints show', 'code'],
];

/** Kinds of which the digits stand under each other. */
const FIGURES: readonly AnswerKind[] = ['soles', 'cents', 'count', 'share'];

/**
 * An answer as its act describes it: what stands alone as a list of names and values, rows as a table, with the acts
 * about each. A field without a description is not shown.
 */
export function answerView(looker: Looker, act: StaffActName, answer: unknown): Html {
  const answers = looker.acts.find(({ name }) => name === act)?.answers;
  if (!isRow(answer) || typeof answers !== 'object') return html`<p>${String(answer)}</p>`;
  const fields = answerFields(answers);
  if (fields.length === 0 && Object.keys(answer).length > 0) {
    return html`<pre><code>${JSON.stringify(answer, null, 1)}</code></pre>`;
  }
  const rows = rowsOf(answers)?.name;
  const page = answer['page'];
  const place = rows !== undefined && isRow(page) ? placeView(looker, page) : '';
  const whole = thing({ looker, act, answer }, fields, answer, { level: 2, rows, place });
  return html`${chartsView(looker, act, answer)}${whole}`;
}

/**
 * Some fields of an answer, or of a row of it, as a list of names and values; those without a value are left out.
 * @param rows the name of the rows that the values are of; undefined for the answer itself
 * @param paths `loan.status` is inside of another field
 */
export function chosenView(
  looker: Looker,
  act: StaffActName,
  {
    rows,
    paths,
    found,
  }: { readonly rows?: string | undefined; readonly paths: readonly string[]; readonly found: Row },
): Html | string {
  const answers = looker.acts.find(({ name }) => name === act)?.answers;
  const fields = typeof answers === 'object' ? describedRows(answerFields(answers), rows) : [];
  const chosen = paths.flatMap((path) => {
    const value = at(found, path);
    const isThere = value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
    const field = fieldAt(fields, path);
    return isThere && field ? [{ field, value }] : [];
  });
  if (chosen.length === 0) return '';
  const shown = { looker, act, answer: found };
  return html`<dl>
    ${chosen.map(
      ({ field, value }) => html`<div>
        <dt>${looker.say(field)}</dt>
        <dd>${valueView(shown, field, value)}</dd>
      </div>`,
    )}
  </dl>`;
}

function describedRows(fields: readonly AnswerField[], rows: string | undefined): readonly AnswerField[] {
  return rows === undefined ? fields : (fields.find(({ name }) => name === rows)?.fields ?? []);
}

/** The description of `loan.status` among these fields; undefined where it is not described. */
export function fieldAt(fields: readonly AnswerField[], path: string): AnswerField | undefined {
  const [name, ...rest] = path.split('.');
  const field = fields.find((one) => one.name === name);
  return field && rest.length > 0 ? fieldAt(field.fields, rest.join('.')) : field;
}

/** Which rows of a list a page has, so that no page looks like all of it: `1–100 of 213`. */
function placeView({ say }: Looker, { from, to, of, isMore }: Row): Html | string {
  if (of === 0) return '';
  const many = say(isMore === true ? DESK.rows_of_more : DESK.rows_of);
  const rows = from === null ? '–' : `${from}–${to}`;
  return html`<p class="help place">${many.replace('{rows}', rows).replace('{of}', String(of))}</p>`;
}

interface Part {
  readonly level: number;
  /** The name of the rows of a list, with their place in it. */
  readonly rows?: string | undefined;
  readonly place?: Html | string;
}

function thing(shown: Shown, fields: readonly AnswerField[], row: Row, { level, rows, place = '' }: Part): Html {
  const present = fields.filter(({ name }) => row[name] !== undefined);
  const inner = present.filter(({ kind }) => kind === 'thing' || kind === 'rows');
  const alone = present.filter((field) => !inner.includes(field));
  const values = alone.map(
    (field) => html`<div>
      <dt>${shown.looker.say(field)}</dt>
      <dd>${valueView(shown, field, row[field.name])}</dd>
    </div>`,
  );
  // The only list of an answer is under the title of the answer.
  const isOnly = level === 2 && inner.length === 1 && alone.length < 3;
  const sections = inner.map(
    (field) => html`${section(shown, field, row[field.name], { level, isOnly })}${field.name === rows ? place : ''}`,
  );
  return html`${alone.length > 0 ? html`<dl>${values}</dl>` : ''}${sections}`;
}

function section(
  shown: Shown,
  field: AnswerField,
  value: unknown,
  { level, isOnly }: { readonly level: number; readonly isOnly: boolean },
): Html | string {
  const title = shown.looker.say(field);
  if (value === null) return '';
  if (field.kind === 'rows') {
    const rows = table(shown, field, value as readonly Row[]);
    return isOnly ? rows : html`<section>${heading(title, level)}${rows}</section>`;
  }
  // Deeper values are looked at only now and then.
  const inner = thing(shown, field.fields, value as Row, { level: 3 });
  if (level > 2) return html`<details><summary>${title}</summary>${inner}</details>`;
  return html`<section>${heading(title, level)}${inner}</section>`;
}

function heading(text: Html | string, level: number): Html {
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}

function table(shown: Shown, { name, fields, ...words }: AnswerField, rows: readonly Row[]): Html {
  const { say } = shown.looker;
  if (rows.length === 0) return html`<p>${say(DESK.none)}.</p>`;
  const columns = fields.filter(
    (field) => field.name !== 'command' && !field.isCarried && rows.some((row) => row[field.name] !== undefined),
  );
  const abouts = rows.map((row) => linksOf(shown, rowActs(shown, name, row), row));
  const hasActs = abouts.some((links) => links.length > 0);
  return html`<div class="table" role="region" tabindex="0" aria-label="${say(words)}">
    <table>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col"${figureClass(column)}>${say(column)}</th>`)}
          ${hasActs ? html`<th scope="col">${say(DESK.acts)}</th>` : ''}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, place) => html`<tr>
            ${columns.map((column) => html`<td${figureClass(column)}>${valueView(shown, column, row[column.name])}</td>`)}
            ${hasActs ? html`<td>${abouts[place]}</td>` : ''}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function figureClass({ kind }: AnswerField): Html | string {
  return FIGURES.includes(kind) ? html` class="figure"` : '';
}

/** Acts of a row: a waiting row names its own command; other rows have those of the map. */
function rowActs({ looker, act }: Shown, name: string, row: Row): readonly About[] {
  const told = typeof row['command'] === 'string' ? actOfCommand(looker.acts, row['command']) : undefined;
  const others = OF_ROW[`${act} ${name}`] ?? [];
  // The map says in which state an act is offered.
  const isInMap = others.some((about) => about.act === told?.act.name);
  return [...(told && !isInMap ? [{ act: told.act.name, with: told.given }] : []), ...others];
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

/** `loan:{loan.number}` with what is there, in the row or in the whole answer; undefined when it does not. */
export function filled(text: string, row: Row, answer: Row = row): string | undefined {
  let isWhole = true;
  const whole = text.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = at(row, path) ?? at(answer, path);
    if (value === undefined || value === null) isWhole = false;
    return String(value);
  });
  return isWhole ? whole : undefined;
}

function at(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);
}

function valueView(shown: Shown, field: AnswerField, value: unknown): Html | string {
  const { looker } = shown;
  if (value === null || value === undefined || value === '') return '–';
  if (field.kind === 'rows' || field.kind === 'thing') return innerView(shown, field, value);
  if (field.kind === 'json') return html`<code>${JSON.stringify(value, null, 1)}</code>`;
  if (field.kind === 'facts') return factsView(looker, value);
  if (!Array.isArray(value)) return oneView(looker, field, value);
  return html`${value.map((one, place) => html`${place > 0 ? ', ' : ''}${oneView(looker, field, one)}`)}`;
}

/** A thing in a cell of a table: its names and values in a line. */
function innerView(shown: Shown, { fields }: AnswerField, value: unknown): Html {
  const rows = (Array.isArray(value) ? value : [value]) as readonly Row[];
  const pairs = (row: Row) =>
    fields
      .filter(({ name, isCarried }) => !isCarried && row[name] !== undefined && row[name] !== null)
      .map(
        (inner, place) =>
          html`${place > 0 ? ', ' : ''}${shown.looker.say(inner)}: ${valueView(shown, inner, row[inner.name])}`,
      );
  const shownRows = rows.map(pairs).filter((row) => row.length > 0);
  if (shownRows.length === 0) return html`–`;
  return html`${shownRows.map((row, place) => html`${place > 0 ? '; ' : ''}${row}`)}`;
}

/** Facts that differ from case to case, under the names that a form has for them. */
function factsView(looker: Looker, value: unknown): Html | string {
  if (!isRow(value)) return factText(looker, '', { name: '', value });
  const pairs = Object.entries(value).map(([name, told], place) => {
    const words = staffFieldWords('', name);
    const label = words ? looker.say(words) : html`<span lang="en">${name}</span>`;
    return html`${place > 0 ? ', ' : ''}${label}: ${factText(looker, '', { name, value: told })}`;
  });
  return html`${pairs}`;
}

/** A value of a request, as the form of its act would show it. */
export function factText(
  looker: Looker,
  act: string,
  { name, value }: { readonly name: string; readonly value: unknown },
): string {
  const { as, codes = {} } = staffFieldWords(act, name) ?? {};
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map((one) => factText(looker, act, { name, value: one })).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return looker.say(value ? DESK.yes : DESK.no);
  if (typeof value === 'number' && as === 'soles') return formatSoles(cents(Math.round(value * 100)));
  const text = String(value);
  const [es, en] = codes[text] ?? [];
  if (es !== undefined && en !== undefined) return looker.say({ es, en });
  return as === 'date' && isCalendarDate(text) ? formatDate(text) : text;
}

function oneView(looker: Looker, { kind, codes, to }: AnswerField, value: unknown): Html | string {
  switch (kind) {
    case 'soles':
      return formatSoles(cents(Math.round(Number(value) * 100)));
    case 'cents':
      return formatSoles(cents(Number(value)));
    case 'share':
      return formatPercent(Number(value));
    case 'yesNo':
      return looker.say(value === true ? DESK.yes : DESK.no);
    case 'date':
      return formatDate(String(value));
    case 'month':
      return formatMonth(String(value));
    case 'instant': {
      const { date, minute } = momentInLima(Date.parse(String(value)));
      return `${formatDate(date)} ${timeOfDay(minute)}`;
    }
    case 'code': {
      const [es, en] = codes?.[String(value)] ?? [];
      return es !== undefined && en !== undefined ? looker.say({ es, en }) : String(value);
    }
    case 'ref': {
      const route = looker.acts.find(({ name }) => name === to?.act);
      const text = String(value);
      return route && to
        ? html`<a href="${addressOf(route, { [to.field]: text })}">${shortOf(text)}</a>`
        : shortOf(text);
    }
    case 'id':
      return shortOf(String(value));
    default:
      return String(value);
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Shortens an id to its end, which is enough to tell two apart; the title has all of it. */
function shortOf(text: string): Html | string {
  return UUID.test(text) ? html`<span title="${text}">…${text.slice(-6)}</span>` : text;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
