import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder, ROOT, read, SEED } from './source-tree.ts';

/** The ASVS sheet and the lines of the specification lie beside the decisions (decision 135). */
const DECISIONS = readdirSync(join(ROOT, 'src/decisions'))
  .filter((name) => name !== 'asvs' && name !== 'specification')
  .sort();
const NAME = /^(?<number>\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/;
const HEADINGS = ['Context', 'Decision', 'Consequences'];
/** `decision 91`, `(decision 0040: …)`, `decision 30`. */
const MENTION = /\bdecisions? \d{1,4}(?: (?:and|or) \d{1,4})*\b/gi;
const LINK = /\bdecisions\/(\d{4}-[\w-]+\.md)/g;

const numberOf = (file: string): number => Number(NAME.exec(file)?.groups?.['number']);

/** Whatever may speak of a decision. */
function texts(): string[] {
  const files = ['src', 'tests'].flatMap((folder) => filesUnder(folder));
  const written = files.filter((file) => /\.(?:ts|tsx|mjs|astro|css|sql|md)$/.test(file) && !file.startsWith(SEED));
  return [...written, 'README.md', 'astro.config.mjs'].filter(
    (file) => basename(file) !== basename(import.meta.filename),
  );
}

test('a decision is a file `NNNN-its-name.md`, and its title has the same number', () => {
  expect(DECISIONS.filter((file) => !NAME.test(file))).toEqual([]);
  const titles = DECISIONS.map((file) => [file, read(`src/decisions/${file}`).split('\n')[0]] as const);
  expect(titles.filter(([file, title]) => !title?.startsWith(`# ${numberOf(file)}. `))).toEqual([]);
});

test('at most 40 hold today, each of at most two pages', () => {
  expect(DECISIONS.length).toBeLessThanOrEqual(40);
  expect(DECISIONS.filter((file) => read(`src/decisions/${file}`).length > 5_000)).toEqual([]);
});

test('no two decisions have one number', () => {
  const numbers = DECISIONS.map(numberOf);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('every decision says its context, what was decided and what follows from it', () => {
  const odd = DECISIONS.filter((file) => {
    const headings = [...read(`src/decisions/${file}`).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    return headings.join() !== HEADINGS.join();
  });
  expect(odd).toEqual([]);
});

test('a decision that is mentioned exists', () => {
  const numbers = new Set(DECISIONS.map(numberOf));
  const mentions = texts().flatMap((file) =>
    [...read(file).matchAll(MENTION)].flatMap(([words]) =>
      (words.match(/\d+/g) ?? []).map((number) => ({ file, number: Number(number) })),
    ),
  );
  expect(mentions.length).toBeGreaterThan(20);
  expect(mentions.filter(({ number }) => !numbers.has(number))).toEqual([]);

  const links = texts().flatMap((file) => [...read(file).matchAll(LINK)].map(([, name]) => ({ file, name })));
  expect(links.filter(({ name }) => !DECISIONS.includes(name as string))).toEqual([]);
});
