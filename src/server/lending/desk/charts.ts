import { html } from 'hono/html';
import { formatPercent, formatSoles } from '#i18n/format.ts';
import { formatDate, formatMonth } from '#i18n/format-date.ts';
import type { StaffActName, StaffWords } from '#i18n/staff-acts.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { type AnswerField, rowsOf } from '#server/lending/staff/answer.ts';
import type { Looker } from './ask.ts';
import type { Html } from './page.ts';

/** A drawing of a list's rows: columns in time, or bars of steps. It names fields of the rows. */
interface Chart {
  readonly title: StaffWords;
  readonly form: 'columns' | 'bars';
  /** The field along which it runs. */
  readonly along: string;
  /** One or two fields; of two the first is what is compared with, drawn as an outline. */
  readonly of: readonly string[];
}

/** Charts above the table of a list, which has the same figures in full. */
export const CHARTS_OF: Readonly<Partial<Record<StaffActName, readonly Chart[]>>> = {
  'books weeks': [
    { title: DESK.chart_collected, form: 'columns', along: 'week', of: ['fellDue', 'collected'] },
    { title: DESK.chart_risk, form: 'columns', along: 'week', of: ['par30'] },
  ],
  'books losses': [{ title: DESK.chart_losses, form: 'columns', along: 'month', of: ['lostShare'] }],
  'books funnel': [{ title: DESK.chart_funnel, form: 'bars', along: 'stage', of: ['reached'] }],
};

type Row = Readonly<Record<string, unknown>>;

/** A value of a chart with its words. */
interface Point {
  readonly name: string;
  readonly values: readonly number[];
}

interface Drawn {
  readonly title: string;
  /** The names of what is drawn. */
  readonly series: readonly string[];
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
}

/** Columns that can be told apart on a phone: of more rows the newest are drawn. */
const MOST_COLUMNS = 26;
const WIDTH = 360;
const HEIGHT = 150;
/** Room for the words above and below the columns. */
const TOP = 22;
const BOTTOM = 22;
const BAR_ROW = 34;

/** The charts of an answer; none where it has no row to draw. */
export function chartsView(looker: Looker, act: StaffActName, answer: Row): Html | string {
  const answers = looker.acts.find(({ name }) => name === act)?.answers;
  const charts = CHARTS_OF[act] ?? [];
  const rows = typeof answers === 'object' ? rowsOf(answers) : undefined;
  const found = rows && (answer[rows.name] as readonly Row[]);
  if (!found || found.length === 0 || charts.length === 0) return '';
  const drawn = charts.map((chart) => drawnOf(looker, chart, { rows, found }));
  return html`<div class="charts">${drawn.map((one, place) => figure(looker, one, charts[place]?.form ?? 'bars'))}</div>`;
}

function drawnOf(
  { say }: Looker,
  { title, form, along, of }: Chart,
  { rows, found }: { readonly rows: AnswerField; readonly found: readonly Row[] },
): Drawn {
  const field = (name: string) => rows.fields.find((one) => one.name === name) as AnswerField;
  // Lists have the newest row first; time runs from left to right.
  const shown = form === 'columns' ? found.slice(0, MOST_COLUMNS).reverse() : found;
  const points = shown.map((row) => ({
    name: nameOf(say, field(along), String(row[along])),
    values: of.map((name) => Math.max(0, Number(row[name]))),
  }));
  const format = formatOf(field(of[0] ?? ''));
  return { title: say(title), series: of.map((name) => say(field(name))), points, format };
}

function nameOf(say: Looker['say'], { kind, codes }: AnswerField, value: string): string {
  if (kind === 'date') return formatDate(value);
  if (kind === 'month') return formatMonth(value);
  const [es, en] = codes?.[value] ?? [value, value];
  return say({ es, en });
}

function formatOf({ kind }: AnswerField): Drawn['format'] {
  if (kind === 'soles') return (value) => formatSoles(Math.round(value * 100));
  return kind === 'share' ? formatPercent : String;
}

function figure({ say }: Looker, drawn: Drawn, form: Chart['form']): Html {
  const { title, series, points, format } = drawn;
  const last = form === 'columns' ? points.at(-1) : undefined;
  const said = series.map((name, place) => {
    const value = format(last?.values[place] ?? 0);
    return series.length > 1 ? `${name} ${value}` : value;
  });
  const description = last ? `${last.name}: ${said.join(', ')}. ${say(DESK.chart_table)}` : say(DESK.chart_table);
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    ${form === 'columns' ? columns(drawn, description) : bars(drawn, description)}
    ${series.length > 1 ? legend(series) : ''}
    ${last ? html`<p class="help">${last.name}: ${said.join(' · ')}</p>` : ''}
  </figure>`;
}

function legend(series: readonly string[]): Html {
  return html`<ul class="legend">
    ${series.map(
      (name, place) => html`<li>
        <svg class="key" viewBox="0 0 12 12" aria-hidden="true">
          <rect class="${markOf(place, series)}" x="1" y="1" width="10" height="10"/>
        </svg>
        ${name}
      </li>`,
    )}
  </ul>`;
}

/** Of two the first is an outline, so that they differ without colours too. */
function markOf(place: number, series: readonly string[]): string {
  return series.length > 1 && place === 0 ? 'outline' : 'filled';
}

function columns({ title, series, points, format }: Drawn, description: string): Html {
  const most = Math.max(...points.flatMap(({ values }) => values));
  const step = WIDTH / points.length;
  const wide = Math.min(step * 0.8, 40) / series.length;
  const floor = HEIGHT - BOTTOM;
  const marks = points.flatMap(({ values }, place) =>
    values.map((value, which) => {
      const tall = most > 0 ? (value / most) * (floor - TOP) : 0;
      const left = step * place + step / 2 - (wide * series.length) / 2 + wide * which;
      const [x, y, width, height] = [left + 0.5, floor - tall, Math.max(wide - 1, 1), tall].map(round);
      return html`<rect class="${markOf(which, series)}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
    }),
  );
  const [first, last] = [points[0]?.name ?? '', points.at(-1)?.name ?? ''];
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}. ${description}">
    <line class="axis" x1="0" y1="${TOP}" x2="${WIDTH}" y2="${TOP}"/>
    <text x="0" y="${TOP - 6}">${format(most)}</text>
    ${marks}
    <line class="axis" x1="0" y1="${floor}" x2="${WIDTH}" y2="${floor}"/>
    <text x="0" y="${HEIGHT - 6}">${first}</text>
    ${points.length > 1 ? html`<text class="end" x="${WIDTH}" y="${HEIGHT - 6}">${last}</text>` : ''}
  </svg>`;
}

function bars({ title, points, format }: Drawn, description: string): Html {
  const most = Math.max(...points.flatMap(({ values }) => values));
  return html`<svg viewBox="0 0 ${WIDTH} ${points.length * BAR_ROW}" role="img" aria-label="${title}. ${description}">
    ${points.map(({ name, values: [value = 0] }, place) => {
      const wide = value > 0 ? Math.max((value / most) * WIDTH, 1) : 0;
      const top = place * BAR_ROW;
      return html`<text x="0" y="${top + 14}">${name}</text>
        <text class="end" x="${WIDTH}" y="${top + 14}">${format(value)}</text>
        <rect class="filled" x="0" y="${top + 19}" width="${round(wide)}" height="9"/>`;
    })}
  </svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
