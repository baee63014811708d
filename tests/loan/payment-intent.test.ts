import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '#loan/money.ts';
import {
  amountOutcome,
  codeQueryAt,
  isInFlight,
  mayStillCome,
  PAYMENT_INTENT_EVENTS,
  PAYMENT_INTENT_STATUSES,
  PAYMENT_INTENT_TRANSITIONS,
  PAYMENT_METHODS,
  type PaymentIntentEvent,
  type PaymentIntentStatus,
  queryAfterMs,
  railOf,
} from '#loan/payment-intent.ts';
import { isTerminal, move } from '#loan/transitions.ts';
import { forAll } from '#tests/support/for-all.ts';

/** News in the order in which it comes; what the table does not know is old news. */
function after(news: readonly PaymentIntentEvent[], from: PaymentIntentStatus = 'CREATED'): PaymentIntentStatus {
  return news.reduce((status, event) => {
    const result = move(PAYMENT_INTENT_TRANSITIONS, status, event);
    return result.kind === 'moved' ? result.to : status;
  }, from);
}

describe('a payment (domain 2.11.2)', () => {
  test.each<[string, PaymentIntentEvent[], PaymentIntentStatus]>([
    ['by card, approved', ['shown-to-customer', 'authorisation-sent', 'money-proved'], 'SUCCEEDED'],
    ['by card, declined', ['shown-to-customer', 'authorisation-sent', 'declined'], 'FAILED'],
    ['by card, no answer', ['shown-to-customer', 'authorisation-sent', 'no-answer'], 'UNKNOWN'],
    ['found by the janitor', ['shown-to-customer', 'authorisation-sent', 'no-answer', 'money-proved'], 'SUCCEEDED'],
    ['not found by the janitor', ['shown-to-customer', 'authorisation-sent', 'no-answer', 'declined'], 'FAILED'],
    ['by code, paid', ['shown-to-customer', 'money-proved'], 'SUCCEEDED'],
    ['by code, paid after it expired', ['shown-to-customer', 'expired', 'money-proved'], 'SUCCEEDED'],
    ['by code, paid after it was cancelled', ['shown-to-customer', 'cancelled', 'money-proved'], 'SUCCEEDED'],
    ['by transfer, voucher sent', ['shown-to-customer', 'voucher-sent'], 'IN_REVIEW'],
    ['by transfer, on the statement', ['shown-to-customer', 'voucher-sent', 'money-proved'], 'SUCCEEDED'],
    ['by transfer, not on it', ['shown-to-customer', 'voucher-sent', 'no-such-credit'], 'FAILED'],
    ['refunded', ['money-proved', 'refund-ordered', 'refund-paid'], 'REFUNDED'],
    ['refund refused by the bank', ['money-proved', 'refund-ordered', 'refund-refused'], 'SUCCEEDED'],
    ['chargeback', ['money-proved', 'disputed', 'dispute-lost'], 'REVERSED'],
    ['chargeback won', ['money-proved', 'disputed', 'dispute-won'], 'SUCCEEDED'],
    [
      'charged back after it was refunded',
      ['money-proved', 'refund-ordered', 'refund-paid', 'disputed', 'dispute-lost'],
      'REVERSED',
    ],
    ['charged back while it is refunded', ['money-proved', 'refund-ordered', 'disputed', 'dispute-lost'], 'REVERSED'],
    [
      'refunded, and the dispute after it won',
      ['money-proved', 'refund-ordered', 'refund-paid', 'disputed', 'dispute-won-after-refund'],
      'REFUNDED',
    ],
    [
      'a decline that comes after the money',
      ['shown-to-customer', 'authorisation-sent', 'money-proved', 'declined'],
      'SUCCEEDED',
    ],
    ['an expiry that comes after the money', ['shown-to-customer', 'money-proved', 'expired'], 'SUCCEEDED'],
  ])('%s', (_, news, status) => {
    expect(after(news)).toBe(status);
  });

  test('ends for good only when the banks have taken the money back: what was refunded may be charged back too', () => {
    const ends = PAYMENT_INTENT_STATUSES.filter((status) => isTerminal(PAYMENT_INTENT_TRANSITIONS, status));
    expect(ends).toEqual(['REVERSED']);
  });
});

/** Events that a provider may report of one payment, again and again. */
const heard = PAYMENT_INTENT_EVENTS.filter((event) => !/^(?:refund-|disput)/.test(event));

test('news doubled, reordered or late: whoever has paid has paid, whoever has not has not (P22)', () =>
  forAll(2000, [fc.array(fc.constantFrom(...heard), { maxLength: 12 })], (news) => {
    const paid = news.includes('money-proved');
    expect(after(news) === 'SUCCEEDED').toBe(paid);
  }));

test('a payment that succeeded leaves only by refund or chargeback', () =>
  forAll(2000, [fc.array(fc.constantFrom(...PAYMENT_INTENT_EVENTS), { maxLength: 20 })], (news) => {
    let status: PaymentIntentStatus = 'CREATED';
    for (const event of news) {
      const next = after([event], status);
      if (status === 'SUCCEEDED' && next !== status) expect(['refund-ordered', 'disputed']).toContain(event);
      status = next;
    }
  }));

test('while the bank is asked, no second payment', () => {
  expect(PAYMENT_INTENT_STATUSES.filter(isInFlight)).toEqual(['PROCESSING', 'UNKNOWN']);
});

test.each([
  [57_303, 'EXACT'],
  [50_000, 'PARTIAL'],
  [57_304, 'OVERPAID'],
])('%s of 573,03 is %s', (received, outcome) => {
  expect(amountOutcome(cents(57_303), cents(received))).toBe(outcome);
});

test('every method moves money by card, by code or by transfer', () => {
  expect(PAYMENT_METHODS.map((method) => `${method} ${railOf(method)}`)).toEqual([
    'NIUBIZ card',
    'PAGOEFECTIVO code',
    'YAPE code',
    'PLIN code',
    'BCP_AGENTE code',
    'VIABCP code',
    'MANUAL transfer',
  ]);
});

test('a lost answer is asked for after 30 s, 2, 5 and 15 minutes, then every hour for a day, then by a person', () => {
  const minutes = (asked: number) => (queryAfterMs(asked) ?? Number.NaN) / 60_000;
  expect([0, 1, 2, 3, 4, 5].map(minutes)).toEqual([0.5, 2, 5, 15, 60, 120]);
  expect([26, 27].map(minutes)).toEqual([23 * 60, 24 * 60]);
  expect(queryAfterMs(28)).toBeUndefined();
});

test('money is looked for while it may come, and not for what was paid, given back or disputed', () => {
  expect(PAYMENT_INTENT_STATUSES.filter((status) => !mayStillCome(status))).toEqual([
    'SUCCEEDED',
    'REFUND_PENDING',
    'REFUNDED',
    'DISPUTED',
    'REVERSED',
  ]);
});

test('a code is asked about an hour and six hours after it was issued, at its end, an hour and a day later', () => {
  const hour = 3_600_000;
  const code = { createdAt: 0, expiresAt: 48 * hour };
  const hours: number[] = [];
  for (let at = codeQueryAt(code, 0); at !== undefined; at = codeQueryAt(code, at)) hours.push(at / hour);
  expect(hours).toEqual([1, 6, 48, 49, 72]);
});
