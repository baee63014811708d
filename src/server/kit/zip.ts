import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 2.0: folders and nothing newer. */
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** 1 January 1980, the earliest a ZIP can say: when files were packed is nobody's business. */
const DATE = 0x21;

/**
 * Files as one ZIP archive (APPNOTE 6.3), stored as they are: what goes in is PDF, which is compressed already, and a
 * page of JSON. No ZIP64: a client's papers are some megabytes.
 */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const title = Buffer.from(name, 'utf8');
    const facts = factsOf(title, bytes);
    const local = Buffer.concat([words([LOCAL, 4], [VERSION, 2]), facts, words([0, 2]), title]);
    centrals.push(
      Buffer.concat([
        words([CENTRAL, 4], [VERSION, 2], [VERSION, 2]),
        facts,
        // No extra field, no comment, one disk, no attributes.
        words([0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        title,
      ]),
    );
    locals.push(local, Buffer.from(bytes));
    offset += local.length + bytes.length;
  }
  const directory = Buffer.concat(centrals);
  const count = entries.length;
  const end = words([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...locals, directory, end]);
}

/** What the two headers of an entry have in common: flags, method, date, checksum, sizes, length of the name. */
function factsOf(title: Buffer, bytes: Uint8Array): Buffer {
  const { length } = bytes;
  return words([UTF8, 2], [0, 2], [0, 2], [DATE, 2], [crc32(bytes), 4], [length, 4], [length, 4], [title.length, 2]);
}

/** Numbers one after the other, little end first, each with its width in bytes. */
function words(...numbers: readonly (readonly [value: number, width: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of numbers) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}
