import { zipSync } from 'fflate';

export interface ZipEntry {
  /** With `/` between folders; no two entries have one name. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest a ZIP can say: when files were packed is no information for readers. */
const NO_TIME = new Date(1980, 0, 1);

/** Files as one ZIP archive, stored as they are: what goes in is PDF, which is compressed already, and a page of JSON. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
  return zipSync(files, { level: 0, mtime: NO_TIME });
}
