import { crc32, inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';

export interface ZipEntry {
  /** With `/` between folders; no two entries have one name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest date that a ZIP can hold: when the files were packed tells readers nothing. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Packs files as one ZIP archive, stored without compression, because they are PDF, which is compressed already, and a
 * page of JSON.
 */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
  return zipSync(files, { level: 0, mtime: NO_TIME });
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_LENGTH = 22;
const DIRECTORY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 65_535;

/**
 * Reads a ZIP archive that somebody else packed, by its directory; empty folders are left out. Undefined when it is
 * damaged, encrypted, in parts, or larger than said when it is unpacked: nothing of such an archive is believed.
 */
export function unzip(
  archive: Uint8Array,
  limits: { readonly maxFiles: number; readonly maxBytes: number },
): readonly ZipEntry[] | undefined {
  try {
    return readDirectory(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength), limits);
  } catch (error) {
    // Offsets beyond the end, and broken data.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) return undefined;
    throw error;
  }
}

function readDirectory(zip: Buffer, limits: { maxFiles: number; maxBytes: number }): readonly ZipEntry[] | undefined {
  const end = endOf(zip);
  if (end === undefined) return undefined;
  const count = zip.readUInt16LE(end + 10);
  if (count > limits.maxFiles || count !== zip.readUInt16LE(end + 8)) return undefined;
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  let left = limits.maxBytes;
  for (let entry = 0; entry < count; entry += 1) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + DIRECTORY_LENGTH, at + DIRECTORY_LENGTH + nameLength);
    const bytes = contentOf(zip, at, left);
    if (!bytes || entries.some((other) => other.name === name)) return undefined;
    left -= bytes.length;
    if (!name.endsWith('/')) entries.push({ name, bytes });
    else if (bytes.length > 0) return undefined;
    at += DIRECTORY_LENGTH + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return at === end ? entries : undefined;
}

function endOf(zip: Buffer): number | undefined {
  for (let at = zip.length - END_LENGTH; at >= Math.max(0, zip.length - END_LENGTH - MAX_COMMENT); at -= 1) {
    const isEnd = zip.readUInt32LE(at) === END_OF_DIRECTORY;
    if (isEnd && at + END_LENGTH + zip.readUInt16LE(at + 20) === zip.length) return at;
  }
  return undefined;
}

function contentOf(zip: Buffer, entry: number, maxBytes: number): Uint8Array | undefined {
  const [flags, method] = [zip.readUInt16LE(entry + 8), zip.readUInt16LE(entry + 10)];
  const [checksum, packed, size] = [16, 20, 24].map((at) => zip.readUInt32LE(entry + at)) as [number, number, number];
  const local = zip.readUInt32LE(entry + 42);
  const isEncrypted = flags % 2 === 1;
  if (isEncrypted || size > maxBytes || zip.readUInt32LE(local) !== LOCAL_ENTRY) return undefined;
  const start = local + LOCAL_LENGTH + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + packed > zip.length || (method !== 0 && method !== 8)) return undefined;
  const data = zip.subarray(start, start + packed);
  const bytes = method === 0 || size === 0 ? data.subarray(0, size) : inflateRawSync(data, { maxOutputLength: size });
  return bytes.length === size && crc32(bytes) === checksum ? bytes : undefined;
}
