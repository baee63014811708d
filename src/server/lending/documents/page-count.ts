/** Counts the pages of a PDF of ours: each page has an uncompressed entry in the file. */
export function pageCount(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  return text.match(/\/Type \/Page\s/g)?.length ?? 0;
}
