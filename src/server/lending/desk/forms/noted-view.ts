import { html } from 'hono/html';
import { DESK } from '#i18n/staff-desk.ts';
import { type ActField, noteInput } from '#server/lending/staff/act-fields.ts';
import { codeText } from '#server/lending/staff/value-text.ts';
import type { Looker } from '../ask.ts';
import type { Html } from '../page.ts';
import { boxView, idOf, wrongPart } from './field-parts.ts';
import { tickedIn } from './noted-value.ts';

interface Typed {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Sentences on what is wrong, by field: `items` or, counted among what is ticked, `items.0.note`. */
  readonly wrong: Readonly<Record<string, string>>;
}

/** A box to tick for each choice, with a line for its note beside it. */
export function notedView({ say }: Pick<Looker, 'say'>, field: ActField, { texts, wrong }: Typed): Html {
  const ticked = tickedIn(field, texts);
  const rows = field.options.map((option) => {
    const label = codeText(say, option, field.words.codes);
    const place = ticked.indexOf(option);
    const box = boxView({ name: field.name, value: option, isTicked: place >= 0, words: label });
    const input = noteInput(field, option);
    const about = { label: `${say(DESK.note_about)}: ${label}`, value: texts[input]?.[0] ?? '' };
    return html`<div class="noted">
      ${box}${noteView(input, about, wrongNote(wrong, field, place))}
    </div>`;
  });
  const told = wrong[field.name] === undefined ? '' : html`<p class="err">${wrong[field.name]}</p>`;
  const optional = field.isRequired ? '' : html` <span class="opt">(${say(DESK.optional)})</span>`;
  return html`<fieldset class="field">
    <legend class="legend-l">${say(field.words)}${optional}</legend>
    ${told}${rows}
  </fieldset>`;
}

function noteView(
  name: string,
  { label, value }: { readonly label: string; readonly value: string },
  wrong: string | undefined,
): Html {
  const id = idOf(name);
  const { note, attributes } = wrongPart(id, wrong);
  return html`<input class="in" id="${id}" name="${name}" value="${value}"
    aria-label="${label}" placeholder="${label}" autocomplete="off"${attributes}>${note}`;
}

/** Finds what the API says of a note: it counts what is ticked, from 0. */
function wrongNote(wrong: Typed['wrong'], { name }: ActField, place: number): string | undefined {
  if (place < 0) return undefined;
  return Object.entries(wrong).find(([field]) => field.startsWith(`${name}.${place}.`))?.[1];
}
