/** Reads an archive as any program does: from its end, by the directory (APPNOTE 4.3). Stored entries only. */
export function unzip(archive: Uint8Array): Map<string, { readonly bytes: Buffer; readonly checksum: number }> {
  const zip = Buffer.from(archive);
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0) throw new Error('this is no archive: it has no end');
  const files = new Map<string, { bytes: Buffer; checksum: number }>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50 || zip.readUInt16LE(at + 10) !== 0) throw new Error('a broken directory');
    const [size, nameLength] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    if (zip.readUInt32LE(local) !== 0x04034b50) throw new Error(`${name} does not lie where the directory says`);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, { bytes: zip.subarray(start, start + size), checksum: zip.readUInt32LE(at + 16) });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}
