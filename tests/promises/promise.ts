import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';

/**
 * Place where a promise is read: a text by its key, a field of a story of the seed, or a file (a letter, the README).
 */
export type Place =
  | { readonly text: MessageKey }
  | { readonly story: `${string}#${string}` }
  | { readonly file: string };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STORIES = `${ROOT}src/server/publishing/sandbox/content-service/seed/stories/manay/`;

/**
 * A sentence that people rely on, and the proof that it is true, through the running product (house §5). It fails, too,
 * when the sentence is no longer the one that was read: whoever changes the words reads the proof again.
 * @param said one or more whole sentences, in Spanish, as they were read
 * @param prove acts as the person would who relies on the sentence
 */
export function promise(
  said: string,
  place: Place & { readonly tags?: string | string[] },
  prove: () => unknown,
): void {
  test(`${nameOf(place)}: ${said}`, { tags: place.tags ?? [] }, async () => {
    const texts = textsAt(place);
    if (!texts.some((text) => says(text, said))) {
      throw new Error(
        `${nameOf(place)} no longer says: ${said}\n${'file' in place ? '' : `It says: ${texts.join('\n') || 'nothing'}\n`}` +
          'Read the new words, make this test prove them, and write them here.',
      );
    }
    await prove();
  });
}

export function nameOf(place: Place): string {
  if ('text' in place) return place.text;
  return 'story' in place ? place.story : place.file;
}

/** The Spanish texts of a place: a field can be in many blocks of a story. */
function textsAt(place: Place): string[] {
  if ('text' in place) return [MESSAGES[place.text].es];
  if ('file' in place) return [readFileSync(`${ROOT}${place.file}`, 'utf8')];
  const [slug = '', field = ''] = place.story.split('#');
  return seedStories()
    .filter(({ full_slug }) => full_slug === slug)
    .flatMap(({ content }) => fieldsOf(content))
    .filter(({ name }) => name === field)
    .map(({ text }) => text);
}

/** Whole sentences only: words out of the middle of one would not notice a «no» before them. */
function says(text: string, sentences: string): boolean {
  const [all, wanted] = [plain(text), plain(sentences)];
  for (let at = all.indexOf(wanted); at !== -1 && wanted !== ''; at = all.indexOf(wanted, at + 1)) {
    const [before, after] = [all.slice(0, at), all.slice(at + wanted.length)];
    const begins = /(?:^|[.:?!…;«'"`>*|#\n]) ?$/.test(before);
    const ends = /[.?!…]$/.test(wanted) || /^(?:$|[.»'"`<\n])/.test(after);
    if (begins && ends) return true;
  }
  return false;
}

/** Without spaces that nobody sees; a line break stays where a paragraph ends. */
function plain(text: string): string {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .trim();
}

/** Every story of the seed. */
export function seedStories(): { readonly full_slug: string; readonly content: unknown }[] {
  return readdirSync(STORIES).map((name) => JSON.parse(readFileSync(STORIES + name, 'utf8')));
}

/** Every field with words of a story, rich text as its words; English is in fields that end in `__i18n__en`. */
export function fieldsOf(value: unknown, name = ''): { readonly name: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ name, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => fieldsOf(item, name));
  if (typeof value !== 'object' || value === null) return [];
  if ('type' in value && value.type === 'doc') return [{ name, text: wordsOf(value) }];
  return Object.entries(value).flatMap(([field, item]) => fieldsOf(item, field));
}

/** The words of rich text: what is in one paragraph goes together. */
function wordsOf(node: object): string {
  const { type, text = '', content = [] } = node as { type?: string; text?: string; content?: object[] };
  const words = text + content.map(wordsOf).join('');
  return type === 'paragraph' || type === 'heading' ? `${words}\n` : words;
}
