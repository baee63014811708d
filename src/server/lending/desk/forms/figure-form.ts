import { html } from 'hono/html';
import type { StaffWords } from '#i18n/staff-acts.ts';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { FIGURE_UNITS, FIGURES } from '#i18n/staff-figures.ts';
import { fill } from '#i18n/translate.ts';
import { BY_DAYS, type Figure, type FigureKind } from '#server/lending/staff/figure.ts';
import { codeText } from '#server/lending/staff/value-text.ts';
import type { Looker } from '../ask.ts';
import { figureText, rowOf, rowsIn, typedText } from '../figure-text.ts';
import type { Html } from '../page.ts';
import { boxView, choicesView, idOf, labelled, wrongPart } from './field-parts.ts';
import { inputOf, placesIn, REMOVED } from './figure-value.ts';

type Say = Looker['say'];

/** The form of a value: what is typed in each input, what is in force, and what is wrong where. */
export interface FigureForm {
  readonly say: Say;
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly wrong: Readonly<Record<string, string>>;
}

/** A field for each figure of a value, beside what is in force. */
export function figureFields(
  form: FigureForm,
  figures: readonly Figure[],
  { above, now }: { readonly above: string; readonly now: unknown },
): Html {
  const held = rowOf(now);
  const fields = figures.map((figure) =>
    figureField(form, figure, { name: inputOf(above, figure), now: held[figure.name] }),
  );
  return html`${fields}`;
}

interface Place {
  readonly name: string;
  readonly now: unknown;
}

function figureField(form: FigureForm, figure: Figure, { name, now }: Place): Html {
  const { kind, fields } = figure;
  if (kind === 'group') return fieldset(form, figure, name, figureFields(form, fields, { above: name, now }));
  if (kind === 'each') return eachView(form, figure, { name, now });
  if (kind === 'rows' || kind === 'byDays') return rowsView(form, figure, { name, now });
  if (kind === 'codes' || kind === 'order') {
    const inner = kind === 'codes' ? boxes(form, figure, name) : places(form, figure, name);
    return fieldset(form, figure, name, html`${inner}${nowView(form, figure, now)}`);
  }
  const input = html`${control(form, figure, name)}${nowView(form, figure, now)}${wrongView(form, name)}`;
  return labelled(idOf(name), labelOf(form, figure), input, ' figure-field');
}

/** Several inputs under one name, and what is wrong with all of them together. */
function fieldset(form: FigureForm, figure: Figure, name: string, inner: Html): Html {
  const isOneField = figure.kind === 'codes' || figure.kind === 'order';
  return html`<fieldset class="field figures-of">
    <legend class="legend-l">${labelOf(form, figure)}</legend>
    ${wrongView(form, name, isOneField)}${inner}
  </fieldset>`;
}

function labelOf({ say }: FigureForm, figure: Figure): Html {
  return figure.isRequired && !figure.mayBeEmpty
    ? html`${say(figure)}`
    : html`${say(figure)} <span class="opt">(${say(DESK.optional)})</span>`;
}

/** Figures that each code has alike: of one figure each its fields, of several a table with a row for each. */
function eachView(form: FigureForm, figure: Figure, { name, now }: Place): Html {
  const [first] = figure.fields;
  if (first?.kind !== 'group')
    return fieldset(form, figure, name, figureFields(form, figure.fields, { above: name, now }));
  const held = rowOf(now);
  const rows = figure.fields.map((one) => {
    const inner = inputOf(name, one);
    return { head: form.say(one), name: inner, now: held[one.name] };
  });
  return fieldset(form, figure, name, tableOf(form, first.fields, { title: form.say(figure), rows }));
}

/** Columns that fit into a table: several boxes or figures do not. */
const WIDE: ReadonlySet<FigureKind> = new Set<FigureKind>(['codes', 'order', 'group', 'each', 'rows', 'byDays']);
/** Empty rows of a table, for what is added. */
const MORE = 2;

function rowsView(form: FigureForm, figure: Figure, { name, now }: Place): Html {
  const { say } = form;
  const [key] = figure.fields;
  const nowRows = rowsIn(figure, now);
  const known = placesIn(name, form.texts);
  const end = (known.at(-1) ?? -1) + 1;
  const rowAt = (place: number) => {
    const own = `${name}.${place}`;
    const typed = (key && form.texts[inputOf(own, key)]?.[0]) ?? '';
    const isKnown = known.includes(place);
    // An empty row is not one of those in force, although one of them may have an empty first column.
    const before = key && isKnown ? nowRows.find((row) => typedText(key, row[key.name]) === typed) : undefined;
    return { head: fill(say(FIGURES.row), { n: place + 1 }), name: own, now: before, isKnown };
  };
  if (!figure.fields.some(({ kind }) => WIDE.has(kind))) {
    const rows = [...known, ...Array.from({ length: MORE }, (_, place) => end + place)].map(rowAt);
    return fieldset(form, figure, name, tableOf(form, figure.fields, { title: say(figure), rows }));
  }
  const cards = known.map((place) => cardOf(form, figure, rowAt(place)));
  const more = html`<details>
    <summary>${say(FIGURES.add_row)}</summary>
    ${cardOf(form, figure, rowAt(end))}
  </details>`;
  return fieldset(form, figure, name, html`${cards}${more}`);
}

interface RowOfForm extends Place {
  readonly head: string;
  /** A row that may be taken away; undefined for one that is always there. */
  readonly isKnown?: boolean;
}

function cardOf(form: FigureForm, { fields }: Figure, row: RowOfForm): Html {
  return html`<fieldset class="card figures-row">
    <legend>${row.head}</legend>
    ${figureFields(form, fields, { above: row.name, now: row.now })}${removeView(form, row)}
  </fieldset>`;
}

function removeView({ say, texts }: FigureForm, { name, isKnown }: RowOfForm): Html | string {
  if (!isKnown) return '';
  const input = `${name}.${REMOVED}`;
  const isTicked = texts[input] !== undefined;
  return boxView({ name: input, value: 'true', isTicked, words: say(FIGURES.remove_row) });
}

function tableOf(
  form: FigureForm,
  columns: readonly Figure[],
  { title, rows }: { readonly title: string; readonly rows: readonly RowOfForm[] },
): Html {
  const { say } = form;
  const canRemove = rows.some(({ isKnown }) => isKnown !== undefined);
  const heads = columns.map((column) => html`<th scope="col">${say(column)}</th>`);
  const lines = rows.map((row) => {
    const held = rowOf(row.now);
    const cells = columns.map((column) => {
      const name = inputOf(row.name, column);
      return html`<td data-label="${say(column)}">
        ${control(form, column, name, `${say(column)}, ${row.head}`)}
        ${row.now === undefined ? '' : nowView(form, column, held[column.name])}
        ${wrongView(form, wrongName(form, row, column) ?? name)}
      </td>`;
    });
    return html`<tr>
      <th scope="row">${row.head}</th>
      ${cells}${canRemove ? html`<td>${removeView(form, row)}</td>` : ''}
    </tr>`;
  });
  return html`<div class="table" role="region" tabindex="0" aria-label="${title}">
    <table class="rows cards figures-table">
      <thead>
        <tr>
          <td></td>
          ${heads}${canRemove ? html`<td></td>` : ''}
        </tr>
      </thead>
      <tbody>${lines}</tbody>
    </table>
  </div>`;
}

/** Where the API says what is wrong with a row by days: under its days, not under its place. */
function wrongName({ texts, wrong }: FigureForm, { name }: Place, column: Figure): string | undefined {
  const days = texts[`${name}.${BY_DAYS.days}`]?.[0];
  const byDays = name.replace(/\d+$/, String(days));
  return days !== undefined && column.name === BY_DAYS.value && wrong[byDays] !== undefined ? byDays : undefined;
}

function nowView({ say }: FigureForm, figure: Figure, now: unknown): Html {
  return html`<p class="help now">${say(FIGURES.in_force)}: <strong>${figureText(say, figure, now)}</strong></p>`;
}

/** @param isDeep also says what is wrong with one of several values of the field */
function wrongView({ wrong }: FigureForm, name: string, isDeep = true): Html | string {
  return wrongPart(idOf(name), wrongAt(wrong, name, isDeep)).note;
}

function wrongAt(wrong: FigureForm['wrong'], name: string, isDeep = true): string | undefined {
  if (wrong[name] !== undefined || !isDeep) return wrong[name];
  return Object.entries(wrong).find(([field]) => field.startsWith(`${name}.`))?.[1];
}

function boxes({ say, texts }: FigureForm, { codes }: Figure, name: string): Html {
  const given = texts[name] ?? [];
  const items = Object.keys(codes).map((value) =>
    boxView({ name, value, isTicked: given.includes(value), words: codeText(say, value, codes) }),
  );
  return html`<div class="boxes">${items}</div>`;
}

/** A choice for each place of an order. */
function places({ say, texts }: FigureForm, { codes }: Figure, name: string): Html {
  const items = Object.keys(codes).map((_, place) => {
    const label = fill(say(FIGURES.place), { n: place + 1 });
    const options = choicesView(say, Object.keys(codes), codes, texts[name]?.[place] ?? '');
    return html`<li>
      <select class="in" name="${name}" aria-label="${label}">${options}</select>
    </li>`;
  });
  return html`<ol class="places">${items}</ol>`;
}

const YES_NO: CodeWords = { true: [DESK.yes.es, DESK.yes.en], false: [DESK.no.es, DESK.no.en] };
/** Without the keys of a number alone on a phone. */
const TEXTS: ReadonlySet<FigureKind> = new Set<FigureKind>(['text', 'textList', 'countList', 'points']);

/** @param label in a table, which has no other */
function control(form: FigureForm, figure: Figure, name: string, label?: string): Html {
  const { say, texts, wrong } = form;
  const { kind, codes } = figure;
  const [value = ''] = texts[name] ?? [];
  const id = idOf(name);
  const { attributes: isWrong } = wrongPart(id, wrongAt(wrong, name));
  const named = label === undefined ? '' : html` aria-label="${label}"`;
  if (kind === 'code' || kind === 'yesNo') {
    const choices = kind === 'code' ? codes : YES_NO;
    const options = choicesView(say, Object.keys(choices), choices, value);
    return html`<select class="in" id="${id}" name="${name}"${named}${isWrong}>${options}</select>`;
  }
  const mode = TEXTS.has(kind) ? '' : html` inputmode="decimal"`;
  const typing = html` type="text" value="${value}" autocomplete="off"${mode}`;
  return html`<span class="with-unit">
    <input class="in" id="${id}" name="${name}"${typing}${named}${isWrong}>
    ${unitView(say, kind)}
  </span>`;
}

function unitView(say: Say, kind: FigureKind): Html | string {
  const unit = unitOf(kind);
  return unit === undefined ? '' : html`<span class="unit">${say(unit)}</span>`;
}

function unitOf(kind: FigureKind): StaffWords | undefined {
  if (kind === 'money' || kind === 'wholeSoles') return { es: 'soles', en: 'soles' };
  if (kind === 'percent' || kind === 'share') return { es: '%', en: '%' };
  if (kind === 'countList') return FIGURES.list_hint;
  if (kind !== 'days' && kind !== 'hours' && kind !== 'minutes') return undefined;
  const { es, en } = FIGURE_UNITS[kind].many;
  return { es: es.replace('{n} ', ''), en: en.replace('{n} ', '') };
}
