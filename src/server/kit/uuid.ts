import { randomBytes, randomInt } from 'node:crypto';

const COUNTER_BITS = 18;

let counter = randomInt(2 ** COUNTER_BITS);

/**
 * A UUID of version 7 (RFC 9562): its first 48 bits are the time, so that rows sort by age and indexes stay compact. The
 * 18 bits after them count (its method 1), so that what one process makes within a millisecond sorts by age, too: of two
 * lines of a statement or two steps of one request the second is the later one. 56 bits are left to chance.
 * Made here, not by the database: PostgreSQL has `uuidv7()` only from version 18.
 */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  // Never begun anew, because several clocks take turns: real time, and the lender's own (`lenderNow`).
  counter = (counter + 1) % 2 ** COUNTER_BITS;
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt16BE(0x7000 | (counter >> 6), 6);
  bytes.writeUInt8(0x80 | (counter & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
