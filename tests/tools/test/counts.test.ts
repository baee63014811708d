import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addCounts, checkCounts, reportCounts, summaryLine } from '#tools/test/counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'manay-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = (numPassedTests: number, numFailedTests: number, testResults: object[] = []): string =>
  report({ numPassedTests, numFailedTests, testResults });
const playwright = (expected: number, unexpected: number, flaky = 0, errors: object[] = []): string =>
  report({ stats: { expected, unexpected, flaky, skipped: 0 }, errors });

test('the last line is the sum over all steps', () => {
  const all = [checkCounts(0), { passed: 120, failed: 0 }, { passed: 7, failed: 2 }];
  expect(summaryLine(addCounts(all))).toBe('128 passed, 2 failed');
});

test('a check that is no test runner counts as one', () => {
  expect([checkCounts(0), checkCounts(2)]).toEqual([
    { passed: 1, failed: 0 },
    { passed: 0, failed: 1 },
  ]);
});

test.each([
  ['Vitest, all well', () => vitest(12, 0), 0, { passed: 12, failed: 0 }],
  ['Vitest, two tests failed', () => vitest(10, 2), 1, { passed: 10, failed: 2 }],
  [
    'Vitest, a file that does not load',
    () => vitest(10, 0, [{ status: 'failed', assertionResults: [] }]),
    1,
    { passed: 10, failed: 1 },
  ],
  ['Vitest, an error between the tests', () => vitest(10, 0), 1, { passed: 10, failed: 1 }],
  ['Vitest, nothing ran', () => vitest(0, 0), 0, { passed: 0, failed: 1 }],
  ['Playwright, all well', () => playwright(8, 0), 0, { passed: 8, failed: 0 }],
  ['Playwright, one failed', () => playwright(7, 1), 1, { passed: 7, failed: 1 }],
  ['Playwright, one passes only sometimes', () => playwright(7, 0, 1), 0, { passed: 7, failed: 1 }],
  ['Playwright, no server', () => playwright(0, 0, 0, [{}]), 1, { passed: 0, failed: 1 }],
  ['a runner that died before it wrote a report', () => join(folder, 'none.json'), 134, { passed: 0, failed: 1 }],
])('%s', (_, file, exitCode, expected) => {
  expect(reportCounts(file(), exitCode)).toEqual(expected);
});
