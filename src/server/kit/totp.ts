import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The settings that every authenticator app accepts: HMAC-SHA-1, six digits, thirty seconds (RFC 6238). */
const STEP_MS = 30_000;
const DIGITS = 6;
/** RFC 4226 section 4 asks for 160 bits. */
const SECRET_BYTES = 20;
/** A telephone's clock that is wrong by up to a step is right enough. */
const DRIFT_STEPS = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function newTotpSecret(): Uint8Array {
  return randomBytes(SECRET_BYTES);
}

/**
 * The code of the step in which a moment lies (RFC 4226 section 5.3).
 * @internal
 */
export function totpCode(secret: Uint8Array, atMs: number): string {
  return codeOfStep(secret, Math.floor(atMs / STEP_MS));
}

/**
 * The step whose code was given, among those around now that come after the last one used, because a code must count
 * only once.
 * @returns undefined when the code belongs to none of them
 */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { nowMs, lastStep }: { readonly nowMs: number; readonly lastStep: number },
): number | undefined {
  const now = Math.floor(nowMs / STEP_MS);
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, n) => now - DRIFT_STEPS + n);
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));
  // Each is compared, so that the time says nothing about which one it was.
  const right = steps.filter((step) => timingSafeEqual(Buffer.from(codeOfStep(secret, step)), given));
  return code.length === given.length ? right.find((step) => step > lastStep) : undefined;
}

/** The address that an authenticator app reads, as a picture or typed: `otpauth://totp/…`. */
export function totpUri(
  secret: Uint8Array,
  { issuer, account }: { readonly issuer: string; readonly account: string },
) {
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}

/** RFC 4648 without padding, as apps want it typed. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.max(0, step)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** A key or a code as people read and type it: `JBSW Y3DP EHPK 3PXP`. */
export function inFours(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join(' ');
}
