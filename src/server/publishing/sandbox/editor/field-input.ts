import { html } from 'hono/html';
import { hiddenInputs, optionsView } from '#server/kit/html-form.ts';
import type { FieldDefinition } from './components.ts';
import { type FieldWords, MAIN } from './field-values.ts';
import type { Say } from './language.ts';
import type { Html } from './page.ts';
import { digestName, inputName } from './read-form.ts';

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
  /** A digest of its words in the draft; undefined for a block that the draft does not have. */
  readonly was: string | undefined;
  /** Text that somebody else has saved since the form was opened, where both have changed it. */
  readonly saved: string | undefined;
}

/** The id of a field's input, the target of its error's link. */
export function fieldId(uid: string, key: string): string {
  return `f-${uid}-${key}`;
}

export function fieldInput(shown: ShownField): Html {
  const { say, field, uid, key, problem, was } = shown;
  const digest = was === undefined ? '' : hiddenInputs([[digestName(uid, key), was]]);
  const id = fieldId(uid, key);
  const notes = notesOf(shown).map(({ html }) => html);
  if (field.type === 'boolean') {
    return html`<div class="field check${problem ? ' bad' : ''}">
      ${digest}${checkbox(shown)}<label for="${id}">${field.label}</label>
      ${notes}
    </div>`;
  }
  const need = field.required && !key.includes('__i18n__') ? html` <span class="need">${say('required')}</span>` : '';
  return html`<div class="field${problem ? ' bad' : ''}">
    ${digest}<label for="${id}">${field.label}${need}</label>
    ${notes}${control(shown)}
  </div>`;
}

/** Renders the notes of a field, each with its id. */
function notesOf({ say, field, uid, key, words, problem, original, saved }: ShownField) {
  const isMarkup = field.type === 'richtext' && words['as'] !== 'json';
  const notes: readonly (readonly [string, string, Html | string | undefined])[] = [
    ['hint', 'hint', field.description],
    ['markup', 'hint', isMarkup ? markupHint(say) : ''],
    ['original', 'original', original && html`<span>${say('blank_spanish')}</span> <bdi lang="es">${original}</bdi>`],
    ['saved', 'original saved', saved && html`<span>${say('saved_meanwhile')}</span> ${saved}`],
    ['where', 'hint', field.type === 'asset' ? say('picture_storyblok') : ''],
    ['count', 'hint', counter(say, field, words[MAIN] ?? '')],
    ['problem', 'problem', problem],
  ];
  return notes.flatMap(([part, look, text]) => {
    const id = `${fieldId(uid, key)}-${part}`;
    return text ? [{ id, html: html`<p class="${look}" id="${id}">${text}</p>` }] : [];
  });
}

/** How many characters a text has of how many; the script keeps it up to date. Nothing is cut while it is typed. */
function counter(say: Say, { max_length: limit }: FieldDefinition, text: string): Html | undefined {
  if (limit === undefined) return undefined;
  return html`<span data-limit="${limit}">${text.length}</span> / ${limit} ${say('characters')}`;
}

function markupHint(say: Say): Html {
  return html`${say('markup_paragraph')} ·
    <code>## ${say('markup_heading')}</code> ·
    <code>- ${say('markup_item')}</code> ·
    <code>**${say('markup_bold')}**</code> ·
    <code>[${say('markup_words')}](/tarifas)</code>`;
}

function describedBy(shown: ShownField): string {
  return notesOf(shown)
    .map(({ id }) => id)
    .join(' ');
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
      return html`<textarea id="${id}" name="${name}" rows="3" aria-describedby="${about}"
        aria-invalid="${invalid}">${newline(value)}</textarea>`;
    case 'richtext': {
      const [rows, look] = words['as'] === 'json' ? [12, 'code'] : [5, 'rich'];
      return html`${hiddenInputs([[inputName(uid, key, 'as'), words['as'] ?? 'markup']])}
        <textarea id="${id}" name="${name}" rows="${rows}" class="${look}" aria-describedby="${about}"
          aria-invalid="${invalid}">${newline(value)}</textarea>`;
    }
    case 'option':
      return html`<select id="${id}" name="${name}" aria-describedby="${about}" aria-invalid="${invalid}">
        ${optionsView(
          (field.options ?? []).map((option) => [option.value, option.name]),
          value,
        )}
      </select>`;
    case 'multilink':
      return html`<input id="${id}" name="${name}" value="${value}" list="stories" placeholder="${say('link_example')}"
        autocomplete="off" aria-describedby="${about}" aria-invalid="${invalid}">
        <label class="tick"><input type="checkbox" name="${inputName(uid, key, 'target')}"
          value="on"${words['target'] === 'on' ? ' checked' : ''}> ${say('new_tab')}</label>`;
    case 'asset':
      return html`<input id="${id}" name="${name}" value="${value}" placeholder="${say('picture_address')}" autocomplete="off"
        aria-describedby="${about}" aria-invalid="${invalid}">
        <label for="${id}-alt">${say('picture_alt')}</label>
        <input id="${id}-alt" name="${inputName(uid, key, 'alt')}" value="${words['alt'] ?? ''}">`;
    case 'number':
      return html`<input id="${id}" name="${name}" value="${value}" inputmode="decimal" class="short" aria-describedby="${about}"
        aria-invalid="${invalid}">`;
    default:
      return html`<input id="${id}" name="${name}" value="${value}" aria-describedby="${about}" aria-invalid="${invalid}">`;
  }
}

function checkbox(shown: ShownField): Html {
  const { uid, key, words, problem } = shown;
  const isOn = words[MAIN] === 'on';
  return html`${hiddenInputs([[inputName(uid, key, 'there'), '1']])}
    <input type="checkbox" id="${fieldId(uid, key)}" name="${inputName(uid, key)}" value="on" aria-describedby="${describedBy(shown)}"
      aria-invalid="${problem ? 'true' : 'false'}"${isOn ? ' checked' : ''}>`;
}

/** Browsers drop the first line break of a text area. */
function newline(text: string): string {
  return text.startsWith('\n') ? `\n${text}` : text;
}
