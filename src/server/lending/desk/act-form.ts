import { html } from 'hono/html';
import { codeWords } from '#i18n/staff-answers.ts';
import { DESK, FIELD_REFUSALS, REFUSALS } from '#i18n/staff-desk.ts';
import type { StaffRoute } from '#server/lending/staff/act.ts';
import { type ActField, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { addressOf, type Looker } from './ask.ts';
import type { Html } from './page.ts';

/** What a form shows again, and why it was refused. */
export interface FormState {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly problem?: Problem | undefined;
}

export interface Problem {
  readonly text: string;
  /** What the API says of this one. */
  readonly detail?: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface ErrorOfApi {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly fieldErrors?: readonly { readonly field: string; readonly code: string }[];
  };
}

/** A refusal of the API in the words of a colleague; its own where it says more than its code. */
export function problemOf({ say }: Looker, body: unknown): Problem {
  const { code = '', message = '', fieldErrors = [] } = (body as ErrorOfApi | undefined)?.error ?? {};
  const words = REFUSALS[code];
  const fields = fieldTexts(say, fieldErrors);
  return words
    ? { text: say(words), detail: fieldErrors.length > 0 ? '' : message, fields }
    : { text: message, fields };
}

export function fieldTexts(
  say: Looker['say'],
  errors: readonly { readonly field: string; readonly code: string }[],
): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ field, code }) => [field, FIELD_REFUSALS[code] ? say(FIELD_REFUSALS[code]) : code]),
  );
}

/** Where a page of a list begins: a link says it, nobody types it. */
const PLACES = /^(?:cursor|limit|before|after)$/;

/** The form of an act, made from its description. Works without script; what is missing is said by the server. */
export function actForm(looker: Looker, route: StaffRoute, { texts, problem }: FormState, action?: string): Html {
  const { say } = looker;
  const fields = fieldsOf(route).filter(({ name }) => !PLACES.test(name));
  const isRead = route.method === 'GET';
  const inputs = fields.map((field) => {
    const error = problem?.fields[field.name] ?? problem?.fields[field.name.split('.').at(-1) ?? ''];
    return fieldView(looker, field, { given: texts[field.name] ?? [], error });
  });
  const told = problem
    ? html`<div class="note bad" role="alert"><strong>${say(DESK.refused)}.</strong> ${problem.text}${problem.detail ? html` <span lang="en">${problem.detail}</span>` : ''}</div>`
    : '';
  const second = route.second
    ? html`<p class="note">${say(route.second === 'always' ? DESK.second_always : DESK.second_sometimes)}</p>`
    : '';
  const encoding = route.files ? html` enctype="multipart/form-data"` : '';
  return html`${told}${second}<form class="act" method="${isRead ? 'get' : 'post'}" action="${action ?? addressOf(route)}"${encoding} novalidate>${inputs}<button class="btn">${say(isRead ? DESK.show : DESK.act)}</button></form>`;
}

interface Typed {
  readonly given: readonly string[];
  readonly error: string | undefined;
}

function fieldView({ say }: Looker, field: ActField, typed: Typed): Html {
  const id = `f-${field.name.replaceAll('.', '-')}`;
  const { error } = typed;
  const optional = field.isRequired ? '' : html` <span class="opt">(${say(DESK.optional)})</span>`;
  const wrong = error === undefined ? '' : html`<p class="err" id="${id}-error">${error}</p>`;
  const attributes = error === undefined ? '' : html` aria-invalid="true" aria-describedby="${id}-error"`;
  const hint = field.kind === 'rows' ? html`<p class="help">${say(DESK.rows_hint)}</p>` : '';
  if (field.kind === 'choices') {
    return html`<fieldset class="field"><legend class="legend-l">${say(field.words)}${optional}</legend>${field.options.map((option) => html`<label class="check"><input type="checkbox" name="${field.name}" value="${option}"${typed.given.flatMap((one) => one.split(',')).includes(option) ? html` checked` : ''}> ${optionText(say, option)}</label>`)}${wrong}</fieldset>`;
  }
  if (field.kind === 'yes') {
    return html`<div class="field"><label class="check"><input type="checkbox" id="${id}" name="${field.name}" value="true"${typed.given.length > 0 ? html` checked` : ''}${attributes}> ${say(field.words)}${optional}</label>${wrong}</div>`;
  }
  return html`<div class="field"><label for="${id}">${say(field.words)}${optional}</label>${hint}${control(say, field, { id, value: typed.given[0] ?? '', attributes })}${wrong}</div>`;
}

/** The code as a command says it, and its words. */
function optionText(say: Looker['say'], option: string): string {
  const words = codeWords(option);
  return words ? `${option} · ${say(words)}` : option;
}

function control(
  say: Looker['say'],
  { kind, name, options, words }: ActField,
  { id, value, attributes }: { readonly id: string; readonly value: string; readonly attributes: Html | string },
): Html {
  switch (kind) {
    case 'choice':
      return html`<select class="in" id="${id}" name="${name}"${attributes}><option value="">${say(DESK.choose)}</option>${options.map((option) => html`<option value="${option}"${option === value ? html` selected` : ''}>${optionText(say, option)}</option>`)}</select>`;
    case 'rows':
      return html`<textarea class="in" id="${id}" name="${name}" rows="6" spellcheck="false"${attributes}>
${value || `${options.join(',')}\n`}</textarea>`;
    case 'long':
    case 'json':
      return html`<textarea class="in" id="${id}" name="${name}" rows="4" placeholder="${words.example}"${attributes}>
${value}</textarea>`;
    case 'file':
      return html`<input class="in" type="file" id="${id}" name="${name}" multiple${attributes}>`;
    case 'date':
      return html`<input class="in" type="date" id="${id}" name="${name}" value="${value}"${attributes}>`;
    default: {
      const isSecret = name === 'password';
      const mode = kind === 'number' ? html` inputmode="decimal"` : '';
      return html`<input class="in" id="${id}" name="${name}" type="${isSecret ? 'password' : 'text'}" value="${isSecret ? '' : value}" placeholder="${isSecret ? '' : words.example}" autocomplete="${isSecret ? 'current-password' : 'off'}"${mode}${attributes}>`;
    }
  }
}
