import { describe, expect, test } from 'vitest';
import { anyPhone, internationalPhone } from '#api/field-rules/any-phone.ts';
import { checkField } from '#api/field-rules/field-rule.ts';
import { mobilePhone } from '#api/field-rules/phone.ts';

describe('a mobile that a code can be sent to', () => {
  test.each([
    ['987654321', '+51987654321', undefined],
    ['+51 987 654 321', '+51987654321', undefined],
    ['51987654321', '+51987654321', undefined],
    ['0051-987-654-321', '+51987654321', undefined],
    ['(987) 654.321', '+51987654321', undefined],
    ['887654321', '887654321', 'invalid'],
    ['98765432', '98765432', 'invalid'],
    ['9876543210', '9876543210', 'invalid'],
    ['+34600123456', '+34600123456', 'invalid'],
    ['015551234', '015551234', 'invalid'],
    ['', '', 'required'],
  ])('%j is stored as %j: %s', { tags: 'spec-5.9' }, (typed, value, code) => {
    expect(checkField(mobilePhone, typed)).toEqual({ value, code });
  });
});

test.each([
  ['01 555 1234', undefined, undefined],
  ['044 123 456', undefined, undefined],
  ['987654321', undefined, undefined],
  ['5551', 'invalid', 'invalid'],
  ['+34 600 123 456', 'invalid', undefined],
  ['+51 12', 'invalid', 'invalid'],
])('%j to call somebody at: %s; of somebody who may live abroad: %s', (typed, here, anywhere) => {
  expect(checkField(anyPhone, typed).code).toBe(here);
  expect(checkField(internationalPhone, typed).code).toBe(anywhere);
});
