import { DEFAULT_LOCALE, LOCALES, type Locale } from '#i18n/locale.ts';
import { type FieldFault, faultWords } from './field-fault.ts';
import { slugOfPath } from './link.ts';

/**
 * A mistake in what is published: where it is, and what is wrong there. It stays data from where it is found, also in
 * the process of a build, to where it is shown, because each reader needs another part of it.
 */
export interface StoryFault {
  /** Full slug; undefined for a fault of the site as a whole. */
  readonly story?: string;
  /** Set for a mistake in a translation; else it is in the default language. */
  readonly locale?: Locale;
  readonly block?: { readonly uid: string; readonly component: string };
  /** With the path inside the field's value, where there is one: `link.linktype`. */
  readonly field?: string;
  /** The file of the page on which it was found. */
  readonly page?: string;
  /** A path on this site that leads nowhere. */
  readonly leadsTo?: string;
  readonly fault: FieldFault;
}

/** Splits the name of a story in a language, `en/faq`. */
export function storyPlace(named: string): { readonly story: string; readonly locale?: Locale } {
  const locale = LOCALES.find((one) => one !== DEFAULT_LOCALE && named.startsWith(`${one}/`));
  return locale ? { story: named.slice(locale.length + 1), locale } : { story: named };
}

/** Describes a link to nowhere. */
export function deadLink(leadsTo: string): Required<Pick<StoryFault, 'leadsTo' | 'fault'>> {
  return { leadsTo, fault: { code: 'dead_link', values: { leadsTo } } };
}

const PLACES = {
  es: { story: 'historia', block: 'bloque', field: 'campo', page: 'página' },
  en: { story: 'story', block: 'block', field: 'field', page: 'page' },
} as const;

/** Words a fault with its place: `story "en/faq", block "faq-question" (uid), field "question": is required`. */
export function faultSentence(found: StoryFault, locale: Locale = 'en'): string {
  const { story, block, field, page, fault } = found;
  const names = PLACES[locale];
  const places = [
    ...(story === undefined ? [] : [`${names.story} "${found.locale ? `${found.locale}/` : ''}${story}"`]),
    ...(block ? [`${names.block} "${block.component}" (${block.uid})`] : []),
    ...(field === undefined ? [] : [`${names.field} "${field}"`]),
    // Beside the block it would not help to find the mistake.
    ...(page === undefined || block ? [] : [`${names.page} /${page}`]),
  ];
  const words = faultWords(fault, locale);
  return places.length === 0 ? words : `${places.join(', ')}: ${words}`;
}

/**
 * Leaves out what is told already: a mistake of both languages is told once, in the default one, and so is a dead link
 * on several pages.
 */
export function oncePerPlace<Fault extends StoryFault>(faults: readonly Fault[]): Fault[] {
  const byPlace = new Map<string, Fault>();
  for (const found of faults) {
    const key = placeKey(found);
    const known = byPlace.get(key);
    if (!known || (known.locale && !found.locale)) byPlace.set(key, found);
  }
  return [...byPlace.values()];
}

function placeKey({ story, block, field, page, leadsTo, fault }: StoryFault): string {
  if (leadsTo !== undefined) return JSON.stringify([story, block?.uid, field, slugOfPath(leadsTo)]);
  return JSON.stringify([story, block?.uid, field, block ? undefined : page, fault]);
}
