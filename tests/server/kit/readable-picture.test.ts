import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { isReadablePicture } from '#server/kit/readable-picture.ts';

const PHOTO = readFileSync(new URL('../../support/applications/photo.jpg', import.meta.url));
const even = { width: 800, height: 600, channels: 3, background: '#302820' } as const;

test.each([
  ['a JPEG', (picture: Sharp) => picture.jpeg(), 'image/jpeg'],
  ['a PNG', (picture: Sharp) => picture.png(), 'image/png'],
  ['a PNG with nothing behind it', (picture: Sharp) => picture.ensureAlpha().png(), 'image/png'],
  ['a WebP', (picture: Sharp) => picture.webp(), 'image/webp'],
  ['a large one', (picture: Sharp) => picture.resize(4_000).jpeg(), 'image/jpeg'],
  ['one on its side', (picture: Sharp) => picture.rotate(90).jpeg(), 'image/jpeg'],
  ['a dark one', (picture: Sharp) => picture.linear(0.4).jpeg(), 'image/jpeg'],
  ['a slightly soft one', (picture: Sharp) => picture.blur(1.2).jpeg(), 'image/jpeg'],
])('%s of a document can be read', async (_, change, mediaType) => {
  expect(await isReadablePicture(await change(sharp(PHOTO)).toBuffer(), mediaType)).toBe(true);
});

test.each([
  ['a covered lens', () => sharp({ create: even }).jpeg()],
  [
    'a covered lens with the noise of its sensor',
    () => sharp({ create: { ...even, noise: { type: 'gaussian', mean: 40, sigma: 12 } } }).jpeg(),
  ],
  ['a picture that moved', () => sharp(PHOTO).blur(5).jpeg()],
  ['a stamp', () => sharp(PHOTO).resize(300).jpeg()],
  [
    'a stamp that was made large',
    () =>
      sharp(PHOTO)
        .resize(40)
        .toBuffer()
        .then((small) => sharp(small).resize(900).jpeg()),
  ],
])('%s cannot', async (_, make) => {
  expect(await isReadablePicture(await (await make()).toBuffer(), 'image/jpeg')).toBe(false);
});

test('what is cut off cannot, wherever it ends', async () => {
  for (const share of [0.01, 0.2, 0.5, 0.9]) {
    expect(await isReadablePicture(PHOTO.subarray(0, PHOTO.length * share), 'image/jpeg')).toBe(false);
  }
});

test('a photo of a telephone, which nothing here decodes, is measured by its header', async () => {
  const heic = (width: number, height: number) =>
    Buffer.concat([
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0\0\0\0\x14ispe\0\0\0\0', 'latin1'),
      size(width),
      size(height),
    ]);
  expect(await isReadablePicture(heic(3_024, 4_032), 'image/heic')).toBe(true);
  expect(await isReadablePicture(heic(200, 4_032), 'image/heic')).toBe(false);
  expect(await isReadablePicture(Buffer.from('ftypheic'), 'image/heic')).toBe(false);
});

function size(points: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(points);
  return bytes;
}
