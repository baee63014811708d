import { expect, test } from 'vitest';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { allTexts, type Told } from '#tests/promises/texts.ts';

const PAGE = read('src/i18n/glossary.md');

interface Word {
  readonly thing: string;
  readonly never: { readonly es: readonly string[]; readonly en: readonly string[] };
  readonly except: readonly string[];
}

/** The rows of the glossary; what is in backticks is meant letter by letter. */
function wordsOf(page: string): Word[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Thing'));
  return rows.map((row) => {
    const [, thing = '', , , es = '', en = '', except = ''] = row.split('|');
    const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words.toLowerCase());
    return { thing: thing.trim(), never: { es: quoted(es), en: quoted(en) }, except: quoted(except) };
  });
}

/** Whole words only: `hoja` is not in `hojalata`, and a name in braces is no word of a text, but for what a `#` stands for. */
function has(text: string, words: string): boolean {
  const read = /[{#]/.test(words) ? text : text.replace(/\{\w+\}/g, '…');
  const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('#', String.raw`(?:\d+|\{\w+\})`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])${pattern}(?![\p{L}\p{N}_])`, 'u').test(read);
}

/** Texts with a word that the house does not use, a sentence each. */
function faultsOf(page: string, texts: readonly Told[]): string[] {
  return wordsOf(page).flatMap(({ thing, never, except }) =>
    texts.flatMap(({ place, ...told }) =>
      (['es', 'en'] as const).flatMap((locale) => {
        const text = except.reduce((words, allowed) => words.replaceAll(allowed, ' '), told[locale].toLowerCase());
        return never[locale]
          .filter((words) => has(text, words))
          .map((words) => `${place} (${locale}) says "${words}" (${thing}): ${told[locale].slice(0, 120)}`);
      }),
    ),
  );
}

test('every text uses the words of the house', () => {
  expect(faultsOf(PAGE, allTexts())).toEqual([]);
});

test('the glossary decides complaint, instalment, top-up, extension and applying, with words that nobody may use', () => {
  const words = wordsOf(PAGE);
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter(({ never }) => never.es.length + never.en.length === 0)).toEqual([]);
  expect(new Set(words.map(({ thing }) => thing)).size).toBe(words.length);
});

test.each<[Partial<Told>]>([
  [{ en: 'Follow your sheet' }],
  [{ en: 'Ask for another code' }],
  [{ en: 'We never ask for a deposit or an insurance' }],
  [{ en: 'What is checked: that it is you' }],
  [{ en: 'Frequent questions' }],
  [{ es: 'Una cuenta en tu nombre' }],
  [{ es: 'Sigue tu hoja' }],
  [{ es: 'Puedes pedirlo dentro de 30 días' }],
  [{ es: 'Tu préstamo está cancelado' }],
  [{ es: 'Cuotas: {count}' }],
  [{ en: 'How it comes about' }],
  [{ es: 'El cambio vale en 24 horas', en: 'The change takes effect in 24 hours' }],
  [{ es: 'El cambio se aplica en 24 horas', en: 'It counts in 24 hours' }],
])('what people stumbled over is held: %j', (told) => {
  expect(faultsOf(PAGE, [{ place: 'somewhere', es: '', en: '', ...told }])).not.toEqual([]);
});

/** A colleague from another company would say these in other words. */
const NOT_OF_THE_FIELD = /\b(?:tells? of|comes? about|lends? a hand)\b/;

test('titles of tests and messages to operators say it in the words of the field', () => {
  const files = [...filesUnder('tests'), ...filesUnder('src/server/lending'), ...filesUnder('src/i18n')];
  const said = files.flatMap((file) =>
    /\.test\.ts$|src\/server\/lending\/.+\.ts$|\/staff-\w+\.ts$/.test(file)
      ? [...read(file).matchAll(/(?:(?:test|describe)\(|refused\(\d+, '\w+', |en: )['"`](.+?)['"`][,)]/g)].map(
          ([, words = '']) => `${file}: ${words}`,
        )
      : [],
  );
  expect(said.length).toBeGreaterThan(3_000);
  expect(said.filter((words) => NOT_OF_THE_FIELD.test(words))).toEqual([]);
});
