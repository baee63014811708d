import type { FieldFault } from './field-fault.ts';
import type { StoryEntry } from './mirror.ts';

/** First parts of the addresses that the product has itself, of pages, files and servers: tests hold both against it. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  [
    '500 application calculator calculatoripl calculators client-area-texts en es forgot-password',
    'libro-de-reclamaciones login-as modals online-payment profile question-answers reset-password sign-in sign-up',
    '_astro fonts images locales _preview preview editor',
    'api content healthz hooks livez metrics operator readyz sandbox',
  ].flatMap((line) => line.split(' ')),
);
/** Below pages that editors write. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set(['privacidad/solicitud']);

/** A name of a file has 255 bytes on Linux, of which temporary, compressed and answers' files need up to 55. */
const MOST_BYTES = 200;
const PART = /^(?!\.)[\p{L}\p{M}\p{N}_~.-]+(?<!\.)$/u;
/** `index.html`: links to it are links to a file. */
const FILE_ENDING = /\.[a-z][a-z\d]*$/;

/** The same for addresses that some file systems and readers take for one. */
function addressKey(fullSlug: string): string {
  return fullSlug.normalize('NFC').toLowerCase();
}

/** Why a page cannot have this address: no folder, in the way of our own files, or never shown. */
export function addressFault(fullSlug: string): FieldFault | undefined {
  const key = addressKey(fullSlug);
  const isOwn = OWN_NAMES.has(key.split('/', 1)[0] ?? '') || OWN_ADDRESSES.has(key);
  return isOwn ? { code: 'address_own', values: { address: fullSlug } } : nameFault(fullSlug, '/');
}

/** Why a folder cannot have this name. @param separator between the parts of a path; without it there is one */
export function nameFault(name: string, separator = '\0'): FieldFault | undefined {
  const parts = addressKey(name).split(separator);
  const isGood = parts.every((part) => PART.test(part) && !FILE_ENDING.test(part));
  if (isGood && new TextEncoder().encode(name).length <= MOST_BYTES) return undefined;
  return { code: 'address_unusable', values: { address: name } };
}

type Placed = Pick<StoryEntry, 'uuid' | 'fullSlug'>;

/** Stories at an address that another has: the one that is live there, or else the first. */
export function storiesTwice<Story extends Placed>(stories: readonly Story[], live: readonly Placed[] = []): Story[] {
  const lives = new Set(live.map(({ uuid, fullSlug }) => `${uuid} ${addressKey(fullSlug)}`));
  const owners = new Map<string, string>();
  for (const { uuid, fullSlug } of stories) {
    const key = addressKey(fullSlug);
    if (!owners.has(key) || lives.has(`${uuid} ${key}`)) owners.set(key, uuid);
  }
  return stories.filter(({ uuid, fullSlug }) => owners.get(addressKey(fullSlug)) !== uuid);
}
