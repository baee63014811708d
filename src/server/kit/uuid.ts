import { randomBytes } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562): its first 48 bits are the time, so that rows sort by age and indexes stay compact.
 * Made here, not by the database: PostgreSQL has `uuidv7()` only from version 18.
 */
export function uuidv7(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
