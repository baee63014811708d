import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unzip as readZip, zipOf } from '#server/kit/zip.ts';
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

describe('an archive of somebody else', () => {
  const LIMITS = { maxFiles: 3, maxBytes: 100_000 };
  const content = Buffer.from('<a>ñ</a>'.repeat(1000));
  const packed = zipSync({ 'dummy/': new Uint8Array(), 'R-1.xml': content });

  test('is read, packed or stored, and its empty folders are left out', () => {
    expect(readZip(packed, LIMITS)).toEqual([{ name: 'R-1.xml', bytes: content }]);
    expect(readZip(zipOf([{ name: 'a', bytes: content }]), LIMITS)).toEqual([{ name: 'a', bytes: content }]);
  });

  test('is refused when a byte of it is another one, or missing', () => {
    const intact = JSON.stringify(readZip(packed, LIMITS));
    for (let at = 0; at < packed.length; at += 1) {
      const damaged = packed.with(at, packed[at] === 255 ? 0 : 255);
      const read = readZip(damaged, LIMITS);
      // Dates and versions tell nothing; a name is what it is about.
      if (read?.[0]?.name === 'R-1.xml') expect(JSON.stringify(read)).toBe(intact);
      expect(readZip(packed.subarray(0, at), LIMITS)).toBeUndefined();
    }
  });

  test('is refused when it holds more than it may: files, or bytes in spite of what it says', () => {
    expect(readZip(packed, { maxFiles: 1, maxBytes: 100_000 })).toBeUndefined();
    expect(readZip(packed, { maxFiles: 3, maxBytes: content.length - 1 })).toBeUndefined();
    const lying = Buffer.from(packed);
    const entry = lying.lastIndexOf(Buffer.from('R-1.xml')) - 46;
    lying.writeUInt32LE(10, entry + 24);
    expect(readZip(lying, LIMITS)).toBeUndefined();
  });

  test('of nothing is one, and a text is not', () => {
    expect(readZip(zipOf([]), LIMITS)).toEqual([]);
    expect(readZip(Buffer.from('no archive at all, but long enough for an end'), LIMITS)).toBeUndefined();
  });
});
