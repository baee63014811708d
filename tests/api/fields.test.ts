import { describe, expect, test } from 'vitest';
import { errorBody } from '#api/errors.ts';
import { FIELD_CODES } from '#api/field-codes.ts';
import { date, percent, soles } from '#api/fields.ts';

describe('soles on the wire', () => {
  test.each([0, 500, 573.03, 0.07, 8.7, -12.5, 999_999_999.99])('%s is an amount', (value) => {
    expect(soles().safeParse(value).success).toBe(true);
  });

  test.each([0.001, 573.035, '573.03', null, Number.NaN, Number.POSITIVE_INFINITY, 1e13])(
    '%s is refused as an amount',
    { tags: 'asvs-1.4.2' },
    (value) => {
      expect(soles().safeParse(value).success).toBe(false);
    },
  );
});

describe('a date on the wire', () => {
  test('is YYYY-MM-DD', () => {
    expect(date().safeParse('2026-02-14').success).toBe(true);
    for (const wrong of ['14/02/2026', '2026-2-14', '2026-02-14T00:00:00Z', 20_260_214]) {
      expect(date().safeParse(wrong).success).toBe(false);
    }
  });
});

test('a rate is a number that is not negative', () => {
  expect(percent().safeParse(413.44).success).toBe(true);
  expect(percent().safeParse(-0.01).success).toBe(false);
  expect(percent().safeParse('413.44').success).toBe(false);
});

describe('the error body', () => {
  const error = { code: 'invalid_request', message: 'amount is out of range' };

  test('names a code, a message for developers, and the fields with their codes', { tags: 'spec-3.39' }, () => {
    for (const code of FIELD_CODES) {
      expect(errorBody.safeParse({ error: { ...error, fieldErrors: [{ field: 'amount', code }] } }).success).toBe(true);
    }
    expect(errorBody.safeParse({ error }).success).toBe(true);
  });

  test('has no request id: that travels in its header, so that refusals are byte-identical', () => {
    expect(errorBody.safeParse({ error: { ...error, requestId: '1' } }).success).toBe(false);
  });

  test('knows no other field codes', () => {
    expect(errorBody.safeParse({ error: { ...error, fieldErrors: [{ field: 'a', code: 'odd' }] } }).success).toBe(
      false,
    );
  });
});
