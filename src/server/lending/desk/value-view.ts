import { html } from 'hono/html';
import { formatPercent, formatSoles, withDecimalSign } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import type { StaffActName, StaffWords } from '#i18n/staff-acts.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { SUBJECT_KIND } from '#i18n/staff-codes/desk.ts';
import { PARAMETER_KIND } from '#i18n/staff-codes/parameters.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { programSentence } from '#i18n/staff-refusals.ts';
import { taskSentence } from '#i18n/staff-tasks.ts';
import { isCalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import { type AnswerField, answerFields } from '#server/lending/staff/answer.ts';
import { addressOf, type Looker } from './ask.ts';
import { figuresIn, figuresView } from './figure-text.ts';
import type { Html } from './page.ts';

const PARAMETER_KIND_OF: CodeWords = PARAMETER_KIND;

/** The mark of a value that is not there. */
const NO_VALUE = '–';

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
  if (column.kind !== 'sentence') return valueView(shown, column, value);
  const told = row['told'] as { readonly says: string; readonly facts: Row } | null | undefined;
  const text = told ? taskSentence(shown.looker.locale, told.says, told.facts) : undefined;
  if (text !== undefined) return text;
  if (value === null || value === undefined) return '–';
  const said = 'told' in row ? undefined : programSentence(shown.looker.locale, String(value));
  return said ?? html`<span lang="en">${String(value)}</span>`;
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
  if (field.kind === 'facts') return factsView(looker, value);
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

/** Facts that differ from case to case, under the names that a form has for them. */
function factsView(looker: Looker, value: unknown): Html | string {
  if (!isRow(value)) return factText(looker, '', { name: '', value });
  const shown = Object.entries(value).filter(([, told]) => !isOwnId(told));
  if (shown.length === 0) return NO_VALUE;
  const pairs = shown.map(([name, told], place) => {
    const words = staffFieldWords('', name) ?? answeredWords(looker, name);
    const label = words ? looker.say(words) : html`<span lang="en">${name}</span>`;
    return html`${place > 0 ? ', ' : ''}${label}: ${factText(looker, '', { name, value: told })}`;
  });
  return html`${pairs}`;
}

/** The words that an answer of an act has for a field: what was done is recorded as it was answered. */
function answeredWords({ acts }: Looker, name: string): StaffWords | undefined {
  for (const { answers } of acts) {
    const found = typeof answers === 'object' && answerFields(answers).find((field) => field.name === name);
    if (found) return found;
  }
  return undefined;
}

/** Tells whether a value is an id of the program's own, which says nothing to people. */
export function isOwnId(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(value);
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

function oneView(looker: Looker, { kind, codes, tones, to }: AnswerField, value: unknown): Html | string {
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
    case 'deadline':
      return deadlineView(looker, String(value));
    case 'instant': {
      const { date, minute } = momentInLima(Date.parse(String(value)));
      return `${formatDate(date)} ${timeOfDay(minute)}`;
    }
    case 'code': {
      const [es, en] = codes?.[String(value)] ?? [];
      const words = es !== undefined && en !== undefined ? looker.say({ es, en }) : loginOf(String(value));
      const tone = tones?.[String(value)];
      return tone === undefined ? words : html`<span class="tone ${tone}">${words}</span>`;
    }
    case 'ref': {
      const route = looker.acts.find(({ name }) => name === to?.act);
      const text = String(value);
      return route && to
        ? html`<a href="${addressOf(route, { [to.field]: text })}">${shortOf(text)}</a>`
        : shortOf(text);
    }
    case 'id':
      return subjectText(looker, String(value));
    case 'count':
      return withDecimalSign(String(value));
    default:
      return String(value);
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

/** An id, behind the words of the kind of thing that it is of; that of a parameter is its kind and key. */
function subjectText(looker: Looker, text: string): Html | string {
  const [kind = '', id = ''] = text.split(/[: ](.*)/s);
  const [es, en] = (text.includes(':') ? SUBJECT_KIND : PARAMETER_KIND_OF)[kind] ?? [];
  if (es === undefined || en === undefined || id === '') return shortOf(text);
  return html`${looker.say({ es, en })} ${shortOf(id)}`;
}

/** An id, alone or behind the kind of thing that it is of: `money:0189…`; or a fingerprint. */
const LONG_ID = /^(?:[a-z-]+:)*[\w-]{32,}$/;

/** Shortens an id to its end, which is enough to tell two apart; the title has all of it. */
function shortOf(text: string): Html | string {
  return LONG_ID.test(text) ? html`<span title="${text}">…${text.slice(-6)}</span>` : text;
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
