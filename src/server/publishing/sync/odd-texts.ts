import { LOCALES, type Locale } from '#i18n/locale.ts';
import { MESSAGE_SETS, MESSAGES, type MessageKey, type MessageSet } from '#i18n/messages.ts';
import type { TextsFile } from '#storyblok/mirror.ts';

const VALUE_NAME = /\{(\w+)\}/g;
/** Of keys in a log line. */
const NAMED_KEYS = 10;

/**
 * Puts the text of the code in the place of one with the name of a value that its key does not have, and says so:
 * `{monto}` for `{amount}` would stand on pages as it is typed, and the amount nowhere.
 */
export function withoutOddTexts(texts: TextsFile, log: (sentence: string) => void): TextsFile {
  const mended = structuredClone(texts) as Record<Locale, Record<MessageSet, Record<string, string>>>;
  for (const locale of LOCALES) {
    for (const set of Object.keys(MESSAGE_SETS) as MessageSet[]) {
      const odd = Object.entries(texts[locale][set]).flatMap(([key, text]) => {
        const names = isOurs(key) ? unknownNames(key, text) : [];
        return isOurs(key) && names.length > 0 ? [{ key, names }] : [];
      });
      if (odd.length === 0) continue;
      for (const { key } of odd) mended[locale][set][key] = MESSAGES[key][locale];
      const named = odd.slice(0, NAMED_KEYS).map(({ key, names }) => `${key} (${names.join(', ')})`);
      const more = odd.length > NAMED_KEYS ? ` and ${odd.length - NAMED_KEYS} more` : '';
      const why = 'name values that they do not have, and pages show those of the code';
      log(`Texts of "${set}" in "${locale}" ${why}: ${named.join(', ')}${more}`);
    }
  }
  return mended;
}

function isOurs(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES, key);
}

function unknownNames(key: MessageKey, text: string): readonly string[] {
  const { es, en } = MESSAGES[key];
  const known = new Set(namesIn(`${es} ${en}`));
  return namesIn(text).filter((name) => !known.has(name));
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(VALUE_NAME)].map(([whole]) => whole);
}
