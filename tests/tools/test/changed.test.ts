import { expect, test } from 'vitest';
import { testsOf, whyNoTests } from '#tools/test/changed.ts';

test('a changed file chooses the tests of its name and those in a folder of its name', () => {
  const tests = ['tests/loan/money.test.ts', 'tests/loan/money/sum.test.ts', 'tests/loan/late.test.ts'];
  expect(testsOf(['src/loan/money.ts'], tests)).toEqual(tests.slice(0, 2));
  expect(testsOf(['tests/loan/late.test.ts'], tests)).toEqual(tests.slice(2));
});

test('where no tests are chosen, it is said why', () => {
  expect(whyNoTests([], [])).toBe('no files differ from main: no tests chosen');
  expect(whyNoTests(['README.md'], [])).toContain('no test is named after a file that differs');
  expect(whyNoTests(['src/loan/money.ts'], ['tests/loan/money.test.ts'])).toBeUndefined();
});
