import type { MakePaymentRequest } from '#api/endpoints/payments/make-payment.ts';
import { environment } from '#stores/environment.ts';

const STORED_AS = 'manay:payment';
/** After this time the same request is a new payment, because next month's instalment has the same amount. */
const KEY_LIFE_MS = 30 * 60_000;

interface Kept {
  readonly request: string;
  readonly key: string;
  readonly atMs: number;
}

/**
 * Gives the Idempotency-Key of a payment request. It stays the same after a reload, after Back and in a second tab, so
 * that the request is one payment, until that payment has ended or half an hour has passed.
 */
export function paymentKeyOf(request: MakePaymentRequest): string {
  const digest = digestOf(JSON.stringify(request));
  const nowMs = environment().nowMs();
  const kept = read();
  if (kept?.request === digest && nowMs - kept.atMs < KEY_LIFE_MS) return kept.key;
  const key = crypto.randomUUID();
  write({ request: digest, key, atMs: nowMs });
  return key;
}

/** Forgets the key when the payment has ended: the next request is a new one. */
export function forgetPaymentKey(): void {
  write(undefined);
}

/** Used when the browser forbids storage: lasts as long as the page. */
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
    // Forbidden by the browser's settings: the fallback is used.
  }
}

/**
 * Hashes with FNV-1a, 32 bits, to identify a request without storing amounts on a phone that may be shared. The server
 * answers a collision with 422.
 */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16);
}
