import { html } from 'hono/html';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { STAFF_ACTS } from '#i18n/staff-acts.ts';
import { answerWords, codeWords } from '#i18n/staff-answers.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { staffFieldWords } from '#i18n/staff-fields.ts';
import { momentInLima, timeOfDay } from '#server/lending/messages/lima-time.ts';
import { addressOf, type Looker } from './ask.ts';
import { type About, OF_ROW } from './desk-map.ts';
import type { Html } from './page.ts';
import { actOfCommand } from './request-of.ts';

type Row = Readonly<Record<string, unknown>>;

/** What an answer of the API is shown by: who looks, and which act answered. */
interface Shown {
  readonly looker: Looker;
  readonly act: StaffActName;
  readonly answer: Row;
}

/** Numbers of these names are soles. */
const SOLES =
  /^(amount|balance|base|cost|credit|debit|difference|due|exempt|fees|held|igv|interest|ledger|moratory|opening|outstanding|principal|total)$/;
/** Which act shows a number of ours, by its form. */
export const NUMBERED: readonly (readonly [RegExp, StaffActName, string])[] = [
  [/^P-\d{4}-\d{7}$/, 'loan show', 'number'],
  [/^SOL-\d{4}-\d+$/, 'applications show', 'reference'],
  [/^LR-\d{4}-\d{6}$/, 'complaints show', 'code'],
];
/** Things that have a page of their own, by the name of what says which. */
const NAMED: ReadonlyMap<string, readonly [StaffActName, string]> = new Map([
  ['personId', ['person show', 'personId']],
  ['paymentId', ['payments show', 'id']],
]);

/** Any answer: what stands alone as a list of names and values, rows as a table, with what can be done about each. */
export function answerView(looker: Looker, act: StaffActName, answer: unknown): Html {
  if (!isRow(answer)) return html`<p>${String(answer)}</p>`;
  return thing({ looker, act, answer }, answer, 2);
}

function thing(shown: Shown, row: Row, level: number): Html {
  const entries = Object.entries(row).filter(([name]) => name !== 'next');
  const alone = entries.filter(([, value]) => !isRow(value) && !isRows(value));
  const inner = entries.filter(([, value]) => isRow(value) || isRows(value));
  const values = alone.map(
    ([name, value]) => html`<div><dt>${nameOf(shown, name)}</dt><dd>${valueView(shown, name, value)}</dd></div>`,
  );
  // The only list of an answer is under the title of the answer.
  const isOnly = level === 2 && inner.length === 1 && alone.length < 3;
  const sections = inner.map(([name, value]) => section(shown, { name, value, level, isOnly }));
  return html`${alone.length > 0 ? html`<dl>${values}</dl>` : ''}${sections}`;
}

function section(
  shown: Shown,
  {
    name,
    value,
    level,
    isOnly,
  }: { readonly name: string; readonly value: unknown; readonly level: number; readonly isOnly: boolean },
): Html {
  // `loan` is the loan here, and its number in a form.
  const words = answerWords(bareName(name));
  const title = words ? shown.looker.say(words) : nameOf(shown, name);
  if (!isRow(value)) {
    const rows = table(shown, name, value as readonly Row[]);
    return isOnly ? rows : html`<section>${heading(title, level)}${rows}</section>`;
  }
  // What lies deeper is looked at now and then.
  const inner = thing(shown, value, 3);
  if (level > 2) return html`<details><summary>${title}</summary>${inner}</details>`;
  return html`<section>${heading(title, level)}${inner}</section>`;
}

function heading(text: Html | string, level: number): Html {
  return level === 2 ? html`<h2>${text}</h2>` : html`<h3>${text}</h3>`;
}

function table(shown: Shown, name: string, rows: readonly Row[]): Html {
  const { say } = shown.looker;
  if (rows.length === 0) return html`<p>${say(DESK.none)}.</p>`;
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((column) => column !== 'command');
  const abouts = rows.map((row) => linksOf(shown, rowActs(shown, name, row), row));
  const hasActs = abouts.some((links) => links.length > 0);
  const label = answerWords(name);
  return html`<div class="table" role="region" tabindex="0" aria-label="${label ? say(label) : name}"><table><thead><tr>${columns.map((column) => html`<th scope="col">${nameOf(shown, column)}</th>`)}${hasActs ? html`<th scope="col">${say(DESK.acts)}</th>` : ''}</tr></thead><tbody>${rows.map((row, place) => html`<tr>${columns.map((column) => html`<td>${valueView(shown, column, row[column])}</td>`)}${hasActs ? html`<td>${abouts[place]}</td>` : ''}</tr>`)}</tbody></table></div>`;
}

/** What waits names its own command; other rows have what the map says. */
function rowActs({ looker, act }: Shown, name: string, row: Row): readonly About[] {
  const told = typeof row['command'] === 'string' ? actOfCommand(looker.acts, row['command']) : undefined;
  const own = told ? [{ act: told.act.name, with: told.given }] : [];
  return [...own, ...(OF_ROW[`${act} ${name}`] ?? [])];
}

/** Links to acts about something, to those alone that who looks may do. */
export function linksOf(
  { looker, answer }: Pick<Shown, 'looker' | 'answer'>,
  abouts: readonly About[],
  row: Row,
): Html[] {
  return abouts.flatMap(({ act, with: given = {} }) => {
    const route = looker.acts.find(({ name }) => name === act);
    const values = Object.entries(given).map(([field, text]) => [field, filled(text, row, answer)] as const);
    if (!route || values.some(([, value]) => value === undefined)) return [];
    const address = addressOf(route, Object.fromEntries(values) as Record<string, string>);
    return [html`<a href="${address}">${looker.say(STAFF_ACTS[act])}</a> `];
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

/** `amountCents` and `provider_ref` without what is the code's alone. */
export function bareName(name: string): string {
  return name.replace(/Cents$/, '').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** What nobody has written words for is English, and says so. */
function nameOf({ looker, act }: Pick<Shown, 'looker' | 'act'>, name: string): Html | string {
  const bare = bareName(name);
  const words = staffFieldWords(act, bare) ?? answerWords(bare);
  return words ? looker.say(words) : html`<span lang="en">${bare.replace(/(?=[A-Z])/g, ' ').toLowerCase()}</span>`;
}

function valueView(shown: Shown, name: string, value: unknown): Html | string {
  const { looker } = shown;
  if (value === null || value === undefined || value === '') return '–';
  // As it is typed when a parameter is proposed, and as it was recorded.
  if (typeof value === 'object' && /^(?:value|before|after)$/.test(name))
    return html`<code>${JSON.stringify(value, null, 1)}</code>`;
  if (Array.isArray(value))
    return html`${value.map((one, place) => html`${place > 0 ? (isRow(one) ? '; ' : ', ') : ''}${valueView(shown, name, one)}`)}`;
  if (isRow(value)) {
    const pairs = Object.entries(value).map(
      ([inner, of], place) => html`${place > 0 ? ', ' : ''}${nameOf(shown, inner)}: ${valueView(shown, inner, of)}`,
    );
    return html`${pairs}`;
  }
  if (typeof value === 'boolean') return looker.say(value ? DESK.yes : DESK.no);
  if (typeof value === 'number') return numberView(name, value);
  // What a task is about is written by the program, in one language.
  if (shown.act === 'tasks list' && name === 'note') return html`<p lang="en">${value}</p>`;
  return textView(looker, name, String(value));
}

function numberView(name: string, value: number): string {
  if (name.endsWith('Cents')) return formatSoles(value);
  return SOLES.test(name) ? formatSoles(Math.round(value * 100)) : String(value);
}

function textView(looker: Looker, name: string, text: string): Html | string {
  const words = codeWords(text);
  if (words) return looker.say(words);
  const [act, field] = NAMED.get(name) ?? NUMBERED.find(([form]) => form.test(text))?.slice(1) ?? [];
  const route = looker.acts.find((one) => one.name === act);
  if (route && field) return html`<a href="${addressOf(route, { [field as string]: text })}">${shortOf(text)}</a>`;
  if (UUID.test(text)) return shortOf(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  const { date, minute } = momentInLima(Date.parse(text));
  return `${formatDate(date)} ${timeOfDay(minute)}`;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The end of an id tells two apart; the whole one is for who points at it. */
function shortOf(text: string): Html | string {
  return UUID.test(text) ? html`<span title="${text}">…${text.slice(-6)}</span>` : text;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && (value.length === 0 || value.every(isRow));
}
