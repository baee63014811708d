import type { FieldFault } from './field-fault.ts';
import type { StoryEntry } from './mirror.ts';

/** First parts of the addresses of the product's own pages, files and servers; tests compare it with them. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  [
    '500 application calculator calculatoripl calculators client-area-texts en es forgot-password',
    'libro-de-reclamaciones login-as modals offline online-payment profile question-answers reset-password sign-in sign-up',
    '_astro fonts images locales _preview preview editor',
    'api content healthz hooks livez metrics operator readyz sandbox',
  ].flatMap((line) => line.split(' ')),
);
/** Addresses of ours below pages that editors write. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set(['privacidad/solicitud']);

/**
 * The longest name in bytes. A file name has 255 bytes on Linux, of which the names of temporary, compressed and answer
 * files need up to 55.
 */
const MOST_BYTES = 200;
const PART = /^(?!\.)[\p{L}\p{M}\p{N}_~.-]+(?<!\.)$/u;
/** The ending of a file's name: links to `index.html` are links to a file. */
const FILE_ENDING = /\.[a-z][a-z\d]*$/;

/** Makes addresses equal that some file systems and readers do not tell apart. */
function addressKey(fullSlug: string): string {
  return fullSlug.normalize('NFC').toLowerCase();
}

/** Tells whether an address can be of the product's own pages and files. @param slug without a language */
export function isOwnAddress(slug: string): boolean {
  const key = addressKey(slug);
  return OWN_NAMES.has(key.split('/', 1)[0] ?? '') || OWN_ADDRESSES.has(key);
}

/**
 * Tells why a page cannot have this address: its folder could not be written, would be in the way of the product's own
 * files, or would never be shown.
 */
export function addressFault(fullSlug: string): FieldFault | undefined {
  if (isOwnAddress(fullSlug)) return { code: 'address_own', values: { address: fullSlug } };
  return nameFault(fullSlug, '/');
}

/**
 * Tells why a folder cannot have this name.
 * @param separator between the parts of a path; without it the name is one part
 */
export function nameFault(name: string, separator = '\0'): FieldFault | undefined {
  const parts = addressKey(name).split(separator);
  const isGood = parts.every((part) => PART.test(part) && !FILE_ENDING.test(part));
  if (isGood && new TextEncoder().encode(name).length <= MOST_BYTES) return undefined;
  return { code: 'address_unusable', values: { address: name } };
}

type Placed = Pick<StoryEntry, 'uuid' | 'fullSlug'>;

/** Finds the stories at an address that belongs to another: to the one that is live there, or else to the first. */
export function storiesTwice<Story extends Placed>(stories: readonly Story[], live: readonly Placed[] = []): Story[] {
  const lives = new Set(live.map(({ uuid, fullSlug }) => `${uuid} ${addressKey(fullSlug)}`));
  const owners = new Map<string, string>();
  for (const { uuid, fullSlug } of stories) {
    const key = addressKey(fullSlug);
    if (!owners.has(key) || lives.has(`${uuid} ${key}`)) owners.set(key, uuid);
  }
  return stories.filter(({ uuid, fullSlug }) => owners.get(addressKey(fullSlug)) !== uuid);
}
