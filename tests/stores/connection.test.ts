import { expect, test } from 'vitest';
import { isSparing } from '#stores/connection.ts';

test.each([
  [{ effectiveType: '2g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
  [{ effectiveType: '3g' }, false],
  [{ effectiveType: '4g', saveData: false }, false],
  [{ effectiveType: '4g', saveData: true }, true],
  [undefined, false],
])('a connection that tells %j is spared: %s', { tags: 'spec-9.16' }, (connection, spared) => {
  expect(isSparing({ connection })).toBe(spared);
});
