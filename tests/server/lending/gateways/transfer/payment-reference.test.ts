import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findPaymentReference,
  isPaymentReference,
  newPaymentReference,
} from '#server/lending/gateways/transfer/payment-reference.ts';
import { forAll } from '#tests/support/for-all.ts';

const reference = fc.integer({ min: 100_000_000, max: 999_999_999 }).map((number) => newPaymentReference(() => number));

test('a new reference has ten digits and is valid', () => {
  expect(newPaymentReference()).toMatch(/^[1-9]\d{9}$/);
  forAll(800, [reference], (each) => isPaymentReference(each));
});

test('one wrong digit, or two neighbours in the wrong order, are always noticed', () => {
  forAll(800, [reference, fc.nat(9), fc.integer({ min: 1, max: 9 })], (each, at, by) => {
    const wrong = each.slice(0, at) + ((Number(each[at]) + by) % 10) + each.slice(at + 1);
    expect(isPaymentReference(wrong)).toBe(false);
  });
  forAll(800, [reference, fc.nat(8)], (each, at) => {
    fc.pre(each[at] !== each[at + 1]);
    const swapped = each.slice(0, at) + each[at + 1] + each[at] + each.slice(at + 2);
    expect(isPaymentReference(swapped)).toBe(false);
  });
});

test('a reference is found in what people write around it, as printed or in one piece', () =>
  forAll(800, [reference], (each) => {
    const printed = each.replace(/^(\d{4})(\d{3})/, '$1 $2 ');
    for (const text of [each, `TRANSF ${each} ROSA`, `pago (${printed})`, `REF:${each}.`]) {
      expect(findPaymentReference(text)).toBe(each);
    }
    for (const text of [`1${each}`, `${each}0`, `${each},50`, `00-${each}-1`]) {
      expect(findPaymentReference(text)).toBeUndefined();
    }
  }));

test('two references in one description are for a person to tell apart', () => {
  const [a, b] = [newPaymentReference(() => 123_456_789), newPaymentReference(() => 987_654_321)];
  expect(findPaymentReference(`${a} y ${b}`)).toBeUndefined();
  expect(findPaymentReference(`${a} y otra vez ${a}`)).toBe(a);
  expect(findPaymentReference('sin nada')).toBeUndefined();
});
