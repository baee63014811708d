import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { checkAttachments } from '#server/kit/attachments.ts';
import { hasTooManyPixels, MAX_PICTURE_PIXELS } from '#server/kit/picture-size.ts';

type Make = (width: number, height: number) => Promise<Buffer>;

const small = (kind: (picture: Sharp) => Sharp): Promise<Buffer> =>
  kind(sharp({ create: { width: 16, height: 16, channels: 4, background: '#302820' } })).toBuffer();

/** Pictures of sixteen points a side whose header promises another size. */
const PICTURES: Readonly<Record<string, { readonly type: string; readonly make: Make }>> = {
  PNG: {
    type: 'image/png',
    async make(width, height) {
      const file = await small((picture) => picture.png());
      file.writeUInt32BE(width, 16);
      file.writeUInt32BE(height, 20);
      file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
      return file;
    },
  },
  JPEG: { type: 'image/jpeg', make: (width, height) => frameOf((picture) => picture.jpeg(), 0xc0, width, height) },
  'JPEG, progressive': {
    type: 'image/jpeg',
    make: (width, height) => frameOf((picture) => picture.jpeg({ progressive: true }), 0xc2, width, height),
  },
  'WebP, lossless': {
    type: 'image/webp',
    async make(width, height) {
      const file = await small((picture) => picture.webp({ lossless: true }));
      const at = file.indexOf('VP8L') + 9;
      file.writeUInt32LE(((file.readUInt32LE(at) & 0xf000_0000) | (width - 1) | ((height - 1) << 14)) >>> 0, at);
      return file;
    },
  },
  HEIC: {
    type: 'image/heic',
    make: async (width, height) => {
      const file = Buffer.from(`\0\0\0\x18ftypheic\0\0\0\x14ispe${'\0'.repeat(12)}`, 'latin1');
      file.writeUInt32BE(width, file.length - 8);
      file.writeUInt32BE(height, file.length - 4);
      return file;
    },
  },
};

async function frameOf(kind: (picture: Sharp) => Sharp, marker: number, width: number, height: number) {
  const file = await small(kind);
  const at = file.indexOf(Buffer.from([0xff, marker]));
  file.writeUInt16BE(height, at + 5);
  file.writeUInt16BE(width, at + 7);
  return file;
}

test.each(Object.entries(PICTURES))(
  '%s that promises too many points is refused, undecoded',
  { tags: 'asvs-5.2.1' },
  async (_, of) => {
    expect(await hasTooManyPixels(await of.make(16_000, 16_000), of.type)).toBe(true);
    expect(await hasTooManyPixels(await of.make(12_000, 9_000), of.type)).toBe(false);
    expect(await hasTooManyPixels(await of.make(800, 600), of.type)).toBe(false);
  },
);

test('the bound itself is taken, one point more is not', async () => {
  const { make, type } = PICTURES['PNG'] as (typeof PICTURES)[string];
  const [width, height] = [11_000, 10_000];
  expect(width * height).toBe(MAX_PICTURE_PIXELS);
  expect(await hasTooManyPixels(await make(width, height), type)).toBe(false);
  expect(await hasTooManyPixels(await make(width, height + 1), type)).toBe(true);
});

test('a picture bomb among the files of a form is too large, and a PDF has no points', async () => {
  const { make } = PICTURES['PNG'] as (typeof PICTURES)[string];
  const bomb = { name: 'boleta.png', bytes: await make(30_000, 30_000) };
  expect(await checkAttachments([bomb])).toEqual({ kind: 'invalid', code: 'too_large' });
  expect((await checkAttachments([{ ...bomb, bytes: await make(3_000, 3_000) }])).kind).toBe('valid');
  expect((await checkAttachments([{ name: 'boleta.pdf', bytes: Buffer.from('%PDF-1.7') }])).kind).toBe('valid');
});

test('bytes of any kind are measured without an error', async () => {
  const types = fc.constantFrom('image/png', 'image/jpeg', 'image/webp', 'image/heic', 'application/pdf');
  const whole = await Promise.all(Object.values(PICTURES).map(({ make }) => make(800, 600)));
  const nearly = fc.tuple(fc.constantFrom(...whole), fc.nat(40)).map(([file, length]) => file.subarray(0, length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), nearly), types, async (bytes, type) => {
      await hasTooManyPixels(bytes, type);
    }),
    { seed: 7 },
  );
});
