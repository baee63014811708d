import { describe, expect, test } from 'vitest';
import { MESSAGE_SETS, MESSAGES } from '#i18n/messages.ts';
import { filesUnder, read, SEED } from '#tests/architecture/source-tree.ts';
import { seedDatasources, seedTexts } from '#tests/blocks/seed.ts';

const KEYS = Object.keys(MESSAGES);
const es = seedTexts('es');
const en = seedTexts('en');

/** The same word in both languages, and rightly so. */
const SAME_IN_BOTH = new Set([
  // Only names, figures and marks.
  'documents_loan_of',
  'trust_how_each',
  'settings_device_seen',
  'footer_legal',
  'error_code',
  'client_error',
  'contacts_whatsapp',
  'bank_cci',
  'example_tea',
  'calc_amount_spoken',
  'calc_results_vat',
  'new_client_whatsapp',
  'explain_name_vat',
  'extend_vat',
  'offer_tea',
  'agreement_change_tcea',
  // The same word: «Soles», «No», «Capital», «Total».
  'explain_amount',
  'personal_no',
  'offer_column_capital',
  'offer_column_sum',
]);

/** Names between braces, in order: both languages must be able to say the same. */
function values(text: string | undefined): string[] {
  return [...new Set((text ?? '').match(/\{\w+\}/g))].sort();
}

describe('the texts', () => {
  test('every key the code uses stands in Spanish and in English, in the set it belongs to', () => {
    for (const [set, keys] of Object.entries(MESSAGE_SETS)) {
      const source = seedDatasources().find(({ slug }) => slug === set);
      expect(source?.entries.map(({ name }) => name).sort()).toEqual(Object.keys(keys).sort());
    }
    expect(KEYS.filter((key) => !es[key]?.trim() || !en[key]?.trim())).toEqual([]);
  });

  test('no key is without use', () => {
    const code = filesUnder('src')
      .filter(
        (file) => /\.(?:ts|tsx|astro)$/.test(file) && !file.startsWith(SEED) && !file.startsWith('src/i18n/messages'),
      )
      .map((file) => read(file))
      .join('\n');
    // `calc_results_${name}` and its like are put together from a prefix.
    const prefixes = [...code.matchAll(/`(\w+[_.])\$\{/g)].map((match) => match[1] as string);
    const unused = KEYS.filter(
      (key) => !new RegExp(`\\b${key}\\b`).test(code) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  test('no text was left untranslated', () => {
    const same = KEYS.filter((key) => es[key] === en[key] && !SAME_IN_BOTH.has(key));
    expect(same).toEqual([]);
  });

  test('the allowed exceptions are real', () => {
    expect([...SAME_IN_BOTH].filter((key) => es[key] !== en[key])).toEqual([]);
  });

  test('both languages fill in the same values as the default', () => {
    for (const key of KEYS) {
      const expected = values(MESSAGES[key as keyof typeof MESSAGES]);
      expect([key, values(es[key]), values(en[key])]).toEqual([key, expected, expected]);
    }
  });
});
