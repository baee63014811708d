import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cciNumber } from '#api/field-rules/bank-account.ts';
import { oneOf, optional, required, ticked, wholeBetween } from '#api/field-rules/field-rule.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';

const codeOf = (schema: z.core.$ZodType, value: unknown): string | undefined =>
  z.safeParse(schema, value).error?.issues[0]?.message;

describe('a rule as part of a body', () => {
  test('stores what was typed in its own form', () => {
    expect(z.parse(required(mobilePhone), '987 654 321')).toBe('+51987654321');
  });

  test.each([
    [required(mobilePhone), '', 'required'],
    [required(mobilePhone), undefined, 'required'],
    [required(mobilePhone), '12', 'invalid'],
    [optional(mobilePhone), undefined, undefined],
    [optional(mobilePhone), '', undefined],
    [optional(mobilePhone), '12', 'invalid'],
    [optional(mobilePhone), 12, 'invalid'],
    [oneOf(['A', 'B']), 'C', 'unknown'],
    [oneOf(['A', 'B']), 'A', undefined],
    [wholeBetween(1, 31), 31, undefined],
    [wholeBetween(1, 31), 32, 'out_of_range'],
    [wholeBetween(1, 31), 0, 'out_of_range'],
    [wholeBetween(1, 31), 1.5, 'invalid'],
    [wholeBetween(1, 31), '5', 'invalid'],
    [ticked(), true, undefined],
    [ticked(), false, 'required'],
  ])('%#: %j says %s', (schema, value, code) => {
    expect(codeOf(schema, value)).toBe(code);
  });
});

test('digits come without what people put between them', () => {
  expect(cciNumber.normalise('(002) 191-000012345678/52')).toBe('00219100001234567852');
});
