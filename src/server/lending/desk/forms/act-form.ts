import { html } from 'hono/html';
import { STAFF_ACTS, STAFF_EFFECTS, type StaffWords } from '#i18n/staff-acts.ts';
import { DESK, FIELD_REFUSALS, REFUSALS } from '#i18n/staff-desk.ts';
import { programSentence } from '#i18n/staff-refusals.ts';
import { hiddenInputs } from '#server/kit/html-form.ts';
import type { Act, StaffRoute } from '#server/lending/staff/act.ts';
import { type ActField, fieldsOf } from '#server/lending/staff/act-fields.ts';
import { codeText } from '#server/lending/staff/value-text.ts';
import { addressOf, type Looker } from '../ask.ts';
import { FORM_ID, newFormId } from '../form-id.ts';
import type { Html } from '../page.ts';
import { isSecretField } from '../request-of.ts';
import { BACK, deskAddress } from '../way-back.ts';
import { boxView, choicesView, idOf, labelled, wrongPart } from './field-parts.ts';
import { lostView } from './lost-files.ts';
import { notedView } from './noted-view.ts';

/** Texts that a form shows again, and the reason why it was refused. */
export interface FormState {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly problem?: Problem | undefined;
  /** The thing that the act is about, above its fields. */
  readonly subject?: Html | undefined;
  /** Tells whether the texts are those of the page's address: a link has said which thing is meant. */
  readonly isFromAddress?: boolean;
  /** In the place of all fields of the act, for a form that needs fewer of them. */
  readonly fields?: readonly ActField[];
  /** In the place of the words of a field's choices. */
  readonly labels?: Readonly<Record<string, Html>>;
  /** In the place of a field, by its name. */
  readonly parts?: Readonly<Record<string, Html>>;
}

export interface Problem {
  readonly text: string;
  /** The API's explanation of this refusal. */
  readonly detail?: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The thing that is meant does not exist. */
  readonly isUnknown?: boolean;
}

interface ErrorOfApi {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly fieldErrors?: readonly { readonly field: string; readonly code: string }[];
  };
}

/** A refusal of the API in the words of a colleague; its own where it says more than its code. */
export function problemOf({ say, locale }: Looker, body: unknown): Problem {
  const { code = '', message = '', fieldErrors = [] } = (body as ErrorOfApi | undefined)?.error ?? {};
  const words = REFUSALS[code];
  const fields = fieldTexts(say, fieldErrors);
  return words
    ? {
        text: say(words),
        detail: fieldErrors.length > 0 && code !== 'body_too_large' ? '' : (programSentence(locale, message) ?? ''),
        fields,
        isUnknown: code === 'not_found',
      }
    : { text: programSentence(locale, message) ?? say(DESK.not_done), fields };
}

function fieldTexts(
  say: Looker['say'],
  errors: readonly { readonly field: string; readonly code: string }[],
): Record<string, string> {
  return Object.fromEntries(
    errors.map(({ field, code }) => [field, say(FIELD_REFUSALS[code] ?? (FIELD_REFUSALS['invalid'] as StaffWords))]),
  );
}

/** Fields that say where a page of a list begins: a link fills them, nobody types them. */
export function isPlace(field: string): boolean {
  return field === 'cursor' || field === 'limit';
}

/** The form of an act, made from its description. It works without script; the server says what is missing. */
export function actForm(looker: Looker, route: StaffRoute, state: FormState, action?: string): Html {
  const { say } = looker;
  const { texts, problem, subject = '' } = state;
  const fields = (state.fields ?? fieldsOf(route)).filter(({ name }) => !isPlace(name));
  const isRead = route.method === 'GET';
  const inputs = fields.map((field) => {
    const part = state.parts?.[field.name];
    if (part) return part;
    const error = problem?.fields[field.name] ?? problem?.fields[field.name.split('.').at(-1) ?? ''];
    if (isFixed(route, field, state)) return fixedView(looker, field, { value: texts[field.name]?.[0] ?? '', subject });
    if (field.kind === 'noted') return notedView(looker, field, { texts, wrong: problem?.fields ?? {} });
    const autocomplete = autocompleteOf(route, field.name);
    const lost = field.kind === 'file' ? lostView(looker, field.name, texts) : '';
    return fieldView(looker, field, {
      given: texts[field.name] ?? [],
      error,
      autocomplete,
      lost,
      labels: state.labels,
    });
  });
  const told = problem
    ? html`<div class="note bad" role="alert">
        <strong>${say(DESK.refused)}.</strong> ${problem.text}
        ${problem.detail ? html`<p>${problem.detail}</p>` : ''}
      </div>`
    : '';
  const second = route.second
    ? html`<p class="note">${say(route.second === 'always' ? DESK.second_always : DESK.second_sometimes)}</p>`
    : '';
  const encoding = route.files ? html` enctype="multipart/form-data"` : '';
  const method = isRead && !isSearch(route) ? 'get' : 'post';
  const hidden = isRead ? '' : hiddenFields(looker, texts);
  const effect = STAFF_EFFECTS[route.name];
  return html`${told}${subject}${effect ? html`<p>${say(effect)}</p>` : ''}${second}
    <form class="act" method="${method}" action="${action ?? addressOf(route)}"${encoding} novalidate>
      ${hidden}${inputs}
      <button class="btn">${say(isRead ? DESK.show : STAFF_ACTS[route.name])}</button>
    </form>`;
}

/** Fields of a body that say which thing an act is about. */
export const THINGS = /^(?:personId|paymentId|loanNumber|loan|number)$/;

/**
 * Tells whether a field says which thing is meant, and is not typed any more: the name in an act's path, and what a
 * link has filled in. One that leads to nothing is typed again.
 */
function isFixed(route: StaffRoute, { name, place }: ActField, { texts, problem, isFromAddress }: FormState): boolean {
  if (route.method === 'GET' || !texts[name]?.[0] || problem?.isUnknown || problem?.fields[name] !== undefined)
    return false;
  return place === 'params' || (isFromAddress === true && THINGS.test(name));
}

/** A field that nobody changes; not shown where the thing itself stands above it. */
function fixedView(
  { say }: Looker,
  { name, words, place }: ActField,
  { value, subject }: { readonly value: string; readonly subject: Html | string },
): Html {
  const hidden = hiddenInputs([[name, value]]);
  const isId = /^[\da-f]{8}-/.test(value);
  if (subject !== '' && (isId || place === 'params')) return hidden;
  const shown = isId ? `…${value.slice(-6)}` : value;
  return html`<p class="field fixed"><span>${say(words)}</span> <strong>${shown}</strong>${hidden}</p>`;
}

/** Fields of every form that acts: which rendering it is, so that it is done once, and where it was opened from. */
export function hiddenFields({ context, who, accountId }: Looker, texts: FormState['texts']): Html {
  const back = deskAddress(texts[BACK]?.[0]);
  return hiddenInputs([
    ...(who && accountId !== undefined ? [[FORM_ID, newFormId(context.vault, accountId)] as const] : []),
    ...(back === undefined ? [] : [[BACK, back] as const]),
  ]);
}

/** Fields of a reading act in which people type what they look for: its form is posted, so that no address has it. */
const SEARCHED = /^(?:reference|text)$/;

/** Tells whether an act that reads is asked for a text that may say who a client is. */
export function isSearch(route: Act): boolean {
  return route.method === 'GET' && fieldsOf(route).some(({ name, place }) => place === 'query' && isSearched(name));
}

export function isSearched(field: string): boolean {
  return SEARCHED.test(field);
}

/** Says what a browser may fill in: the colleague who signs in, and nothing about anybody else. */
function autocompleteOf({ name: act }: StaffRoute, field: string): string {
  if (!/^(?:account|sign-in|take-invitation|confirm-invitation)\b/.test(act)) return 'off';
  const own: Readonly<Record<string, string>> = {
    login: 'username',
    password: act === 'take-invitation' ? 'new-password' : 'current-password',
    newPassword: 'new-password',
    code: 'one-time-code',
    appCode: 'one-time-code',
  };
  return own[field] ?? 'off';
}

interface Typed {
  readonly given: readonly string[];
  readonly error: string | undefined;
  readonly autocomplete: string;
  /** Files that were chosen before the form came back. */
  readonly lost: Html | string;
  readonly labels?: FormState['labels'];
}

function fieldView({ say }: Looker, field: ActField, typed: Typed): Html {
  const id = idOf(field.name);
  const { error, autocomplete } = typed;
  const optional = field.isRequired ? '' : html` <span class="opt">(${say(DESK.optional)})</span>`;
  const { note: wrong, attributes: isWrong } = wrongPart(id, error);
  const attributes = field.kind === 'file' ? html`${isWrong}` : html` autocomplete="${autocomplete}"${isWrong}`;
  const hint = field.kind === 'rows' ? html`<p class="help">${say(DESK.rows_hint)}</p>` : '';
  if (field.kind === 'choices') {
    const ticked = typed.given.flatMap((one) => one.split(','));
    const boxes = field.options.map((option) => {
      const words = typed.labels?.[option] ?? codeText(say, option, field.words.codes);
      return boxView({ name: field.name, value: option, isTicked: ticked.includes(option), words });
    });
    return html`<fieldset class="field">
      <legend class="legend-l">${say(field.words)}${optional}</legend>
      ${boxes}${wrong}
    </fieldset>`;
  }
  if (field.kind === 'yes') {
    const words = html`${say(field.words)}${optional}`;
    const attributes = html` id="${id}"${isWrong}`;
    const isTicked = typed.given.length > 0;
    return html`<div class="field">
      ${boxView({ name: field.name, value: 'true', isTicked, words, attributes })}${wrong}
    </div>`;
  }
  const input = control(say, field, { id, value: typed.given[0] ?? '', attributes });
  return labelled(id, html`${say(field.words)}${optional}`, html`${hint}${input}${wrong}${typed.lost}`);
}

function control(
  say: Looker['say'],
  { kind, name, options, words, isMany }: ActField,
  { id, value, attributes }: { readonly id: string; readonly value: string; readonly attributes: Html },
): Html {
  switch (kind) {
    case 'choice':
      return html`<select class="in" id="${id}" name="${name}"${attributes}>
        ${choicesView(say, options, words.codes, value)}
      </select>`;
    case 'rows':
      return html`<textarea class="in" id="${id}" name="${name}" rows="6" spellcheck="false"${attributes}>
${value || `${options.join(',')}\n`}</textarea>`;
    case 'long':
    case 'json':
      return html`<textarea class="in" id="${id}" name="${name}" rows="4" placeholder="${words.example}"${attributes}>
${value}</textarea>`;
    case 'file':
      return html`<input class="in" type="file" id="${id}" name="${name}"${isMany ? html` multiple` : ''}${attributes}>`;
    case 'date':
      return html`<input class="in" type="date" id="${id}" name="${name}" value="${value}"${attributes}>`;
    default: {
      const isPassword = /password$/i.test(name);
      const shown = isSecretField(name) ? '' : value;
      const mode = kind === 'number' || kind === 'amount' ? html` inputmode="decimal"` : '';
      const [type, example] = isPassword ? ['password', ''] : ['text', words.example];
      const typing = html` type="${type}" value="${shown}" placeholder="${example}"${mode}`;
      return html`<input class="in" id="${id}" name="${name}"${typing}${attributes}>`;
    }
  }
}
