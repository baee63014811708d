/** A file of the export, beside `data.json`. */
export interface ExportedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** `files/SOL-2026-0000012-dni-front-9f86d081.jpeg`: the end of the id distinguishes files with the same name. */
export function fileOf(
  name: string,
  id: string,
  { bytes, mediaType }: { readonly bytes: Uint8Array; readonly mediaType: string | null },
): ExportedFile {
  const extension = mediaType?.split('/').at(-1) ?? 'bin';
  return { name: `files/${name.replaceAll('_', '-')}-${id.slice(-8)}.${extension}`, bytes };
}
