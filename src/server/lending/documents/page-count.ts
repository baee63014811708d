/** How many pages a PDF of ours has: their entries stand uncompressed in the file, one for each page. */
export function pageCount(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  return text.match(/\/Type \/Page\s/g)?.length ?? 0;
}
