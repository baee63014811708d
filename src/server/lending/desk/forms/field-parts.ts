import { html } from 'hono/html';
import type { CodeWords } from '#i18n/staff-codes/code-words.ts';
import { DESK } from '#i18n/staff-desk.ts';
import { optionsView } from '#server/kit/html-form.ts';
import { codeText } from '#server/lending/staff/value-text.ts';
import type { Looker } from '../ask.ts';
import type { Html } from '../page.ts';

type Say = Looker['say'];

/** The id of the input of a field. */
export function idOf(name: string): string {
  return `f-${name.replaceAll('.', '-')}`;
}

/** Says what is wrong with a field, and ties it to its input; nothing where nothing is. */
export function wrongPart(id: string, why: string | undefined) {
  if (why === undefined) return { note: '', attributes: '' };
  return {
    note: html`<p class="err" id="${id}-error">${why}</p>`,
    attributes: html` aria-invalid="true" aria-describedby="${id}-error"`,
  };
}

/** A field under its label. */
export function labelled(id: string, label: Html | string, inner: Html | readonly Html[], look = ''): Html {
  return html`<div class="field${look}">
    <label for="${id}">${label}</label>
    ${inner}
  </div>`;
}

/** A box to tick, with its words. */
export function boxView(box: {
  readonly name: string;
  readonly value: string;
  readonly isTicked: boolean;
  readonly words: Html | string;
  readonly attributes?: Html | string;
}): Html {
  const { name, value, isTicked, words, attributes = '' } = box;
  const checked = isTicked ? html` checked` : '';
  return html`<label class="check">
    <input type="checkbox" name="${name}" value="${value}"${checked}${attributes}> ${words}
  </label>`;
}

/** The choices of a select, of which none is chosen at first; a code without words is shown itself. */
export function choicesView(say: Say, values: readonly string[], codes: CodeWords | undefined, chosen: string): Html {
  const options = values.map((value) => [value, codeText(say, value, codes)] as const);
  return html`<option value="">${say(DESK.choose)}</option>${optionsView(options, chosen)}`;
}
