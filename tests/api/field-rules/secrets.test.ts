import { describe, expect, test } from 'vitest';
import { checkField } from '#api/field-rules/field-rule.ts';
import { newPassword, oneTimeCode, revealsOwner } from '#api/field-rules/secrets.ts';

test.each([
  ['123456', '123456', undefined],
  ['123 456', '123456', undefined],
  ['123-456', '123456', undefined],
  ['１２３４５６', '123456', undefined],
  ['\u200b123\u202f456\ufeff', '123456', undefined],
  ['12345', '12345', 'invalid'],
  ['12345a', '12345a', 'invalid'],
  ['', '', 'required'],
])('a code %j is %j: %s', { tags: 'asvs-6.5.4' }, (typed, value, code) => {
  expect(checkField(oneTimeCode, typed)).toEqual({ value, code });
});

describe('a password', () => {
  test.each([
    ['nueve car', 'too_short'],
    ['diez letra', undefined],
    ['          ', undefined],
    ['correcto caballo batería grapa', undefined],
    ['ñ'.repeat(128), undefined],
    ['ñ'.repeat(129), 'too_long'],
  ])(
    '%j: %s, and it is taken exactly as typed',
    { tags: ['asvs-6.2.1', 'asvs-6.2.5', 'asvs-6.2.9'] },
    (typed, code) => {
      expect(checkField(newPassword, typed)).toEqual({ value: typed, code });
    },
  );

  test.each([
    ['mi clave 45678912', true],
    ['mi clave 4567-8912', true],
    ['llamame al 987654321', true],
    ['ce00123456a mas', true],
    ['mi clave 45678913', false],
  ])('%j says who it belongs to: %s', { tags: 'asvs-6.2.11' }, (password, does) => {
    expect(revealsOwner(password, ['45678912', '+51987654321', '00123456A', undefined, ''])).toBe(does);
  });
});
