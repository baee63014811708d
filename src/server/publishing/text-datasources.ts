import { createHash } from 'node:crypto';
import { MESSAGE_SETS, type MessageSet } from '#i18n/messages.ts';

const NAMES: Readonly<Record<MessageSet, string>> = {
  general: 'General',
  'my-loans': 'My loans',
  application: 'Application',
};

/** A content service's first datasources, one per set of texts: Spanish value, English translation (decision 100). */
export function textDatasources() {
  return (Object.keys(MESSAGE_SETS) as MessageSet[]).map((slug) => ({
    id: stableId(slug),
    name: NAMES[slug],
    slug,
    dimensions: [{ id: stableId(`${slug} en`), name: 'English', entry_value: 'en', datasource_id: stableId(slug) }],
    entries: Object.entries(MESSAGE_SETS[slug]).map(([name, { es, en }]) => ({
      id: stableId(name),
      name,
      value: es,
      dimension_values: { en },
    })),
  }));
}

const IDS = new Map<string, number>();

/** A number that follows from the name alone, so that no list of numbers is kept; positive and of 31 bits. */
function stableId(name: string): number {
  const id = IDS.get(name) ?? createHash('sha256').update(name).digest().readUInt32BE() >>> 1;
  IDS.set(name, id);
  return id;
}
