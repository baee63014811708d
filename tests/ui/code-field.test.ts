import { expect, test } from 'vitest';
import { codeIn } from '#ui/field/code-field.tsx';

test.each([
  ['856 117', '856117'],
  ['856-1', '8561'],
  ['８５６１１７', '856117'],
  ['S/ 500,00: tu código es 856117.', '856117'],
  ['8561179', '856117'],
  ['abc', ''],
])('of %s the code is %s, as it is typed or pasted', (typed, code) => {
  expect(codeIn(typed, 6)).toBe(code);
});
