import { html } from 'hono/html';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { type AnswerField, answerFields, rowsOf } from '#server/lending/staff/answer.ts';
import { isRow } from '#server/lending/staff/value-text.ts';
import type { Looker } from './ask.ts';
import { chartsView } from './charts.ts';
import type { Html } from './page.ts';
import { isThere, named, namedFields, tableView } from './table-view.ts';
import { at, type Row, type Shown, valueView } from './values/value-view.ts';

/** Which act shows a number that somebody types, by its form. */
export const NUMBERED: readonly (readonly [RegExp, StaffActName, string])[] = [
  [/^P-\d{4}-\d{7}$/, 'loan show', 'number'],
  [/^SOL-\d{4}-\d+$/, 'applications show', 'reference'],
  [/^LR-\d{4}-\d{6}$/, 'complaints show', 'code'],
];

/**
 * An answer as its act describes it: what stands alone as a list of names and values, rows as a table, with the acts
 * about each. A field without a description is not shown.
 * @param after stands below the values that stand alone: what the thing is comes before what can be done with it
 */
export function answerView(looker: Looker, act: StaffActName, answer: unknown, after: Html | string = ''): Html {
  const answers = looker.acts.find(({ name }) => name === act)?.answers;
  if (!isRow(answer) || typeof answers !== 'object') return html`<p>${String(answer)}</p>${after}`;
  const fields = answerFields(answers);
  if (fields.length === 0 && Object.keys(answer).length > 0) {
    return html`<pre><code>${JSON.stringify(answer, null, 1)}</code></pre>${after}`;
  }
  const rows = rowsOf(answers)?.name;
  const page = answer['page'];
  const place = rows !== undefined && isRow(page) ? placeView(looker, page) : '';
  const whole = thing({ looker, act, answer }, fields, answer, { level: 2, rows, place, after });
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
  readonly after?: Html | string;
}

function thing(
  shown: Shown,
  fields: readonly AnswerField[],
  row: Row,
  { level, rows, place = '', after = '' }: Part,
): Html {
  const present = fields.filter(({ name, isCarried }) => !isCarried && row[name] !== undefined);
  const inner = present.filter(({ kind }) => kind === 'thing' || kind === 'rows');
  const told = present.filter((field) => !inner.includes(field) && isThere(row[field.name]));
  const alone = namedFields(told, fields);
  const values = alone.map(
    (field) => html`<div>
      <dt>${shown.looker.say(field)}</dt>
      <dd>${named(shown, field, row, valueView(shown, field, row[field.name]))}</dd>
    </div>`,
  );
  // The only list of an answer is under the title of the answer.
  const isOnly = level === 2 && inner.length === 1 && alone.length < 3;
  const isNothing = ({ name }: AnswerField) => !isOnly && Array.isArray(row[name]) && row[name].length === 0;
  const sections = inner
    .filter((field) => !isNothing(field))
    .map(
      (field) => html`${section(shown, field, row[field.name], { level, isOnly })}${field.name === rows ? place : ''}`,
    );
  return html`${alone.length > 0 ? html`<dl>${values}</dl>` : ''}${after}${sections}${nothingIn(shown, inner.filter(isNothing))}`;
}

/** Parts without a row, in a line: a title of its own for each would take the room of what there is. */
function nothingIn({ looker }: Shown, parts: readonly AnswerField[]): Html | string {
  const names = parts.map((part) => looker.say(part)).join(', ');
  return names === '' ? '' : html`<p class="help">${looker.say(DESK.nothing_in)}: ${names}.</p>`;
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
    const rows = tableView(shown, field, value as readonly Row[]);
    return isOnly ? rows : html`<section>${heading(title, level)}${rows}</section>`;
  }
  // Deeper values are looked at only now and then.
  const inner = thing(shown, field.fields, value as Row, { level: 3 });
  if (level > 2) return html`<details${field.isOpen ? html` open` : ''}><summary>${title}</summary>${inner}</details>`;
  return html`<section>${heading(title, level)}${inner}</section>`;
}

function heading(text: Html | string, level: number): Html {
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}
