import { describe, expect, test } from 'vitest';
import { closesOn, closingObstacle, forgetOn } from '#loan/account-closing.ts';
import { calendarDate } from '#loan/calendar.ts';

const NOTHING = { hasOpenLoan: false, hasOpenApplication: false, hasOpenComplaint: false, creditCents: 0 };

describe('an account', () => {
  test.each([
    [{}, undefined],
    [{ hasOpenLoan: true, hasOpenComplaint: true }, 'open-loan'],
    [{ hasOpenApplication: true, creditCents: 1 }, 'open-application'],
    [{ hasOpenComplaint: true }, 'open-complaint'],
    [{ creditCents: 1 }, 'credit-balance'],
  ] as const)('with %j is kept open because of %s', (situation, obstacle) => {
    expect(closingObstacle({ ...NOTHING, ...situation })).toBe(obstacle);
  });

  test('closes fourteen days after it was asked, and is forgotten ten years later', () => {
    expect(closesOn(calendarDate('2026-01-15'))).toBe('2026-01-29');
    expect(forgetOn(calendarDate('2026-01-29'))).toBe('2036-01-29');
    expect(forgetOn(calendarDate('2028-02-29'))).toBe('2038-03-01');
  });
});
