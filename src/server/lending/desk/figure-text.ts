import { html } from 'hono/html';
import { formatAmount, formatSoles, formatWholeSoles, withDecimalSign } from '#i18n/format.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { FIGURE_UNITS, FIGURES } from '#i18n/staff-figures.ts';
import { fill } from '#i18n/translate.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { BY_DAYS, type Figure, figuresOf } from '#server/lending/staff/figure.ts';
import { codeText } from '#server/lending/staff/value-text.ts';
import type { Looker } from './ask.ts';
import type { Html } from './page.ts';

type Say = Looker['say'];
type Row = Readonly<Record<string, unknown>>;

/** The figures of a value that depends on what stands beside it; undefined where nobody has described them. */
export function figuresIn(
  route: Pick<StaffRoute, 'figures'> | undefined,
  field: string,
  beside: Row,
): readonly Figure[] | undefined {
  const schema = route?.figures?.[field]?.(beside);
  return schema && figuresOf(schema);
}

/** One figure as people read it: `S/ 15,00`, `16,97 %`, `30 días`. */
export function figureText(say: Say, { kind, codes }: Figure, value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (Array.isArray(value)) {
    const texts = value.map((one) => codeText(say, String(one), codes));
    return texts.length === 0 ? say(DESK.none) : texts.join(kind === 'order' ? ' → ' : ', ');
  }
  switch (kind) {
    case 'money':
      return formatSoles(Number(value));
    case 'wholeSoles':
      return formatWholeSoles(Number(value));
    case 'percent':
    case 'share':
      return `${withDecimalSign(String(value))}\u00a0%`;
    case 'days':
    case 'hours':
    case 'minutes':
      return fill(say(FIGURE_UNITS[kind][value === 1 ? 'one' : 'many']), { n: String(value) });
    case 'yesNo':
      return say(value === true ? DESK.yes : DESK.no);
    default:
      return codeText(say, String(value), codes);
  }
}

/** A figure as it stands in its field, ready to be typed over: as the product prints it, without its sign. */
export function typedText({ kind }: Figure, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'money') return formatAmount(Number(value));
  if (kind === 'percent') return withDecimalSign(String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** A figure of a value under its whole name: `Comisiones · Comisión tecnológica · Monto`. */
export interface Leaf {
  readonly label: string;
  readonly text: string;
}

/** The figures of a value one by one, each row of several under the text of its first column. */
export function leavesOf(say: Say, figures: readonly Figure[], value: unknown, above: readonly string[] = []): Leaf[] {
  const held = rowOf(value);
  return figures.flatMap((figure) => {
    const labels = [...above, say(figure)];
    const own = held[figure.name];
    switch (figure.kind) {
      case 'group':
      case 'each':
        return leavesOf(say, figure.fields, own, labels);
      case 'rows':
      case 'byDays': {
        const [key, ...columns] = figure.fields;
        if (!key) return [];
        const held = rowsIn(figure, own);
        const names = rowNames(say, key, held);
        return held.flatMap((row, place) => leavesOf(say, columns, row, [...labels, names[place] ?? '']));
      }
      default:
        return own === undefined ? [] : [{ label: labels.join(' · '), text: figureText(say, figure, own) }];
    }
  });
}

/** The names of rows, numbered where they repeat: no row may be taken for another one. */
function rowNames(say: Say, key: Figure, rows: readonly Row[]): readonly string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = rowName(say, key, row[key.name]);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return nth === 1 ? name : `${name} (${nth})`;
  });
}

/** The name of a row; of one without a key that it is the rest. */
function rowName(say: Say, key: Figure, value: unknown): string {
  return value === undefined ? say(FIGURES.rest) : figureText(say, key, value);
}

/** The rows of a value; of one by days those are its entries. */
export function rowsIn({ kind }: Figure, value: unknown): readonly Row[] {
  if (kind === 'rows') return Array.isArray(value) ? value.map(rowOf) : [];
  return Object.entries(rowOf(value)).map(([key, own]) => ({ [BY_DAYS.days]: Number(key), [BY_DAYS.value]: own }));
}

export function rowOf(value: unknown): Row {
  return typeof value === 'object' && value !== null ? (value as Row) : {};
}

/** Figures that stand in a cell; more are folded, because a row would be higher than a screen. */
const MOST_OPEN = 3;

/** A value in words, in a cell of a table. */
export function figuresView({ say }: Looker, figures: readonly Figure[], value: unknown): Html | string {
  if (value === undefined || value === null) return '–';
  const leaves = leavesOf(say, figures, value);
  if (leaves.length <= MOST_OPEN) return leaves.map(({ label, text }) => `${label}: ${text}`).join('; ');
  const items = leaves.map(({ label, text }) => html`<li>${label}: <strong>${text}</strong></li>`);
  return html`<details>
    <summary>${fill(say(FIGURES.how_many), { n: leaves.length })}</summary>
    <ul class="figures">${items}</ul>
  </details>`;
}

/** Rows that are shown beside those that change; more of them are folded. */
const MOST_UNCHANGED = 12;

/** The figures that are proposed beside those that they replace, one by one; what changes is marked. */
export function changeView(
  { say }: Looker,
  figures: readonly Figure[],
  { before, after }: { readonly before: unknown; readonly after: unknown },
): Html | string {
  const [old, fresh] = [before, after].map((value) => textsByLabel(leavesOf(say, figures, value))) as [Texts, Texts];
  const rows = [...new Set([...old.keys(), ...fresh.keys()])].map((label) => {
    const [was, is] = [old.get(label) ?? '–', fresh.get(label) ?? '–'];
    return { label, was, is, isChanged: was !== is };
  });
  const unchanged = rows.filter(({ isChanged }) => !isChanged);
  if (unchanged.length <= MOST_UNCHANGED) return changeTable(say, rows);
  return html`${changeTable(
    say,
    rows.filter(({ isChanged }) => isChanged),
  )}
    <details>
      <summary>${fill(say(FIGURES.unchanged), { n: unchanged.length })}</summary>
      ${changeTable(say, unchanged)}
    </details>`;
}

type Texts = ReadonlyMap<string, string>;

function textsByLabel(leaves: readonly Leaf[]): Texts {
  return new Map(leaves.map(({ label, text }) => [label, text]));
}

interface Change {
  readonly label: string;
  readonly was: string;
  readonly is: string;
  readonly isChanged: boolean;
}

function changeTable(say: Say, changes: readonly Change[]): Html | string {
  if (changes.length === 0) return '';
  const rows = changes.map(({ label, was, is, isChanged }) => {
    const now = isChanged ? html`<mark>${is}</mark>` : is;
    return html`<tr>
      <th scope="row">${label}</th>
      <td>${was}</td>
      <td>${now}</td>
    </tr>`;
  });
  const label = `${say(DESK.before)}, ${say(DESK.after)}`;
  return html`<div class="table" role="region" tabindex="0" aria-label="${label}">
    <table class="change">
      <thead>
        <tr>
          <td></td>
          <th scope="col">${say(DESK.before)}</th>
          <th scope="col">${say(DESK.after)}</th>
        </tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}
