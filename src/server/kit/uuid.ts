import { randomBytes, randomInt } from 'node:crypto';

const COUNTER_BITS = 26;

/** From the lower half: thirty million ids until it begins anew. */
let counter = randomInt(2 ** (COUNTER_BITS - 1));

/**
 * A UUID version 7 (RFC 9562): its first 48 bits are the time, so that rows sort by age and indexes stay compact. The
 * next 26 bits are a counter (its method 1), so that ids of one process within a millisecond sort by age too. 48 bits
 * are random. Generated here, because PostgreSQL has `uuidv7()` only from version 18.
 */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  // Never reset, because several clocks are used: real time and the lender's own (`lenderNow`).
  counter = (counter + 1) % 2 ** COUNTER_BITS;
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | (counter >> 14), 6);
  bytes.writeUInt16BE(0x8000 | (counter & 0x3fff), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The smallest id that a row of a moment can have: a key finds the rows since then, or before it. */
export function firstUuidAt(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The moment of an id of ours, in milliseconds since 1970. */
export function momentOfUuid(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** Tells whether a text has the format of a UUID. Any other id cannot exist, and needs no lookup. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
