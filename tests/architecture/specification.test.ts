import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cellsOf, faultsOfTest, namesIn } from './asvs-sheet.ts';
import { ROOT, read } from './source-tree.ts';

const PAGE = read('src/decisions/specification/README.md');

/** How many lines each section of the specification has. */
const LINES: Readonly<Record<string, number>> = { 1: 8, 2: 63, 3: 40, 4: 32, 5: 9, 6: 7, 7: 25, 8: 13, 9: 19 };

function readIfThere(file: string): string | undefined {
  return existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isFile() ? read(file) : undefined;
}

/** What is wrong with the page, a sentence each. */
function faultsOfPage(page: string, readFile = readIfThere): string[] {
  const rows = page
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map(cellsOf);
  const wanted = Object.entries(LINES).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  );
  const found = rows.map(([line]) => line);
  return [
    ...(found.join() === wanted.join() ? [] : [`the lines are not those of the specification: ${found.join(' ')}`]),
    ...rows.flatMap(([line, words = '', shown = '', ...more]) => [
      ...(words === '' || more.length > 0 ? [`${line} is no line of three cells`] : []),
      ...namesIn(shown).flatMap((name) => faultsOfTest(name, { read: readFile }).map((fault) => `${line} ${fault}`)),
    ]),
  ];
}

test('every line of the specification stands once, with tests that are there', () => {
  expect(faultsOfPage(PAGE)).toEqual([]);
});

test('what differs on purpose names lines that are there and where it was decided, the card first', () => {
  const rows = read('src/decisions/specification/differences.md')
    .split('\n')
    .filter((line) => /^\| (?:Card: |\d)/.test(line))
    .map(cellsOf);
  expect(rows).toHaveLength(21);
  expect(rows.findIndex(([line]) => /^\d/.test(line ?? ''))).toBe(
    rows.filter(([line]) => line?.startsWith('Card')).length,
  );
  for (const [line = '', , decided = ''] of rows) {
    const named = line.startsWith('Card') ? [] : line.split(', ');
    for (const each of named) expect(PAGE, each).toContain(`\n| ${each} |`);
    const files = [...decided.matchAll(/\]\(([^)#]+)/g)].map(([, file]) =>
      join('src/decisions/specification', file as string),
    );
    expect(files.filter((file) => readIfThere(file) === undefined)).toEqual([]);
    expect(files.length > 0 || decided === 'here', line).toBe(true);
  }
});

test.each<[string, string | RegExp, string, string]>([
  ['a line is missing', /\| 2\.7 .*\n/, '', 'the lines are not those of the specification'],
  ['a line names no test', /(\| 2\.7 \|.*\| )`[^|]+\|/, '$1soon |', '2.7 names no test: soon'],
  ['a test is gone', 'support sees the client’s account', 'support saw', '2.7 is shown by no test of'],
  [
    'a file is gone',
    'redeem-login-as/201',
    'redeem-login-as/299',
    '2.7 is shown by tests/server/lending/people/redeem',
  ],
])('it is told when %s', (_, from, to, fault) => {
  expect(faultsOfPage(PAGE.replace(from, to)).join('\n')).toContain(fault);
});
