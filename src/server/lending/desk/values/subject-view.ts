import { html } from 'hono/html';
import type { StaffActName } from '#i18n/staff-acts.ts';
import { isLongId, kindAndId, shortened, subjectText } from '#server/lending/staff/value-text.ts';
import { addressOf, type Looker } from '../ask.ts';
import type { Html } from '../page.ts';

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
  return isLongId(text) ? html`<span title="${text}">${words}</span>` : words;
}

/** A shortened id, with all of it as its title. */
export function shortView(text: string): Html | string {
  const short = shortened(text);
  return short === text ? text : html`<span title="${text}">${short}</span>`;
}
