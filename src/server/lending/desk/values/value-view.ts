import { html } from 'hono/html';
import { formatDate } from '#i18n/format-date.ts';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { wordsOfCode } from '#i18n/staff-codes/code-words.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { programSentence } from '#i18n/staff-refusals.ts';
import { taskSentence } from '#i18n/staff-tasks.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import type { AnswerField } from '#server/lending/staff/answer.ts';
import { actOfFacts, isRow, NO_VALUE, plainText } from '#server/lending/staff/value-text.ts';
import { addressOf, type Looker } from '../ask.ts';
import { figuresIn, figuresView } from '../figure-text.ts';
import type { Html } from '../page.ts';
import { factsView } from './facts-view.ts';
import { shortView, subjectView } from './subject-view.ts';

export type Row = Readonly<Record<string, unknown>>;

/** The context of an answer of the API: the colleague who looks, and the act that answered. */
export interface Shown {
  readonly looker: Looker;
  readonly act: StaffActName;
  readonly answer: Row;
}

/** The value of a column: a sentence of the program in the reader's language, with the facts that its row has. */
export function cellView(shown: Shown, column: AnswerField, row: Row): Html | string {
  const value = row[column.name];
  const figures = column.kind === 'json' ? figuresOfCell(shown, column, row) : undefined;
  if (figures) return figuresView(shown.looker, figures, value);
  if (column.kind === 'facts') return factsOfRow(shown.looker, value, row);
  if (column.kind !== 'sentence') return valueView(shown, column, value);
  const told = row['told'] as { readonly says: string; readonly facts: Row } | null | undefined;
  const text = told ? taskSentence(shown.looker.locale, told.says, told.facts) : undefined;
  if (text !== undefined) return text;
  if (value === null || value === undefined) return '–';
  const said = 'told' in row ? undefined : programSentence(shown.looker.locale, String(value));
  return said ?? html`<span lang="en">${String(value)}</span>`;
}

/** Facts of a row of the record, in the words of its act; figures of a parameter in theirs. */
function factsOfRow(looker: Looker, value: unknown, row: Row): Html | string {
  const [, kind = '', key = ''] = /^parameter:([^/]+)\/(.+)$/.exec(String(row['subject'])) ?? [];
  const own = looker.acts.find(({ name }) => name === 'parameter list');
  const figures = kind === '' ? undefined : figuresIn(own, 'value', { kind, key });
  if (!figures || !isRow(value)) return factsView(looker, actOfFacts(row), value);
  const { value: proposed = value, ...others } = value;
  const isProposal = 'value' in value;
  const told = isProposal ? html`; ${factsView(looker, actOfFacts(row), others)}` : '';
  return html`${figuresView(looker, figures, proposed)}${told}`;
}

function figuresOfCell({ looker, act }: Shown, { name }: AnswerField, row: Row) {
  return figuresIn(
    looker.acts.find((one) => one.name === act),
    name,
    row,
  );
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

/** Reads `loan.status` of a row. */
export function at(row: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRow(value) ? value[name] : undefined), row);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A value as its field describes it. */
export function valueView(shown: Shown, field: AnswerField, value: unknown): Html | string {
  const { looker } = shown;
  if (value === null || value === undefined || value === '' || isEmptyList(value)) return NO_VALUE;
  if (field.kind === 'rows' || field.kind === 'thing') return innerView(shown, field, value);
  if (field.kind === 'json') return jsonView(looker, value);
  if (field.kind === 'facts') return factsView(looker, actOfFacts(shown.answer), value);
  if (!Array.isArray(value)) return oneView(looker, field, value);
  return html`${value.map((one, place) => html`${place > 0 ? ', ' : ''}${oneView(looker, field, one)}`)}`;
}

/** Longest value that stands in a cell as it was recorded; behind it a row would be higher than a screen. */
const LONGEST_OPEN = 100;

function jsonView({ say }: Looker, value: unknown): Html {
  const code = html`<code>${JSON.stringify(value, null, 1)}</code>`;
  if (JSON.stringify(value).length <= LONGEST_OPEN) return code;
  return html`<details><summary>${say(DESK.show)}</summary>${code}</details>`;
}

/** A thing in a cell of a table: its names and values in a line, and each of several in a line of its own. */
function innerView(shown: Shown, { fields }: AnswerField, value: unknown): Html {
  const rows = (Array.isArray(value) ? value : [value]) as readonly Row[];
  const pairs = (row: Row) =>
    fields
      .filter(({ name, isCarried }) => !isCarried && row[name] !== undefined && row[name] !== null)
      .map(
        (inner, place) =>
          html`${place > 0 ? ' · ' : ''}${shown.looker.say(inner)}: ${valueView(shown, inner, row[inner.name])}`,
      );
  const shownRows = rows.map(pairs).filter((row) => row.length > 0);
  if (shownRows.length === 0) return html`–`;
  if (shownRows.length === 1) return html`${shownRows}`;
  return html`<ul class="in-cell">
    ${shownRows.map((row) => html`<li>${row}</li>`)}
  </ul>`;
}

function oneView(looker: Looker, field: AnswerField, value: unknown): Html | string {
  const { kind, codes, tones, to } = field;
  switch (kind) {
    case 'deadline':
      return deadlineView(looker, String(value));
    case 'code': {
      const [es, en] = wordsOfCode(codes ?? {}, String(value)) ?? [];
      const words = es !== undefined && en !== undefined ? looker.say({ es, en }) : loginOf(String(value));
      const tone = tones?.[String(value)];
      return tone === undefined ? words : html`<span class="tone ${tone}">${words}</span>`;
    }
    case 'ref': {
      const route = looker.acts.find(({ name }) => name === to?.act);
      const text = String(value);
      return route && to
        ? html`<a href="${addressOf(route, { [to.field]: text })}">${shortView(text)}</a>`
        : shortView(text);
    }
    case 'id':
      return subjectView(looker, String(value));
    default:
      return plainText(looker, field, value) ?? String(value);
  }
}

/** A colleague, as a record names them: `operator:ana`. */
function loginOf(actor: string): string {
  return actor.replace(/^operator:/, '');
}

/** A deadline, and that it is over. */
function deadlineView({ context, say }: Looker, by: string): Html | string {
  const [day = '', time = ''] = by.split(' ');
  const { date, minute } = momentInLima(context.clock.now());
  const isOver = day < date || (day === date && time !== '' && time < timeOfDay(minute));
  const text = [isCalendarDate(day) ? formatDate(day) : day, time].filter(Boolean).join(' ');
  return isOver ? html`<span class="tone bad">${text}: ${say(DESK.over)}</span>` : text;
}
