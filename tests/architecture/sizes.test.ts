import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CEILINGS, sizesLine, sizesOf } from '#tools/test/sizes.ts';
import { ROOT } from './source-tree.ts';

// A copy without git has nothing to count by.
test.runIf(existsSync(join(ROOT, '.git')))('product, tests and Markdown stay below their ceilings', () => {
  const sizes = sizesOf(ROOT);
  expect(sizes.product, sizesLine(sizes)).toBeLessThanOrEqual(CEILINGS.product);
  expect(sizes.tests, sizesLine(sizes)).toBeLessThanOrEqual(CEILINGS.tests);
  expect(sizes.markdownKb, sizesLine(sizes)).toBeLessThanOrEqual(CEILINGS.markdownKb);
  // Nothing is counted as nothing.
  expect(Math.min(sizes.product, sizes.tests, sizes.markdownKb)).toBeGreaterThan(100);
});
