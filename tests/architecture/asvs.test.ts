import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Level, REQUIREMENTS } from './asvs-requirements.ts';
import { faultsOf, LICENCE, type Sheet, totalsOf } from './asvs-sheet.ts';
import { filesUnder, ROOT, read } from './source-tree.ts';
import { testTitles } from './test-titles.ts';

const FOLDER = 'src/decisions/asvs';

function readIfThere(file: string): string | undefined {
  return existsSync(join(ROOT, file)) && statSync(join(ROOT, file)).isFile() ? read(file) : undefined;
}

const SHEET: Sheet = {
  pages: Object.fromEntries(filesUnder(FOLDER).map((file) => [file.slice(FOLDER.length + 1), read(file)])),
  requirements: REQUIREMENTS,
  read: readIfThere,
  belowGoal: {
    since: '2026-11-22',
    why: '15.2.1 (level 1) wants a network to ask for known faults; 13.3.1 and 16.4.3 are shown at a lender’s platform, which is not chosen yet; 5.4.3 and 6.6.1 want a scanner and a second kind of code, which are not built',
    rows: ['5.4.3', '6.6.1', '13.3.1', '15.2.1', '16.4.3'],
  },
};

test('every requirement of levels 1 and 2 stands once, with files and tests that are there', () => {
  console.table(totalsOf(SHEET));
  console.info(SHEET.belowGoal);
  expect(REQUIREMENTS.size).toBe(253);
  expect(faultsOf(SHEET)).toEqual([]);
});

const TESTED = `describe('a form', () => { test.each([1])('is read whole, %s', () => {}); test('once', () => {}); });
test(\`a page of \${kind}\`, () => {}); test('once', () => {});`;

/** A small sheet without faults; the tests below put one in. */
const PAGE = `# ASVS 1. Encoding

${LICENCE}

| Requirement | Level | Asks | Met by | Shown by |
|---|---|---|---|---|
| 1.1.1 | L2 | decoded once | \`src/form.ts\` | \`tests/form.test.ts\`: is read whole, %s<br>\`tests/form.test.ts\`: a page of \${kind} |
| 1.2.1 | L1 | encoded for where it goes | \`src/form.ts\` | \`tests/form.test.ts\`: a form > once |

## Does not apply

| Requirement | Reason |
|---|---|
| 1.2.6 | there is no LDAP anywhere in the product |
`;
const NOT_MET = `
## Not met

| Requirement | Level | Since | Reason | What would change it |
|---|---|---|---|---|
`;

function faultsWith(change: (page: string) => string, levels: Record<string, Level> = {}, name = '01-encoding.md') {
  const files: Record<string, string> = { 'src/form.ts': '', 'tests/form.test.ts': TESTED };
  return faultsOf({
    pages: { [name]: change(PAGE) },
    requirements: new Map(Object.entries({ '1.1.1': 'L2', '1.2.1': 'L1', '1.2.6': 'L2', ...levels } as const)),
    read: (file) => files[file],
  });
}

test('a sheet without faults has none', () => {
  expect(faultsWith((page) => page)).toEqual([]);
});

test.each<[string, string | RegExp, string, string]>([
  ['a requirement is missing', /\| 1\.1\.1 .*\n/, '', '1.1.1 stands on no page'],
  ['a requirement stands twice', '1.2.1', '1.1.1', '1.1.1 stands there twice'],
  ['a requirement is none', '1.2.1', '1.9.9', '1.9.9 is no requirement of level 1 or 2'],
  ['the level is another', '| L1 |', '| L2 |', '01-encoding.md: 1.2.1 has another level'],
  ['nothing is asked', 'decoded once', '', '01-encoding.md: 1.1.1 says nothing of what it asks'],
  ['too much is asked', 'decoded once', 'a '.repeat(21), '01-encoding.md: 1.1.1 asks in more than 20 words'],
  ['no file meets it', '`src/form.ts`', 'the form', '01-encoding.md: 1.1.1 names no file that meets it'],
  [
    'the file is not there',
    'src/form.ts',
    'src/gone.ts',
    '01-encoding.md: 1.1.1 is met by src/gone.ts, which is not there',
  ],
  [
    'the test file is not there',
    '`tests/form.test.ts`: a form',
    '`tests/gone.test.ts`: a form',
    '01-encoding.md: 1.2.1 is shown by tests/gone.test.ts, which is not there',
  ],
  [
    'no test has that title',
    `a page of \${kind}`,
    'a page of',
    '01-encoding.md: 1.1.1 is shown by no test of tests/form.test.ts: a page of',
  ],
  [
    'two tests have that title',
    'a form > once',
    'once',
    '01-encoding.md: 1.2.1 could be any of 2 tests of tests/form.test.ts: once',
  ],
  [
    'no test is named',
    /`tests\/form\.test\.ts`: a form > once/,
    'by hand',
    '01-encoding.md: 1.2.1 names no test: by hand',
  ],
  ['a cell is missing', 'decoded once |', '', '01-encoding.md: 1.1.1 has 4 cells, not 5'],
  ['the columns are others', '| Asks |', '| Says |', '01-encoding.md: a table of other columns'],
  [
    'something does not apply without a reason',
    'there is no LDAP anywhere in the product',
    'none',
    '1.2.6 has no reason',
  ],
  ['the title is another', '# ASVS 1.', '# ASVS 2.', '01-encoding.md: its title begins with "# ASVS 1. "'],
  ['nobody is named', LICENCE, '', '01-encoding.md: says nothing of whose requirements these are'],
])('it is told when %s', (_, from, to, fault) => {
  expect(faultsWith((page) => page.replace(from, () => to)).join('\n')).toContain(fault);
});

test('it is told when a requirement stands on the page of another chapter, or the page is called otherwise', () => {
  expect(faultsWith((page) => page.replace('# ASVS 1.', '# ASVS 2.'), {}, '02-validation.md')).toContain(
    '02-validation.md: 1.1.1 belongs to another page',
  );
  expect(faultsWith((page) => page, {}, 'encoding.md')).toContain('encoding.md: a page is called NN-chapter.md');
});

test('what a page documents below its tables names files and tests that are there', () => {
  const document = (test: string, file = 'src/form.ts') =>
    faultsWith(
      (page) => `${page}\n## Rules\n\n| Rule | Where | Shown by |\n|---|---|---|\n| whole | \`${file}\` | ${test} |\n`,
    );
  expect(document('`tests/form.test.ts`: a form > once')).toEqual([]);
  expect(document('`tests/form.test.ts`: twice')).toEqual([
    '01-encoding.md: a rule is shown by no test of tests/form.test.ts: twice',
  ]);
  expect(document('`tests/form.test.ts`: a form > once', 'src/gone.ts')).toEqual([
    '01-encoding.md: src/gone.ts is not there',
  ]);
});

test('a row that waits for its test is told last, and counts as neither met nor not met', () => {
  const waiting = (page: string) => page.replace('`tests/form.test.ts`: a form > once', 'pending: C1');
  expect(faultsWith(waiting)).toEqual(['01-encoding.md: 1.2.1 waits for its test: pending: C1']);
});

test('what is not met has a date, a reason and what would change it', () => {
  const notMet = (row: string) => faultsWith((page) => `${page}${NOT_MET}${row}\n`, { '1.3.1': 'L2' }).join('\n');
  const reason = 'no scanner is kept well enough to trust with clients’ papers';
  const whole = notMet(`| 1.3.1 | L2 | 2026-11-22 | ${reason} | a scanner of the lender’s |`);
  expect(whole).toBe('50.00 % of level 2 is met, less than 97 %');
  expect(notMet(`| 1.3.1 | L2 | lately | ${reason} | a scanner |`)).toContain('1.3.1 has no date since when');
  expect(notMet('| 1.3.1 | L2 | 2026-11-22 | later | a scanner |')).toContain('1.3.1 has no reason');
  expect(notMet(`| 1.3.1 | L2 | 2026-11-22 | ${reason} | |`)).toContain('1.3.1 does not say what would change it');
});

test('level 1 is met whole, and of level 2 at most three in a hundred are not', () => {
  const row = (id: string, level: Level) =>
    `| ${id} | ${level} | 2026-11-22 | somebody must decide this first, and nobody has | a decision |\n`;
  const met = Array.from({ length: 99 }, (_, index) => `1.4.${index}`);
  const levels = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, 'L2' as const]));
  const line = `| 1.1.1 | L2 | decoded once | \`src/form.ts\` | \`tests/form.test.ts\`: a page of \${kind} |\n`;
  const rows = met.map((id) => line.replace('1.1.1', id)).join('');
  const withMany = (page: string) => page.replace('| 1.2.1 ', () => `${rows}| 1.2.1 `);
  const three = ['1.5.1', '1.5.2', '1.5.3'];
  const lacking = (...ids: string[]) =>
    faultsWith(
      (page) => `${withMany(page)}${NOT_MET}${ids.map((id) => row(id, 'L2')).join('')}`,
      levels(...met, ...ids),
    );
  expect(lacking(...three)).toEqual([]);
  expect(lacking(...three, '1.5.4')).toEqual(['96.15 % of level 2 is met, less than 97 %']);
  expect(faultsWith((page) => `${page}${NOT_MET}${row('1.3.1', 'L1')}`, { '1.3.1': 'L1' })).toEqual([
    '1 requirements of level 1 are not met',
  ]);
});

test('below a goal it names since when, why and by which rows, and no other row may join them', () => {
  const row = '| 1.3.1 | L1 | 2026-11-22 | somebody must decide this first, and nobody has | a decision |\n';
  const why = 'somebody must decide this, and nobody has';
  const below = (belowGoal: NonNullable<Sheet['belowGoal']>, page = `${PAGE}${NOT_MET}${row}`) =>
    faultsOf({
      pages: { '01-encoding.md': page },
      requirements: new Map(
        Object.entries({
          '1.1.1': 'L2',
          '1.2.1': 'L1',
          '1.2.6': 'L2',
          ...(page === PAGE ? {} : { '1.3.1': 'L1' }),
        } as const),
      ),
      read: (file) => ({ 'src/form.ts': '', 'tests/form.test.ts': TESTED })[file],
      belowGoal,
    });
  expect(below({ since: '2026-11-22', why, rows: ['1.3.1'] })).toEqual([]);
  expect(below({ since: '2026-11-22', why, rows: [] })).toEqual(['1.3.1 is not met, and stands below no goal']);
  expect(below({ since: '2026-11-22', why, rows: ['1.3.1', '1.2.1'] })).toEqual([
    '1.2.1 stands below a goal and is met',
  ]);
  expect(below({ since: 'lately', why, rows: ['1.3.1'] })).toEqual(['being below the goals has no date or no reason']);
  expect(below({ since: '2026-11-22', why: 'later', rows: ['1.3.1'] })).toHaveLength(1);
  expect(below({ since: '2026-11-22', why, rows: [] }, PAGE)).toEqual([
    'the goals are reached: nothing is below them any more',
  ]);
});

test('a promise is called as it runs', () => {
  const promise = "promise({ text: 'code_lead', says: 'Vale {minutes} minutos.' }, async () => {});";
  expect(testTitles('a.test.ts', promise)).toEqual(['code_lead: Vale {minutes} minutos.']);
});

test('titles are read as they are written, with the groups they are in', () => {
  expect(testTitles('form.test.ts', TESTED)).toEqual([
    'a form > is read whole, %s',
    'a form > once',
    `a page of \${kind}`,
    'once',
  ]);
  expect(testTitles('a.spec.ts', "test.describe('in', () => { test('x', async () => {}); });")).toEqual(['in > x']);
  expect(testTitles('b.test.ts', "// test('in words', () => {});\ntest.runIf(on)('runs', () => {});")).toEqual([
    'runs',
  ]);
});
