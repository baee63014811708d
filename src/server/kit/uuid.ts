import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const COUNTER_BITS = 26;
const NUMBER_BYTES = 6;
const NUMBERS = 2 ** (8 * NUMBER_BYTES);

/**
 * Where identifiers and reference numbers come from, and nothing that must stay secret: those who know a seed know them
 * all.
 */
export class IdentifierSource {
  readonly #bytes: (count: number) => Buffer;
  #counter: number;

  constructor(bytes: (count: number) => Buffer) {
    this.#bytes = bytes;
    // From the lower half: thirty million ids until it begins anew.
    this.#counter = this.number(0, 2 ** (COUNTER_BITS - 1));
  }

  version7(now: number): string {
    const bytes = this.#bytes(16);
    // Never reset, because several clocks are used: real time and the lender's own (`lenderNow`).
    this.#counter = (this.#counter + 1) % 2 ** COUNTER_BITS;
    bytes.writeUIntBE(now, 0, 6);
    bytes.writeUInt16BE(0x7000 | (this.#counter >> 14), 6);
    bytes.writeUInt16BE(0x8000 | (this.#counter & 0x3fff), 8);
    return written(bytes);
  }

  version4(): string {
    const bytes = this.#bytes(16);
    bytes.writeUInt8(0x40 | (bytes.readUInt8(6) & 0x0f), 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return written(bytes);
  }

  number(from: number, below: number): number {
    const span = below - from;
    // What is left of the last whole round would make the first numbers likelier.
    const end = NUMBERS - (NUMBERS % span);
    let drawn: number;
    do drawn = this.#bytes(NUMBER_BYTES).readUIntBE(0, NUMBER_BYTES);
    while (drawn >= end);
    return from + (drawn % span);
  }
}

function written(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const OF_CRYPTO = new IdentifierSource(randomBytes);
const chosen = new AsyncLocalStorage<IdentifierSource>();
const source = (): IdentifierSource => chosen.getStore() ?? OF_CRYPTO;

/**
 * Has everything that a piece of work identifies come from one source, and nothing beside it. Held by the work's own
 * asynchronous context because a hundred stores identify rows that know a transaction and an instant alone. For the
 * composition root of tests: the product never calls it.
 * @internal
 */
export function withIdentifiers<Result>(from: IdentifierSource, work: () => Result): Result {
  return chosen.run(from, work);
}

/**
 * A UUID version 7 (RFC 9562): its first 48 bits are the time, so that rows sort by age and indexes stay compact. The
 * next 26 bits are a counter (its method 1), so that ids of one process within a millisecond sort by age too. 48 bits
 * are random. Generated here, because PostgreSQL has `uuidv7()` only from version 18.
 */
export function uuidv7(now: number): string {
  return source().version7(now);
}

/** A UUID version 4: all random, for what must not tell its age. */
export function uuidv4(): string {
  return source().version4();
}

/** A reference number: whole, from the first up to, not including, the second; below 2^48. Never a secret. */
export function drawNumber(from: number, below: number): number {
  return source().number(from, below);
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
