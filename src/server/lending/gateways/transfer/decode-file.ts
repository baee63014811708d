import type { StatementFormat } from './statement-format.ts';

const MARKS = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;
/** Enough of a file to see how it is written. */
const SAMPLE_BYTES = 1_000;

/**
 * The text of a file. Its mark counts whatever was named, and UTF-16 shows without one: every other byte of its digits is
 * zero.
 * @returns undefined when it was said to be UTF-8 and is not
 */
export function decodeFile(bytes: Uint8Array, named: StatementFormat['encoding'] = 'auto'): string | undefined {
  const marked = Object.entries(MARKS).find(([, mark]) => mark.every((byte, k) => bytes[k] === byte))?.[0];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  // What fills the last block behind the end of a file, Ctrl-Z, says nothing.
  const end = sample.indexOf(0x1a);
  const zeroAt = (end < 0 ? sample : sample.subarray(0, end)).indexOf(0);
  const seen = marked ?? (zeroAt < 0 ? undefined : zeroAt % 2 === 1 ? 'utf-16le' : 'utf-16be');
  const encoding = seen ?? (named === 'auto' ? 'utf-8' : named);
  try {
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes);
  } catch {
    return named === 'utf-8' || seen === 'utf-8' ? undefined : new TextDecoder('windows-1252').decode(bytes);
  }
}
