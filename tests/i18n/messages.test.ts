import { describe, expect, test } from 'vitest';
import { MESSAGES, type MessageKey } from '#i18n/messages.ts';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';

const KEYS = Object.keys(MESSAGES) as MessageKey[];

/** Texts with the same word in both languages, and rightly so. */
const SAME_IN_BOTH: ReadonlySet<MessageKey> = new Set<MessageKey>([
  // Only names, figures and marks.
  'documents_loan_of',
  'documents_xml',
  'trust_how_each',
  'settings_device_seen',
  'error_code',
  'code_place_YAPE',
  'code_place_PLIN',
  'client_error',
  'contacts_whatsapp',
  'bank_cci',
  'example_tea',
  'calc_amount_spoken',
  'calc_results_vat',
  'calc_rate',
  'explain_name_vat',
  'extend_vat',
  'agreement_change_tcea',
  // The same word: «Soles», «No», «Total».
  'explain_amount',
  'personal_no',
  'offer_column_sum',
]);

/** Names between braces, in order: both languages must be able to say the same. */
function values(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

describe('the texts', () => {
  test('every text says something in Spanish and in English', () => {
    expect(KEYS.filter((key) => !MESSAGES[key].es.trim() || !MESSAGES[key].en.trim())).toEqual([]);
  });

  test('a key is in one part only', () => {
    const parts = import.meta.glob<Readonly<Record<string, object>>>('../../src/i18n/messages/*.ts', { eager: true });
    const keys = Object.values(parts).flatMap((part) => Object.values(part).flatMap((texts) => Object.keys(texts)));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    expect(keys.sort()).toEqual([...KEYS].sort());
  });

  test('no key is without use', () => {
    const code = filesUnder('src')
      .filter((file) => /\.(?:ts|tsx|astro)$/.test(file) && !file.startsWith('src/i18n/messages'))
      .map((file) => read(file))
      .join('\n');
    // `calc_results_${name}` and its like are put together from a prefix.
    const prefixes = [...code.matchAll(/`(\w+[_.])\$\{/g)].map((match) => match[1] as string);
    // Most stand by themselves: only the others are looked for letter by letter.
    const words = new Set(code.match(/[\w.-]+/g));
    const unused = KEYS.filter(
      (key) =>
        !words.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)) && !new RegExp(`\\b${key}\\b`).test(code),
    );
    expect(unused, 'show it somewhere, or remove it from src/i18n/messages/').toEqual([]);
  });

  test('no text was left untranslated', () => {
    const same = KEYS.filter((key) => MESSAGES[key].es === MESSAGES[key].en && !SAME_IN_BOTH.has(key));
    expect(same).toEqual([]);
  });

  test('the allowed exceptions are real', () => {
    expect([...SAME_IN_BOTH].filter((key) => MESSAGES[key].es !== MESSAGES[key].en)).toEqual([]);
  });

  test('both languages fill in the same values', () => {
    for (const key of KEYS) expect([key, values(MESSAGES[key].es)]).toEqual([key, values(MESSAGES[key].en)]);
  });
});
