import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { validate } from '#api/validate.ts';

function codes(schema: z.core.$ZodType, input: unknown, envelope?: readonly string[]): string[] {
  const result = validate(schema, input, envelope);
  return result.kind === 'valid' ? [] : result.fieldErrors.map(({ field, code }) => `${field}.${code}`);
}

describe('a field error has the code every form speaks', () => {
  test.each<[string, z.core.$ZodType, unknown, string]>([
    ['missing', z.string(), undefined, 'a.required'],
    ['null', z.string(), null, 'a.invalid'],
    ['wrong type', z.string(), 7, 'a.invalid'],
    ['text too short', z.string().check(z.minLength(3)), 'ab', 'a.too_short'],
    ['text too long', z.string().check(z.maxLength(1)), 'ab', 'a.too_long'],
    ['list too short', z.array(z.int()).check(z.minLength(1)), [], 'a.too_short'],
    ['number too small', z.number().check(z.gte(3)), 2, 'a.out_of_range'],
    ['number too large', z.number().check(z.lte(3)), 4, 'a.out_of_range'],
    ['off step', z.number().check(z.multipleOf(50)), 75, 'a.step'],
    ['wrong form', z.string().check(z.regex(/^\d+$/)), 'x', 'a.invalid'],
    ['not one of the values', z.enum(['x', 'y']), 'z', 'a.not_allowed'],
    ['not the literal', z.literal(true), false, 'a.not_allowed'],
    ['a rule of ours without a code', z.string().check(z.refine(() => false)), 'x', 'a.invalid'],
    [
      'a rule of ours with its code',
      z.string().check(z.refine(() => false, { params: { code: 'underage' } })),
      'x',
      'a.underage',
    ],
    [
      'a rule of ours with a made-up code',
      z.string().check(z.refine(() => false, { params: { code: 'no_such' } })),
      'x',
      'a.invalid',
    ],
    ['none of several types', z.union([z.string(), z.number()]), true, 'a.invalid'],
  ])('%s', (_, schema, value, expected) => {
    expect(codes(z.strictObject({ a: schema as z.ZodMiniType }), { a: value })).toEqual([expected]);
  });
});

describe('a field error names the field', () => {
  const nested = z.strictObject({
    person: z.strictObject({ phones: z.array(z.strictObject({ number: z.string() })) }),
  });

  test('with dots through objects and lists', () => {
    expect(codes(nested, { person: { phones: [{ number: '1' }, {}] } })).toEqual(['person.phones.1.number.required']);
    expect(codes(nested, { person: { phones: [], age: 3 } })).toEqual(['person.age.unknown']);
  });

  test('without a wrapper that only wraps', () => {
    expect(codes(nested, { person: {} }, ['person'])).toEqual(['phones.required']);
    expect(codes(nested, {}, ['person'])).toEqual(['person.required']);
  });

  test('as the body when there is no field to name', () => {
    expect(codes(nested, 'text')).toEqual(['body.invalid']);
  });

  test('inherited names are not taken for fields', () => {
    expect(codes(z.strictObject({ constructor: z.string() }), {})).toEqual(['constructor.required']);
  });

  test('cut to a bearable length', () => {
    const [error] = codes(z.strictObject({}), { ['x'.repeat(5000)]: 1 });
    expect(error).toBe(`${'x'.repeat(80)}.unknown`);
  });
});

describe('of several shapes', () => {
  const card = z.strictObject({ card: z.strictObject({ number: z.string(), month: z.int() }) });
  const bank = z.strictObject({ bank: z.strictObject({ cci: z.string() }) });
  const either = z.union([card, bank]);

  test('the one that was meant is explained', () => {
    expect(codes(either, { card: { number: 4 } })).toEqual(['card.number.invalid', 'card.month.required']);
    expect(codes(either, { bank: {}, note: 1 })).toEqual(['bank.cci.required', 'note.unknown']);
  });

  test('all are named when nothing was sent', () => {
    expect(codes(either, {}).sort()).toEqual(['bank.required', 'card.required']);
  });

  test('two at once are not allowed together', () => {
    const both = { card: { number: '4', month: 1 }, bank: { cci: '1' } };
    expect(codes(either, both, ['card', 'bank']).sort()).toEqual(['bank.not_allowed', 'card.not_allowed']);
  });
});

test('a valid input comes back parsed', () => {
  expect(validate(z.strictObject({ a: z._default(z.int(), 3) }), {})).toEqual({ kind: 'valid', value: { a: 3 } });
});
