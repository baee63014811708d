import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openWindow } from '#tests/support/browser/browser-window.ts';

const REQUEST = { loanNumber: 'P-2026-0000001', purpose: 'PAYOFF', amount: 534.59, method: 'VIABCP' } as const;
const MINUTE = 60_000;
let nowMs = 0;

/** Starts as after a reload, or in another tab: the module anew, the browser's storage as it was. */
async function page() {
  vi.resetModules();
  const { replaceEnvironment } = await import('#stores/environment.ts');
  replaceEnvironment({ nowMs: () => nowMs });
  return import('#client-area/loan-parts/payment-key.ts');
}

beforeEach(() => {
  nowMs = Date.UTC(2026, 0, 27, 17);
  openWindow('http://localhost:4321/en/profile/');
  localStorage.clear();
});
afterEach(() => localStorage.clear());

test('the same wish has the same key after a reload and in a second tab', async () => {
  const key = (await page()).paymentKeyOf(REQUEST);
  nowMs += 10 * MINUTE;
  expect((await page()).paymentKeyOf(REQUEST)).toBe(key);
});

test('another amount, another method or another loan is another payment', async () => {
  const { paymentKeyOf } = await page();
  const keys = [
    paymentKeyOf(REQUEST),
    paymentKeyOf({ ...REQUEST, amount: 534.6 }),
    paymentKeyOf({ ...REQUEST, method: 'YAPE' }),
    paymentKeyOf({ ...REQUEST, loanNumber: 'P-2026-0000002' }),
  ];
  expect(new Set(keys).size).toBe(4);
});

test('after half an hour, or when the payment is over, the same wish is another payment', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const { paymentKeyOf, forgetPaymentKey } = await page();
  const first = paymentKeyOf(REQUEST);
  nowMs += 31 * MINUTE;
  const second = paymentKeyOf(REQUEST);
  forgetPaymentKey();
  expect(new Set([first, second, paymentKeyOf(REQUEST)]).size).toBe(3);
});

test('what is kept on a shared telephone tells neither the loan nor the amount', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  (await page()).paymentKeyOf(REQUEST);
  const { key, ...kept } = JSON.parse(localStorage.getItem('manay:payment') ?? '');
  // Of random digits, among which any number may stand.
  expect(key).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(Object.keys(kept).sort()).toEqual(['atMs', 'request']);
  expect(JSON.stringify(kept)).not.toMatch(/534|P-2026|VIABCP/);
});
