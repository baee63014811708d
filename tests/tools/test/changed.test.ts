import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { quickTestFiles, testsOf } from '#tools/test/changed.ts';

const TESTS = [
  'tests/client-area/profile/documents/documents.screen.test.ts',
  'tests/loan/loan-life.test.ts',
  'tests/loan/money.test.ts',
  'tests/server/lending/people/sign-in/400.test.ts',
  'tests/server/lending/people/sign-in/429.test.ts',
];

test('one name finds the tests: of a rule, of an endpoint, of a screen', () => {
  expect(testsOf(['src/loan/money.ts'], TESTS)).toEqual(['tests/loan/money.test.ts']);
  expect(testsOf(['src/api/endpoints/sign-in.ts'], TESTS)).toEqual(TESTS.slice(3));
  expect(testsOf(['src/client-area/profile/documents/documents.css'], TESTS)).toEqual(TESTS.slice(0, 1));
});

test('a changed test is one of them, what has none brings none', () => {
  expect(testsOf(['tests/loan/loan-life.test.ts', 'tests/support/money.ts'], TESTS)).toEqual([
    'tests/loan/loan-life.test.ts',
  ]);
  expect(testsOf(['README.md', 'src/server/start/main.ts'], TESTS)).toEqual([]);
});

test('every test file of the repository is known, but those that take minutes', () => {
  const files = quickTestFiles(fileURLToPath(new URL('../../..', import.meta.url)));
  expect(files).toContain('tests/tools/test/changed.test.ts');
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => /fuzz|tools\/start\.test|rooms/.test(file))).toEqual([]);
});
