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
