import { expect, test } from 'vitest';
import { filesUnder, read } from '#tests/architecture/source-tree.ts';
import { allTexts, type Told } from '#tests/promises/texts.ts';
import { allProse, faultsOfProse, proseOf } from './prose.ts';

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

/**
 * Whole words only: `hoja` is not in `hojalata`, and a name in braces is not a word of a text, but for what a `#`
 * stands for.
 */
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
  [{ en: 'Any doubts? Talk to a person:' }],
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

test('comments, titles of tests and messages to operators are written as a native colleague would', () => {
  const prose = allProse();
  const kinds = Map.groupBy(prose, ({ kind }) => kind);
  // Fewer would mean that the files are not read as they are written any more.
  for (const [kind, least] of [
    ['comment', 1_800],
    ['doc comment', 8_000],
    ['title', 5_000],
    ['message', 4_500],
  ] as const) {
    expect(kinds.get(kind)?.length, kind).toBeGreaterThan(least);
  }
  expect(faultsOfProse(prose)).toEqual([]);
});

test.each([
  ['src/a.ts', '// Only for who asks'],
  ['src/a.ts', 'const a = 1; // kept by who asks'],
  ['src/a.ts', '// A sentence that goes on, to\n// who asks'],
  ['src/a.ts', '/**\n * The address of\n * who asks.\n */\nconst a = 1;'],
  ['src/a.ts', 'function a() {\n  // learned from who asks\n}'],
  ['src/a.ts', 'const a = `b`; // This is no amount'],
  ['src/a.ts', "const a = '/*'; // These are none"],
  ['src/a.ts', '/** It was no loan. */'],
  ['src/a.ts', '/** What a client owes. */'],
  ['src/a.ts', '/**\n * The same for a client.\n */\nconst a = 1;'],
  ['src/a.ts', '/** @returns What a client owes. */'],
  ['src/a.tsx', 'const a = <p>{/* for who reads */}</p>;'],
  ['src/a.mjs', '/* Is none of ours. */'],
  ['src/a.astro', '---\nconst a = 1;\n---\n<!-- for who reads -->'],
  ['src/a.css', 'p {}\n/* this is no\n * colour */'],
  ['.config/a.yml', '# What is no alert'],
  ['tests/a.test.ts', "test('%s is no amount', () => {});"],
  ['tests/a.test.ts', "test.each([1])('is closed to who asks', { tags: 'spec-1.1' }, () => {});"],
  ['tests/a.spec.ts', "testAtNight('a page is none', async () => {});"],
  ['src/i18n/staff-acts.ts', "const a = { es: 'x', en: 'The number of who asked' };"],
  ['src/server/a.ts', `throw new Error(\`\${number} is no number of a loan.\`);`],
])('words that make a colleague read twice are found in %s: %j', (file, text) => {
  expect(faultsOfProse(proseOf(file, text))).toHaveLength(1);
});

test.each([
  ['src/a.ts', '// For everybody who asks, and by those who ask, it says who they are and to who they are'],
  ['src/a.ts', '// There is no loan, there are none, and where there was none'],
  ['src/a.ts', '// It is no longer owed, is no more than S/ 5 and is not a loan'],
  ['src/a.ts', '// What a client owes: no doc comment'],
  ['src/a.ts', '/** Whatever a client owes. */'],
  ['src/a.ts', '/** Reads what a client owes. The same is read by night. */'],
  ['src/a.ts', "const a = 'this is no comment // for who asks';"],
  ['src/a.ts', '// for nobody\nconst a = 1;\n// who asks'],
  ['src/a.tsx', 'const a = <p>This is no comment</p>;'],
  ['src/a.test.ts', "expect(a).toBe('this is no title');"],
  ['src/blocks/a.ts', "const a = 'this is no message';"],
  ['src/a.md', 'This is no comment.'],
  ['src/migrations/0001-a.sql', '-- This is no table, and was applied so'],
])('words of every day are nobody’s fault in %s: %j', (file, text) => {
  expect(faultsOfProse(proseOf(file, text))).toEqual([]);
});
