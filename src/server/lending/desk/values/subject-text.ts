import { html } from 'hono/html';
import { STAFF_GROUPS, type StaffActName, type StaffWords } from '#i18n/staff-acts.ts';
import { wordsOfCode } from '#i18n/staff-codes/code-words.ts';
import { SUBJECT_KIND } from '#i18n/staff-codes/desk.ts';
import { PARAMETER_KIND } from '#i18n/staff-codes/parameters.ts';
import { addressOf, type Looker } from '../ask.ts';
import type { Html } from '../page.ts';

const GROUPS = new Map<string, StaffWords>(Object.entries(STAFF_GROUPS));

/** An id, alone or behind the kind of thing that it is of: `money:0189…`; or a fingerprint. */
const LONG_ID = /^(?:[a-z-]+:)*[\w-]{32,}$/;

/** The page of a thing, by the kind that stands before its id, and the field that names it there. */
const PAGES = new Map<string, readonly [StaffActName, string]>(
  Object.entries<readonly [StaffActName, string]>({
    application: ['applications show', 'reference'],
    complaint: ['complaints show', 'code'],
    loan: ['loan show', 'number'],
    payment: ['payments show', 'id'],
    person: ['person show', 'personId'],
    'tax-document': ['tax-documents show', 'id'],
  }),
);

/**
 * An id, behind the words of the kind of thing that it is of, and as the link to its page where the colleague may open
 * it. That of a parameter is its kind and key; a list that was looked at is the subject of its acts.
 */
export function subjectView(looker: Looker, text: string): Html | string {
  const named = kindAndId(text);
  const [act, field = ''] = (named && text.includes(':') && PAGES.get(named.kind)) || [];
  const route = looker.acts.find(({ name }) => name === act);
  const words = subjectText(looker, text);
  if (named && route) return html`<a href="${addressOf(route, { [field]: named.id })}">${words}</a>`;
  return LONG_ID.test(text) ? html`<span title="${text}">${words}</span>` : words;
}

/** The words of an id without its page: `Cliente …9f31aa`. */
export function subjectText({ say }: Pick<Looker, 'say'>, text: string): string {
  const group = GROUPS.get(text);
  if (group) return say(group);
  const named = kindAndId(text);
  return named ? `${say(named.words)} ${shortened(named.id)}` : shortened(text);
}

function kindAndId(text: string) {
  const [kind = '', id = ''] = text.split(/[: ](.*)/s);
  const [es, en] = wordsOfCode(text.includes(':') ? SUBJECT_KIND : PARAMETER_KIND, kind) ?? [];
  return es === undefined || en === undefined || id === '' ? undefined : { kind, id, words: { es, en } };
}

/** An id of ours in a text, shortened behind the words of its kind; any other text is as somebody wrote it. */
export function idText(looker: Pick<Looker, 'say'>, text: string): string {
  return LONG_ID.test(text) ? subjectText(looker, text) : text;
}

/** Shortens an id to its end, which is enough to tell two apart. */
function shortened(text: string): string {
  return LONG_ID.test(text) ? `…${text.slice(-6)}` : text;
}

/** A shortened id, with all of it as its title. */
export function shortView(text: string): Html | string {
  const short = shortened(text);
  return short === text ? text : html`<span title="${text}">${short}</span>`;
}
