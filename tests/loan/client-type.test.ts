import { describe, expect, test } from 'vitest';
import { calculatorMode, clientType } from '#loan/client-type.ts';

describe('the client type', () => {
  test.each([
    [0, 'new'],
    [1, 'repeat'],
    [7, 'repeat'],
  ] as const)(
    'with %i loans paid is %s',
    { tags: ['spec-1.4', 'spec-3.4', 'spec-4.22', 'spec-5.2'] },
    (paidLoanCount, type) => {
      expect(clientType(paidLoanCount)).toBe(type);
    },
  );
});

describe('the calculator’s mode', () => {
  test.each([
    ['a repeat client', { paidLoanCount: 2 }, false, 'profile'],
    ['a repeat client on the landing host', { paidLoanCount: 2 }, true, 'profile'],
    ['a client without a paid loan', { paidLoanCount: 0 }, false, 'public'],
    ['a client without a paid loan on the landing host', { paidLoanCount: 0 }, true, 'public'],
    ['a visitor', undefined, false, 'public'],
    ['a visitor on the landing host', undefined, true, 'no-calculator'],
  ] as const)(
    'for %s the mode follows from the loans that were paid back and from the host',
    { tags: ['spec-1.4', 'spec-4.23', 'spec-4.24', 'spec-4.31'] },
    (_, client, isLanding, mode) => {
      expect(calculatorMode(client, { isLanding })).toBe(mode);
    },
  );
});
