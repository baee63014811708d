import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '#server/kit/zip.ts';
import { unzip } from '#tests/support/privacy/unzip.ts';

test('what went in comes out, by name and to the byte, empty files and accents included', () => {
  const files = [
    { name: 'data.json', bytes: Buffer.from('{"name":"Ñahui"}') },
    { name: 'papers/constancia-año.pdf', bytes: Uint8Array.from({ length: 70_000 }, (_, at) => at % 251) },
    { name: 'empty.txt', bytes: new Uint8Array() },
  ];
  const found = unzip(zipOf(files));
  expect([...found.keys()]).toEqual(files.map(({ name }) => name));
  for (const { name, bytes } of files) {
    expect(found.get(name)?.bytes.equals(Buffer.from(bytes))).toBe(true);
    expect(found.get(name)?.checksum).toBe(crc32(bytes));
  }
});

test('an archive of nothing is one', () => {
  expect(unzip(zipOf([])).size).toBe(0);
});
