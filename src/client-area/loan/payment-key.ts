import type { MakePaymentRequest } from '#api/endpoints/payments/make-payment.ts';
import { environment } from '#stores/environment.ts';

const STORED_AS = 'manay:payment';
/** After that the same wish is meant as another payment: next month's instalment costs what this month's did. */
const KEY_LIFE_MS = 30 * 60_000;

interface Kept {
  readonly wish: string;
  readonly key: string;
  readonly atMs: number;
}

/**
 * The Idempotency-Key of a wish. The same wish has the same key after a reload, after Back and in a second tab, so that
 * it is one payment, until that payment has ended or half an hour has passed.
 */
export function paymentKeyOf(wish: MakePaymentRequest): string {
  const digest = digestOf(JSON.stringify(wish));
  const nowMs = environment().nowMs();
  const kept = read();
  if (kept?.wish === digest && nowMs - kept.atMs < KEY_LIFE_MS) return kept.key;
  const key = crypto.randomUUID();
  write({ wish: digest, key, atMs: nowMs });
  return key;
}

/** The wish has become a payment that is over: the next one is another. */
export function forgetPaymentKey(): void {
  write(undefined);
}

/** Where nothing may be stored, the page remembers as long as it is there. */
let fallback: Kept | undefined;

function read(): Kept | undefined {
  try {
    const text = localStorage.getItem(STORED_AS);
    return text === null ? fallback : (JSON.parse(text) as Kept);
  } catch {
    return fallback;
  }
}

function write(kept: Kept | undefined): void {
  fallback = kept;
  try {
    if (kept) localStorage.setItem(STORED_AS, JSON.stringify(kept));
    else localStorage.removeItem(STORED_AS);
  } catch {
    // Forbidden by the browser's settings: the variable has it.
  }
}

/** FNV-1a, 32 bits: tells wishes apart without leaving amounts behind on a shared telephone. Two that meet are a 422. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
