import { html } from 'hono/html';
import type { EditedText, TextChange } from '../content-service/editing-texts.ts';
import { markOf } from './edit-story.ts';
import type { Say } from './language.ts';
import { csrfInput, type Html } from './page.ts';
import type { SentForm } from './read-form.ts';
import type { EditorSession } from './sessions.ts';
import type { EditorTextKey } from './texts.ts';

const TEXTS_PATH = '/editor/texts/';
/** Each with its label. */
const LANGUAGES = [
  ['es', 'spanish'],
  ['en', 'english'],
] as const;
/** On one page: a form of some hundred texts is slow on a phone. */
const SHOWN_TEXTS = 40;

/** What of the texts is shown. */
export interface TextQuery {
  readonly search: string;
  readonly page: number;
}

export function readTextQuery({ q = '', page }: Readonly<Record<string, string>>): TextQuery {
  return { search: q.slice(0, 200), page: Math.max(1, Math.trunc(Number(page)) || 1) };
}

export function textsPath({ search, page }: TextQuery, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...(search && { q: search }), ...(page > 1 && { page: `${page}` }), ...more });
  return query.size > 0 ? `${TEXTS_PATH}?${query}` : TEXTS_PATH;
}

/** The texts that a search finds: whole ones first, else in their order. Accents and capitals make no difference. */
function findTexts(texts: readonly EditedText[], search: string): readonly EditedText[] {
  const wanted = plain(search.trim());
  if (wanted === '') return texts;
  const sayings = texts.map((text) => ({ text, said: [text.key, text.words.es, text.words.en].map(plain) }));
  const found = sayings.filter(({ said }) => said.some((words) => words.includes(wanted)));
  const isWhole = ({ said }: (typeof found)[number]): boolean => said.includes(wanted);
  return [...found.filter(isWhole), ...found.filter((one) => !isWhole(one))].map(({ text }) => text);
}

function plain(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A form of texts, read with what is saved now. */
export interface ReadTexts {
  /** Of the form, in their order. */
  readonly texts: readonly EditedText[];
  readonly changes: readonly TextChange[];
  /** By the name of the field: a value that the text is not given. */
  readonly unknown: ReadonlyMap<string, string>;
  /** Whether somebody else has saved one of these texts since the form was opened. */
  readonly isStale: boolean;
}

export function readTexts(form: SentForm, all: readonly EditedText[]): ReadTexts {
  const texts = all.filter(({ key }) => form.has(nameOf('es', key)));
  const typed = texts.flatMap(({ key, words, original }) =>
    LANGUAGES.flatMap(([language]) => {
      const [sent, over] = [typedIn(form, language, key), words[language]];
      // Blank it is the original again, which it may be already.
      if ((sent || original[language].trim()) === over.trim()) return [];
      const known = figuresIn(`${original.es} ${original.en}`);
      const unknown = figuresIn(sent).find((name) => !known.includes(name));
      return [{ change: { key, language, words: sent, over }, unknown }];
    }),
  );
  const unknown = typed.flatMap(({ change: { language, key }, unknown: name }) =>
    name ? [[nameOf(language, key), name] as const] : [],
  );
  const changes = typed.map(({ change }) => change);
  return {
    texts,
    changes,
    unknown: new Map(unknown),
    isStale: changes.length > 0 && form.get('draft') !== markOfTexts(texts),
  };
}

const nameOf = (language: string, key: string): string => `${language}.${key}`;

/** As it was before a browser sent it. */
function typedIn(form: SentForm, language: string, key: string): string {
  return (form.get(nameOf(language, key)) ?? '').replaceAll('\r\n', '\n').trim();
}

/** Identifies what a form was drawn with. */
function markOfTexts(texts: readonly EditedText[]): string {
  return markOf(texts.map(({ key, words }) => [key, words.es, words.en]));
}

/** The values that a text is given: `{amount}` and the older `#amount`. */
function figuresIn(words: string): string[] {
  return [...new Set(words.match(/\{\w+\}|#[a-z]\w*/gi))];
}

interface TextsPage {
  readonly say: Say;
  readonly session: EditorSession;
  readonly query: TextQuery;
  readonly texts: readonly EditedText[];
  /** What was typed and could not be saved. */
  readonly sent?: { readonly form: SentForm; readonly read: ReadTexts };
  readonly notice: Html | string;
}

/** The texts around the stories, both languages side by side. */
export function textsPage(page: TextsPage): Html {
  const { say, session, query, sent, notice } = page;
  // What could not be saved is shown whether it is found or not.
  const found = sent?.read.texts ?? findTexts(page.texts, query.search);
  const pages = sent ? 1 : Math.max(1, Math.ceil(found.length / SHOWN_TEXTS));
  const at = Math.min(query.page, pages);
  const shown = sent ? found : found.slice((at - 1) * SHOWN_TEXTS, at * SHOWN_TEXTS);
  const turn = (to: number, key: EditorTextKey): Html =>
    to < 1 || to > pages ? html`` : html`<a href="${textsPath({ ...query, page: to })}">${say(key)}</a>`;
  const form =
    shown.length === 0
      ? html`<p>${say('texts_none')}</p>`
      : html`<form method="post" action="${textsPath(query)}" class="story texts" id="story" data-too-large="${say('form_not_sent')}">${csrfInput(session)}<input type="hidden" name="draft" value="${markOfTexts(shown)}">${shown.map((text) => row(text, page))}<div class="bar"><p class="state">${say('texts_found', { count: found.length })} · ${say('texts_page', { page: at, pages })}</p><nav class="turn" aria-label="${say('texts')}">${turn(at - 1, 'earlier')}${turn(at + 1, 'later')}</nav><div class="actions"><button name="do" value="save" class="primary">${say('texts_save')}</button></div></div></form>`;
  return html`<h1>${say('texts')}</h1><p class="lead">${say('texts_lead')}</p>${notice}
<form method="get" action="${TEXTS_PATH}" role="search" class="search"><label for="q">${say('texts_search')}</label><input id="q" name="q" type="search" value="${query.search}"><button>${say('search')}</button></form>
${form}<p class="hint">${say('texts_new')}</p>`;
}

function row(text: EditedText, page: TextsPage): Html {
  return html`<fieldset class="text"><legend><code>${text.key}</code></legend>${LANGUAGES.map((language) => field(text, language, page))}</fieldset>`;
}

function field(
  { key, words, original }: EditedText,
  [language, label]: (typeof LANGUAGES)[number],
  page: TextsPage,
): Html {
  const { say, sent } = page;
  const [id, name, saved] = [`t-${language}-${key}`, nameOf(language, key), words[language]];
  const value = sent ? typedIn(sent.form, language, key) : saved;
  const unknown = sent?.read.unknown.get(name);
  const known = figuresIn(`${original.es} ${original.en}`).join(', ') || say('texts_no_figure');
  const hints = [
    ...(saved === original[language] ? [] : [say('texts_changed', { words: original[language] })]),
    ...(sent?.read.isStale && value !== saved.trim() ? [say('texts_saved_meanwhile', { words: saved })] : []),
  ].join(' · ');
  const hint = hints && html`<p class="hint" id="${id}-hint">${hints}</p>`;
  const about = [hints && `${id}-hint`, unknown && `${id}-problem`].filter(Boolean).join(' ');
  const problem = unknown
    ? html`<p class="problem" id="${id}-problem">${say('texts_figure', { name: unknown, known })}</p>`
    : '';
  return html`<div class="field${unknown ? ' bad' : ''}"><label for="${id}">${say(label)} <span class="aside">${key}</span></label>${hint}${problem}<textarea id="${id}" name="${name}" rows="1" lang="${language}" aria-describedby="${about}" aria-invalid="${unknown ? 'true' : 'false'}">${value}</textarea></div>`;
}
