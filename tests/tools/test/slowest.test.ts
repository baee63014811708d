import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileTimes, slowestLines } from '#tools/test/slowest.ts';

const folder = mkdtempSync(join(tmpdir(), 'manay-slowest-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('Vitest says when a file began and ended', () => {
  const file = report({ testResults: [{ name: '/repo/tests/loan/money.test.ts', startTime: 1000, endTime: 3500 }] });
  expect(fileTimes('rules', file, '/repo')).toEqual([
    { file: 'tests/loan/money.test.ts', step: 'rules', seconds: 2.5 },
  ]);
});

test('Playwright says how long each journey took, in every project: a file has their sum', () => {
  const spec = (...durations: number[]) => ({
    file: 'paying.spec.ts',
    tests: durations.map((duration) => ({ results: [{ duration }] })),
  });
  const file = report({ suites: [{ specs: [spec(1000)], suites: [{ specs: [spec(2000, 500)] }] }] });
  expect(fileTimes('browser', file, '/repo')).toEqual([
    { file: 'tests/e2e/paying.spec.ts', step: 'browser', seconds: 3.5 },
  ]);
});

test('a runner that wrote no report has no times', () => {
  expect(fileTimes('rules', join(folder, 'none.json'), '/repo')).toEqual([]);
});

test('the ten slowest come first, slowest on top', () => {
  const times = Array.from({ length: 12 }, (_, n) => ({ file: `tests/${n}.test.ts`, step: 'rules', seconds: n }));
  const lines = slowestLines(times);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe('   11.0 s  tests/11.test.ts (rules)');
  expect(lines[9]).toContain('tests/2.test.ts');
});
