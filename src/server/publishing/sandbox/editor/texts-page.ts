import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import type { EditedText, TextChange, TextLanguage } from '../content-service/editing-texts.ts';
import type { Say } from './language.ts';
import { csrfInput, type Html } from './page.ts';
import { type SentForm, TEXTS_DRAFT } from './read-form.ts';
import type { EditorSession } from './sessions.ts';
import type { EditorTextKey } from './texts.ts';

export const TEXT_LANGUAGES = ['es', 'en'] as const satisfies readonly TextLanguage[];
const TEXTS_PATH = '/editor/texts/';
const SETS = ['all', 'general', 'my-loans', 'application'] as const;
/** On one page: a form of some hundred texts is slow on a phone. */
const SHOWN_TEXTS = 40;

/** What of the texts is shown. */
export interface TextQuery {
  readonly set: (typeof SETS)[number];
  readonly search: string;
  readonly page: number;
}

export function readTextQuery(query: Readonly<Record<string, string>>): TextQuery {
  const set = SETS.find((one) => one === query['set']) ?? 'all';
  return { set, search: (query['q'] ?? '').slice(0, 200), page: Math.max(1, Math.trunc(Number(query['page'])) || 1) };
}

export function textsPath({ set, search, page }: TextQuery): string {
  const query = new URLSearchParams({
    ...(set !== 'all' && { set }),
    ...(search && { q: search }),
    ...(page > 1 && { page: `${page}` }),
  });
  return query.size > 0 ? `${TEXTS_PATH}?${query}` : TEXTS_PATH;
}

/** The texts that a query finds: whole ones first, else in their order. Accents and capitals make no difference. */
export function findTexts(texts: readonly EditedText[], { set, search }: TextQuery): readonly EditedText[] {
  const wanted = plain(search.trim());
  const inSet = texts.filter((text) => set === 'all' || text.set === set);
  if (wanted === '') return inSet;
  const sayings = inSet.map((text) => ({ text, said: [text.key, text.words.es, text.words.en].map(plain) }));
  const found = sayings.filter(({ said }) => said.some((words) => words.includes(wanted)));
  const isWhole = ({ said }: (typeof found)[number]): boolean => said.includes(wanted);
  return [...found.filter(isWhole), ...found.filter((one) => !isWhole(one))].map(({ text }) => text);
}

function plain(words: string): string {
  return words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What is wrong with what was typed. */
export interface TextProblem {
  readonly key: string;
  readonly language: TextLanguage;
  readonly say: (say: Say) => string;
}

/** A digest that identifies the words that a form was drawn with. */
function markOf(words: string): string {
  return createHash('sha256').update(words).digest('base64url').slice(0, 22);
}

/** As a browser sends them back. */
function plainLines(words: string): string {
  return words.replaceAll('\r\n', '\n').trim();
}

function fieldName(part: 'was' | TextLanguage, key: string, language?: TextLanguage): string {
  return language ? `${part}.${language}.${key}` : `${part}.${key}`;
}

/** What a form changes, and why it cannot be saved: then nothing of it is. */
export function readTexts(
  form: SentForm,
  texts: readonly EditedText[],
): { readonly changes: readonly TextChange[]; readonly problems: readonly TextProblem[] } {
  const typed = texts.flatMap((text) => TEXT_LANGUAGES.flatMap((language) => typedIn(form, text, language) ?? []));
  return { changes: typed.map(({ change }) => change), problems: typed.flatMap(({ problems }) => problems) };
}

/** Undefined when nothing was typed there, or what is saved already. */
function typedIn(
  form: SentForm,
  { key, words, original }: EditedText,
  language: TextLanguage,
): { readonly change: TextChange; readonly problems: readonly TextProblem[] } | undefined {
  const [sent, was] = [form.get(fieldName(language, key)), form.get(fieldName('was', key, language))];
  const typed = plainLines(sent ?? '');
  const over = words[language];
  // Blank it is the original again, which it may be already.
  if (sent === undefined || (typed || original[language].trim()) === over.trim() || markOf(typed) === was)
    return undefined;
  const place = { key, language };
  const isLate = was !== markOf(over.trim());
  const unknown = figuresIn(typed).find((name) => !figuresIn(`${original.es} ${original.en}`).includes(name));
  const problems: TextProblem[] = [
    ...(isLate ? [{ ...place, say: (say: Say) => say('texts_conflict', { words: over }) }] : []),
    ...(unknown ? [{ ...place, say: (say: Say) => figureProblem(say, unknown, original) }] : []),
  ];
  return { change: { ...place, words: typed, over }, problems };
}

/** The values that a text is given: `{amount}` and the older `#amount`. */
function figuresIn(words: string): string[] {
  return [...new Set(words.match(/\{\w+\}|#[a-z]\w*/gi))];
}

function figureProblem(say: Say, name: string, original: EditedText['original']): string {
  const known = figuresIn(`${original.es} ${original.en}`).join(', ') || say('texts_no_figure');
  return say('texts_figure', { name, known });
}

interface TextsPage {
  readonly say: Say;
  readonly session: EditorSession;
  readonly query: TextQuery;
  readonly texts: readonly EditedText[];
  /** What was typed and could not be saved. */
  readonly sent?: { readonly form: SentForm; readonly problems: readonly TextProblem[] };
  readonly notice: Html | string;
}

/** The three sets of texts, both languages side by side. */
export function textsPage(page: TextsPage): Html {
  const { say, session, query, sent, notice } = page;
  // What could not be saved is shown whether it is found or not.
  const found = sent
    ? page.texts.filter(({ key }) => TEXT_LANGUAGES.some((language) => sent.form.has(fieldName(language, key))))
    : findTexts(page.texts, query);
  const pages = sent ? 1 : Math.max(1, Math.ceil(found.length / SHOWN_TEXTS));
  const at = Math.min(query.page, pages);
  const shown = sent ? found : found.slice((at - 1) * SHOWN_TEXTS, at * SHOWN_TEXTS);
  const tabs = SETS.map((set) => {
    const current = set === query.set ? html` aria-current="page"` : '';
    return html`<a href="${textsPath({ ...query, set, page: 1 })}"${current}>${say(`set_${set}` satisfies EditorTextKey)}</a>`;
  });
  const turn = (to: number, key: EditorTextKey): Html =>
    to < 1 || to > pages ? html`` : html`<a href="${textsPath({ ...query, page: to })}">${say(key)}</a>`;
  const form =
    shown.length === 0
      ? html`<p>${say('texts_none')}</p>`
      : html`<form method="post" action="${textsPath({ ...query, page: at })}" class="story texts" id="story" data-guard data-too-large="${say('form_not_sent')}">${csrfInput(session)}<input type="hidden" name="draft" value="${TEXTS_DRAFT}">${shown.map((text) => row(text, page))}<div class="bar"><p class="state">${say('texts_found', { count: found.length })} · ${say('texts_page', { page: at, pages })}</p><nav class="turn" aria-label="${say('texts')}">${turn(at - 1, 'earlier')}${turn(at + 1, 'later')}</nav><div class="actions"><button name="do" value="save" class="primary">${say('texts_save')}</button></div></div></form>`;
  return html`<h1>${say('texts')}</h1><p class="lead">${say('texts_lead')}</p>${notice}
<form method="get" action="${TEXTS_PATH}" role="search" class="search">${query.set === 'all' ? '' : html`<input type="hidden" name="set" value="${query.set}">`}<label for="q">${say('texts_search')}</label><input id="q" name="q" type="search" value="${query.search}"><button>${say('search')}</button></form>
<nav class="tabs" aria-label="${say('texts')}">${tabs}</nav>${form}<p class="hint">${say('texts_new')}</p>`;
}

function row(text: EditedText, page: TextsPage): Html {
  return html`<fieldset class="text"><legend><code>${text.key}</code></legend>${TEXT_LANGUAGES.map((language) => field(text, language, page))}</fieldset>`;
}

const LANGUAGE_KEYS = { es: 'spanish', en: 'english' } as const;

function field({ key, words, original }: EditedText, language: TextLanguage, { say, sent }: TextsPage): Html {
  const id = `t-${language}-${key}`;
  const name = fieldName(language, key);
  const problems = (sent?.problems ?? []).filter((one) => one.key === key && one.language === language);
  const isChanged = words[language] !== original[language];
  const hints = [
    ...(isChanged
      ? [html`<p class="hint" id="${id}-was">${say('texts_changed', { words: original[language] })}</p>`]
      : []),
    ...problems.map((problem, at) => html`<p class="problem" id="${id}-problem-${at}">${problem.say(say)}</p>`),
  ];
  const about = [...(isChanged ? [`${id}-was`] : []), ...problems.map((_, at) => `${id}-problem-${at}`)].join(' ');
  const typed = sent?.form.get(name);
  const isTouched =
    typed !== undefined && markOf(plainLines(typed)) !== sent?.form.get(fieldName('was', key, language));
  const value = isTouched ? typed : words[language];
  // A second press saves over what was shown here.
  const was = markOf(words[language].trim());
  return html`<div class="field${problems.length > 0 ? ' bad' : ''}"><label for="${id}">${say(LANGUAGE_KEYS[language])} <span class="aside">${key}</span></label>${hints}<input type="hidden" name="${fieldName('was', key, language)}" value="${was}"><textarea id="${id}" name="${name}" rows="1" lang="${language}" aria-describedby="${about}" aria-invalid="${problems.length > 0 ? 'true' : 'false'}">${value}</textarea></div>`;
}
