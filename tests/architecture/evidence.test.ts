import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultsOfPromises } from '#tests/evidence/promises.ts';
import { ASVS, ASVS_PAGE, evidence, PROMISES_PAGE, SPECIFICATION, TAG, TAGS, testFiles } from '#tests/evidence/tags.ts';
import { promisingSentences } from '#tests/promises/scan.ts';
import { allTexts } from '#tests/promises/texts.ts';
import { ROOT, read } from './source-tree.ts';

/** Number of lines that each section of the specification has. */
const LINES: Readonly<Record<string, number>> = { 1: 8, 2: 63, 3: 40, 4: 32, 5: 9, 6: 7, 7: 25, 8: 13, 9: 19 };
/**
 * Requirements of the standard that are not met, 15.2.1 of level 1, the rest of level 2. Another row, or one too many
 * here, fails.
 */
const NOT_MET = ['5.4.3', '6.6.1', '13.3.1', '15.2.1', '16.4.3'];
/** Requirements of levels 1 and 2 of ASVS 5.0.0. */
const REQUIREMENTS = 253;

/** The cells of the rows that begin with a number. */
function rowsOf(page: string): string[][] {
  return read(page)
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const wordsIn = (text = ''): number => text.split(/\s+/).filter(Boolean).length;

test('every requirement, line and promise has a test that is tagged with it, and no test has another tag', () => {
  const found = evidence();
  expect(TAGS.map(({ name }) => name).filter((name) => !found.some(({ tag }) => tag === name))).toEqual([]);
  expect(found.filter(({ tag }) => !TAGS.some(({ name }) => name === tag))).toEqual([]);
  expect(TAGS).toHaveLength(new Set(TAGS.map(({ name }) => name)).size);
  // Each tag is behind the title of its test, where the sheets find it.
  const written = testFiles().flatMap(({ file, source }) =>
    [...source.matchAll(TAG)].map(([, tag]) => ({ tag, file })),
  );
  expect(found.map(({ tag, file }) => ({ tag, file }))).toEqual(written);
});

test('the title of a test that is evidence is a sentence, because the sheets print it without its surroundings', () => {
  const titles = evidence().filter(({ file }) => !file.startsWith('tests/promises/'));
  expect(titles.length).toBeGreaterThan(900);
  expect(
    titles.filter(({ title }) => wordsIn(title) < 5),
    'give it a title of five words or more',
  ).toEqual([]);
});

test('every requirement of levels 1 and 2 is met, or says since when not and why, or why it does not apply', () => {
  const rows = rowsOf(ASVS_PAGE);
  const notMet = rows.filter(({ length }) => length === 5);
  const others = rows.filter(({ length }) => length === 2);
  const ids = [
    ...ASVS.map(({ tag }) => tag.slice('asvs-'.length)),
    ...notMet.map(([id]) => id),
    ...others.flatMap(([row = '']) => row.split(', ')),
  ];
  expect(new Set(ids).size).toBe(REQUIREMENTS);
  expect(ids).toHaveLength(REQUIREMENTS);
  expect(notMet.map(([id]) => id)).toEqual(NOT_MET);
  for (const [id, , since, reason, change] of notMet) {
    expect(since, id).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(Math.min(wordsIn(reason), wordsIn(change)), id).toBeGreaterThan(5);
  }
  expect(others.filter(([, reason]) => wordsIn(reason) < 6)).toEqual([]);
  const met = ASVS.filter(({ level }) => level === 'L2').length;
  expect(met / (met + NOT_MET.length - 1)).toBeGreaterThan(0.968);
});

test('every line of the specification stands once, and what differs names lines and decisions that are there', () => {
  const wanted = Object.entries(LINES).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `spec-${section}.${at + 1}`),
  );
  expect(SPECIFICATION.map(({ tag }) => tag)).toEqual(wanted);

  const folder = 'src/decisions/specification';
  const differences = read(`${folder}/differences.md`).split('\n');
  const rows = differences.filter((line) => /^\| (?:Card: |\d)/.test(line)).map((line) => line.split(' | '));
  expect(rows.length).toBeGreaterThan(20);
  for (const [line = '', , decided = ''] of rows) {
    const named = line.startsWith('| Card') ? [] : line.slice(2).split(', ');
    expect(named.filter((each) => !wanted.includes(`spec-${each}`))).toEqual([]);
    const files = [...decided.matchAll(/\]\(([^)#]+)/g)].map(([, file]) => join(ROOT, folder, file as string));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
    expect(files.length > 0 || decided.startsWith('here'), line).toBe(true);
  }
});

test('every sentence that promises something is under the tag that keeps it, or under a reason', () => {
  const faults = faultsOfPromises(read(PROMISES_PAGE), promisingSentences(allTexts()));
  expect(faults, `write these lines into ${PROMISES_PAGE}`).toEqual([]);
});
