import { centsTyped, solesTyped } from '#api/field-rules/amount.ts';
import type { TypedRefusal } from '#i18n/staff-desk.ts';
import { BY_DAYS, type Figure, type FigureKind } from '#server/lending/staff/figure.ts';
import { rowOf, rowsIn, typedText } from '../figure-text.ts';
import { withoutBlanks } from '../request-of.ts';

type Texts = Readonly<Record<string, readonly string[]>>;
type Row = Readonly<Record<string, unknown>>;
type IsWrong = (name: string, why: TypedRefusal) => void;

/** The name of the input for a figure: `value.fees.0.netCents`. */
export function inputOf(above: string, { name }: Pick<Figure, 'name'>): string {
  return name === '' ? above : `${above}.${name}`;
}

/** Reads the figures that were typed, each under the name of its input; what cannot be read is said there. */
export function figuresTyped(figures: readonly Figure[], above: string, texts: Texts, isWrong: IsWrong): Row {
  const pairs = figures.flatMap((figure) => {
    const value = figureTyped(figure, inputOf(above, figure), texts, isWrong);
    return value === undefined ? [] : [[figure.name, value] as const];
  });
  return Object.fromEntries(pairs);
}

function figureTyped(figure: Figure, name: string, texts: Texts, isWrong: IsWrong): unknown {
  const { kind, fields } = figure;
  if (kind === 'group' || kind === 'each') return figuresTyped(fields, name, texts, isWrong);
  if (kind === 'rows')
    return placesIn(name, texts).map((place) => figuresTyped(fields, `${name}.${place}`, texts, isWrong));
  if (kind === 'byDays') return byDaysTyped(figure, name, texts, isWrong);
  const given = (texts[name] ?? []).map(withoutBlanks).filter((text) => text !== '');
  if (kind === 'codes') return given;
  if (kind === 'textList') return partsOf(given[0] ?? '');
  const [text] = given;
  if (text === undefined) {
    if (figure.mayBeEmpty) return '';
    if (figure.isRequired) isWrong(name, 'required');
    return undefined;
  }
  return kind === 'order' ? given : leafTyped(figure, text);
}

/**
 * A typed value in which each figure that reads like the stored one is the stored one: what nobody has touched is not
 * written in another way, `16.9` as `16.90` or the choices of a list in another order, because it would count as a
 * change.
 */
export function withStored(figures: readonly Figure[], typed: Row, stored: unknown): Row {
  const held = rowOf(stored);
  const kept = figures
    .filter(({ name }) => typed[name] !== undefined && held[name] !== undefined)
    .map((figure) => [figure.name, figureOrStored(figure, typed[figure.name], held[figure.name])] as const);
  return { ...typed, ...Object.fromEntries(kept) };
}

function figureOrStored(figure: Figure, typed: unknown, stored: unknown): unknown {
  const { kind, fields } = figure;
  if (kind === 'group' || kind === 'each') return withStored(fields, rowOf(typed), stored);
  if (kind === 'byDays') {
    const rows = rowsOrStored(figure, typed, stored);
    return Object.fromEntries(rows.map((row) => [row[BY_DAYS.days], row[BY_DAYS.value]]));
  }
  if (kind === 'rows') return rowsOrStored(figure, typed, stored);
  if (kind === 'codes') return isSameList(typed, stored) ? stored : typed;
  const read = figureTyped(figure, 'stored', { stored: [typedText(figure, stored)] }, () => undefined);
  return JSON.stringify(typed) === JSON.stringify(read) ? stored : typed;
}

/** Rows, each beside the stored one with the same first column. */
function rowsOrStored(figure: Figure, typed: unknown, stored: unknown): readonly Row[] {
  const { fields } = figure;
  const [key] = fields;
  const known = rowsIn(figure, stored);
  return rowsIn(figure, typed).map((row) => {
    const before = key && known.find((one) => one[key.name] === row[key.name]);
    return before ? withStored(fields, row, before) : row;
  });
}

/** Tells whether two lists have the same choices, in whatever order. */
function isSameList(a: unknown, b: unknown): boolean {
  const [one, other] = [a, b].map((list) => (Array.isArray(list) ? list.map(String).sort() : undefined));
  return one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** Rows by their days; two of the same days are refused, because one would be lost. */
function byDaysTyped({ fields }: Figure, name: string, texts: Texts, isWrong: IsWrong): unknown {
  const entries = placesIn(name, texts).map((place) => {
    const row = figuresTyped(fields, `${name}.${place}`, texts, isWrong);
    return [String(row[BY_DAYS.days] ?? ''), row[BY_DAYS.value], `${name}.${place}.${BY_DAYS.days}`] as const;
  });
  const known = new Set<string>();
  for (const [days, , input] of entries) {
    if (known.has(days)) isWrong(input, 'twice');
    known.add(days);
  }
  return Object.fromEntries(entries.map(([days, value]) => [days, value]));
}

/** A single figure; a text that cannot be read goes to the API as it is, which refuses it at its field. */
function leafTyped({ kind }: Figure, text: string): unknown {
  switch (kind) {
    case 'money':
      return centsTyped(text) ?? text;
    case 'percent':
      return percentTyped(text);
    case 'yesNo':
      return text === 'true';
    case 'countList':
      return partsOf(text).map((part) => numberTyped(part));
    case 'text':
    case 'code':
      return text;
    default:
      return numberTyped(text);
  }
}

/** `16,97`, `16.97 %` and `17`, as they are stored: with a point and at least two decimals. */
function percentTyped(text: string): string {
  const [, whole, decimals = ''] = /^(\d+)(?:[.,](\d{1,3}))?\s*%?$/.exec(text) ?? [];
  return whole === undefined ? text : `${whole}.${decimals.padEnd(2, '0')}`;
}

function numberTyped(text: string): number | string {
  const [, minus = '', digits = text] = /^([-−]?)(.+)$/.exec(text) ?? [];
  const number = solesTyped(digits.replace(/\s*%$/, ''));
  if (number === undefined) return text;
  return minus === '' || number === 0 ? number : -number;
}

function partsOf(text: string): readonly string[] {
  return text.split(/[,;\s]+/).filter((part) => part !== '');
}

/** The box that takes a row away. */
export const REMOVED = 'removed';

/** The places of rows into which anything was typed, in their order: a row that was emptied is not meant any more. */
export function placesIn(name: string, texts: Texts): readonly number[] {
  const filled = Object.entries(texts).flatMap(([input, values]) => {
    const place = placeOf(name, input);
    return place !== undefined && values.some((text) => text.trim() !== '') ? [place] : [];
  });
  return [...new Set(filled)].filter((place) => !texts[`${name}.${place}.${REMOVED}`]).sort((a, b) => a - b);
}

/** Kinds of a first column by which rows stand in order; under another one they stand as they were typed. */
const ORDERING: ReadonlySet<FigureKind> = new Set<FigureKind>([
  'money',
  'wholeSoles',
  'days',
  'hours',
  'minutes',
  'count',
  'points',
]);

/** Places of rows by their first column, empty last: a row can only be added at the end of a form. */
function placesInOrder({ fields: [key] }: Figure, name: string, texts: Texts): readonly number[] {
  const places = placesIn(name, texts);
  if (!key || !ORDERING.has(key.kind)) return places;
  const first = (place: number): number => {
    const [text = ''] = texts[inputOf(`${name}.${place}`, key)] ?? [];
    const typed = leafTyped(key, withoutBlanks(text));
    return typeof typed === 'number' ? typed : Number.POSITIVE_INFINITY;
  };
  return [...places].sort((a, b) => (first(a) === first(b) ? a - b : first(a) - first(b)));
}

function placeOf(name: string, input: string): number | undefined {
  if (!input.startsWith(`${name}.`)) return undefined;
  const [, place] = /^(\d{1,4})(?:\.|$)/.exec(input.slice(name.length + 1)) ?? [];
  return place === undefined ? undefined : Number(place);
}

/** Typed texts with their rows in order and counted from 0 again, as the API counts them. */
export function withoutGaps(figures: readonly Figure[], above: string, texts: Texts): Texts {
  const moved = figures.flatMap((figure): [string, readonly string[]][] => {
    const name = inputOf(above, figure);
    if (figure.kind === 'group' || figure.kind === 'each')
      return Object.entries(withoutGaps(figure.fields, name, texts));
    if (figure.kind !== 'rows' && figure.kind !== 'byDays') return texts[name] ? [[name, texts[name]]] : [];
    return placesInOrder(figure, name, texts).flatMap((place, at) => {
      const row = Object.entries(texts).filter(([input]) => placeOf(name, input) === place);
      return row.map(([input, values]): [string, readonly string[]] => [
        `${name}.${at}${input.slice(`${name}.${place}`.length)}`,
        values,
      ]);
    });
  });
  return Object.fromEntries(moved);
}

/** The texts of a stored value, by the inputs of its form. */
export function textsOfValue(figures: readonly Figure[], above: string, value: unknown): Texts {
  const held = rowOf(value);
  const pairs = figures.flatMap((figure): [string, readonly string[]][] => {
    const name = inputOf(above, figure);
    const own = held[figure.name];
    switch (figure.kind) {
      case 'group':
      case 'each':
        return Object.entries(textsOfValue(figure.fields, name, own));
      case 'rows':
      case 'byDays':
        return rowsIn(figure, own).flatMap((row, place) =>
          Object.entries(textsOfValue(figure.fields, `${name}.${place}`, row)),
        );
      case 'codes':
      case 'order':
        return Array.isArray(own) ? [[name, own.map(String)]] : [];
      default:
        return own === undefined ? [] : [[name, [typedText(figure, own)]]];
    }
  });
  return Object.fromEntries(pairs);
}
