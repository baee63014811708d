import { html } from 'hono/html';
import type { FieldDefinition } from './components.ts';
import { type FieldWords, MAIN } from './field-values.ts';
import type { Say } from './language.ts';
import type { Html } from './page.ts';
import { inputName } from './read-form.ts';

/** One field of a form. */
export interface ShownField {
  readonly say: Say;
  readonly field: FieldDefinition;
  readonly uid: string;
  /** The key of the value in its block: with the language's suffix in a translation. */
  readonly key: string;
  readonly words: FieldWords;
  readonly problem: string | undefined;
  /** In a translation: the value of the default language. */
  readonly original: string | undefined;
  /** What somebody else has saved since the form was opened, where it differs. */
  readonly saved: string | undefined;
}

/** The id of a field's input, the target of its error's link. */
export function fieldId(uid: string, key: string): string {
  return `f-${uid}-${key}`;
}

export function fieldInput(shown: ShownField): Html {
  const { say, field, uid, key, problem, original, saved } = shown;
  const id = fieldId(uid, key);
  const hints = [
    ...(field.description ? [html`<p class="hint" id="${id}-hint">${field.description}</p>`] : []),
    ...(field.type === 'richtext' && shown.words['as'] !== 'json' ? [markupHint(id, say)] : []),
    ...(original
      ? [html`<p class="original" lang="es" id="${id}-original"><span>${say('blank_spanish')}</span> ${original}</p>`]
      : []),
    ...(saved === undefined
      ? []
      : [html`<p class="original saved" id="${id}-saved"><span>${say('saved_meanwhile')}</span> ${saved}</p>`]),
    ...(field.type === 'asset' ? [html`<p class="hint" id="${id}-where">${say('picture_storyblok')}</p>`] : []),
    ...(problem ? [html`<p class="problem" id="${id}-problem">${problem}</p>`] : []),
  ];
  if (field.type === 'boolean') {
    return html`<div class="field check${problem ? ' bad' : ''}">${checkbox(shown, 'there')}<label for="${id}">${field.label}</label>${hints}</div>`;
  }
  const need = field.required && !key.includes('__i18n__') ? html` <span class="need">${say('required')}</span>` : '';
  return html`<div class="field${problem ? ' bad' : ''}"><label for="${id}">${field.label}${need}</label>${hints}${control(shown)}</div>`;
}

function markupHint(id: string, say: Say): Html {
  return html`<p class="hint" id="${id}-markup">${say('markup_paragraph')} · <code>## ${say('markup_heading')}</code> · <code>- ${say('markup_item')}</code> · <code>**${say('markup_bold')}**</code> · <code>[${say('markup_words')}](/tarifas)</code></p>`;
}

function describedBy({ field, uid, key, words, problem, original, saved }: ShownField): string {
  const id = fieldId(uid, key);
  const parts = [
    field.description && 'hint',
    field.type === 'richtext' && words['as'] !== 'json' && 'markup',
    original && 'original',
    saved !== undefined && 'saved',
    field.type === 'asset' && 'where',
    problem && 'problem',
  ];
  return parts.flatMap((part) => (part ? [`${id}-${part}`] : [])).join(' ');
}

function control(shown: ShownField): Html {
  const { say, field, uid, key, words, problem } = shown;
  const id = fieldId(uid, key);
  const name = inputName(uid, key);
  const value = words[MAIN] ?? '';
  const about = describedBy(shown);
  const invalid = problem ? 'true' : 'false';
  switch (field.type) {
    case 'textarea':
      return html`<textarea id="${id}" name="${name}" rows="3" aria-describedby="${about}" aria-invalid="${invalid}">${newline(value)}</textarea>`;
    case 'richtext':
      return html`<input type="hidden" name="${inputName(uid, key, 'as')}" value="${words['as'] ?? 'markup'}"><textarea id="${id}" name="${name}" rows="${words['as'] === 'json' ? 12 : 5}" class="${words['as'] === 'json' ? 'code' : 'rich'}" aria-describedby="${about}" aria-invalid="${invalid}">${newline(value)}</textarea>`;
    case 'option':
      return html`<select id="${id}" name="${name}" aria-describedby="${about}" aria-invalid="${invalid}">${field.options.map((option) => html`<option value="${option.value}"${option.value === value ? ' selected' : ''}>${option.name}</option>`)}</select>`;
    case 'multilink':
      return html`<input id="${id}" name="${name}" value="${value}" list="stories" placeholder="${say('link_example')}" autocomplete="off" aria-describedby="${about}" aria-invalid="${invalid}"><label class="tick"><input type="checkbox" name="${inputName(uid, key, 'target')}" value="on"${words['target'] === 'on' ? ' checked' : ''}> ${say('new_tab')}</label>`;
    case 'asset':
      return html`<input id="${id}" name="${name}" value="${value}" placeholder="${say('picture_address')}" autocomplete="off" aria-describedby="${about}" aria-invalid="${invalid}">${/^(?:https:\/\/a\.storyblok\.com)?\/\S+$/.test(value) ? html`<img class="thumb" src="${value}" alt="" loading="lazy">` : ''}<label for="${id}-alt">${say('picture_alt')}</label><input id="${id}-alt" name="${inputName(uid, key, 'alt')}" value="${words['alt'] ?? ''}">`;
    case 'number':
      return html`<input id="${id}" name="${name}" value="${value}" inputmode="decimal" class="short" aria-describedby="${about}" aria-invalid="${invalid}">`;
    default:
      return html`<input id="${id}" name="${name}" value="${value}" aria-describedby="${about}" aria-invalid="${invalid}">`;
  }
}

function checkbox(shown: ShownField, mark: string): Html {
  const { uid, key, words, problem } = shown;
  const isOn = words[MAIN] === 'on';
  return html`<input type="hidden" name="${inputName(uid, key, mark)}" value="1"><input type="checkbox" id="${fieldId(uid, key)}" name="${inputName(uid, key)}" value="on" aria-describedby="${describedBy(shown)}" aria-invalid="${problem ? 'true' : 'false'}"${isOn ? ' checked' : ''}>`;
}

/** Browsers drop the first line break of a text area. */
function newline(text: string): string {
  return text.startsWith('\n') ? `\n${text}` : text;
}
