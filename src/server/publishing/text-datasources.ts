import { createHash } from 'node:crypto';
import { DEFAULT_LOCALE, LANGUAGE_NAMES, type Messages, translatedLocales } from '#i18n/locale.ts';
import { MESSAGE_SETS, type MessageSet } from '#i18n/messages.ts';

const NAMES: Readonly<Record<MessageSet, string>> = {
  general: 'General',
  'my-loans': 'My loans',
  application: 'Application',
};

/**
 * The datasources that a content service begins with, one for each set of texts: Spanish is the value of an entry,
 * English its translation (decision 100).
 */
export function textDatasources() {
  return (Object.keys(MESSAGE_SETS) as MessageSet[]).map((slug) => ({
    id: stableId(slug),
    name: NAMES[slug],
    slug,
    dimensions: translatedLocales().map((locale) => ({
      id: stableId(`${slug} ${locale}`),
      name: LANGUAGE_NAMES[locale],
      entry_value: locale,
      datasource_id: stableId(slug),
    })),
    entries: Object.entries<Messages[string]>(MESSAGE_SETS[slug]).map(
      ([name, { [DEFAULT_LOCALE]: value, ...translations }]) => ({
        id: stableId(name),
        name,
        value,
        dimension_values: translations,
      }),
    ),
  }));
}

const IDS = new Map<string, number>();

/** A number that follows from the name alone, so that no list of numbers is kept; positive and of 31 bits. */
function stableId(name: string): number {
  const id = IDS.get(name) ?? createHash('sha256').update(name).digest().readUInt32BE() >>> 1;
  IDS.set(name, id);
  return id;
}
