import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAttachments } from '#server/kit/attachments.ts';
import { hasTooManyPixels, MAX_PICTURE_PIXELS } from '#server/kit/picture-size.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replace(/\s/g, ''), 'hex'));
const two = (value: number) => value.toString(16).padStart(4, '0');
const four = (value: number) => value.toString(16).padStart(8, '0');
const little = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer.toString('hex');
};

/** The least of each format that tells its size. */
const PICTURES: Readonly<Record<string, { readonly type: string; make(width: number, height: number): Uint8Array }>> = {
  PNG: {
    type: 'image/png',
    make: (width, height) => hex(`89504e470d0a1a0a 0000000d 49484452 ${four(width)} ${four(height)} 0802000000`),
  },
  JPEG: {
    type: 'image/jpeg',
    make: (width, height) =>
      hex(`ffd8 ffe0 0004 0102 ffc0 0011 08 ${two(height)} ${two(width)} 03 012200 021101 031101`),
  },
  'JPEG with bytes between its segments': {
    type: 'image/jpeg',
    make: (width, height) => hex(`ffd8 ffe0 0003 01 00112233 ffff ffc2 0011 08 ${two(height)} ${two(width)} 03 012200`),
  },
  'JPEG with a small preview before the picture': {
    type: 'image/jpeg',
    make: (width, height) =>
      hex(`ffd8 ffc0 000b 08 0010 0010 01 011100 ffc1 0011 08 ${two(height)} ${two(width)} 03 01`),
  },
  'WebP, extended': {
    type: 'image/webp',
    make: (width, height) =>
      hex(`52494646 00000000 57454250 56503858 0a000000 00000000 ${little(width - 1, 3)} ${little(height - 1, 3)}`),
  },
  HEIC: {
    type: 'image/heic',
    make: (width, height) =>
      hex(`00000018 66747970 68656963 00000014 69737065 00000000 ${four(width)} ${four(height)}`),
  },
};

test.each(Object.entries(PICTURES))(
  '%s that promises 30,000 × 30,000 points is refused, undecoded',
  (_, { type, make }) => {
    expect(hasTooManyPixels(make(30_000, 30_000), type)).toBe(true);
    expect(hasTooManyPixels(make(12_000, 9_000), type)).toBe(false);
    expect(hasTooManyPixels(make(800, 600), type)).toBe(false);
  },
);

test('a photograph of a telephone that carries its film behind it is taken: its picture ends before', () => {
  const { make } = PICTURES['JPEG'] as (typeof PICTURES)[string];
  const scan = hex('ffda 0008 0101 0000 3f00 12ff00 34ffd0 56 ffd9');
  // The generator of Numerical Recipes: with any seed some of two million bytes look like a frame's header.
  let state = 14;
  const film = Uint8Array.from({ length: 2_000_000 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  const photograph = Buffer.concat([make(4_000, 3_000), scan, film]);
  expect(hasTooManyPixels(photograph, 'image/jpeg')).toBe(false);
  expect(hasTooManyPixels(Buffer.concat([make(30_000, 30_000), scan, film]), 'image/jpeg')).toBe(true);
  // An end without a picture before it is none.
  expect(hasTooManyPixels(Buffer.concat([hex('ffd8 ffd9'), make(30_000, 30_000)]), 'image/jpeg')).toBe(true);
});

test.each([
  ['VP8L', (width: number, height: number) => `2f ${little(width - 1 + (height - 1) * 2 ** 14, 4)} 0000000000`],
  ['VP8 ', (width: number, height: number) => `000000 9d012a ${little(width, 2)} ${little(height, 2)}`],
])('a WebP of the kind %s tells its size too', (kind, frame) => {
  const make = (width: number, height: number) =>
    hex(`52494646 00000000 57454250 ${Buffer.from(kind).toString('hex')} 10000000 ${frame(width, height)}`);
  expect(hasTooManyPixels(make(16_000, 16_000), 'image/webp')).toBe(true);
  expect(hasTooManyPixels(make(4_000, 3_000), 'image/webp')).toBe(false);
});

test('the limit is the last picture that is taken', () => {
  const { make } = PICTURES['PNG'] as (typeof PICTURES)[string];
  expect(hasTooManyPixels(make(MAX_PICTURE_PIXELS, 1), 'image/png')).toBe(false);
  expect(hasTooManyPixels(make(MAX_PICTURE_PIXELS + 1, 1), 'image/png')).toBe(true);
  expect(hasTooManyPixels(make(0xffffffff, 0xffffffff), 'image/png')).toBe(true);
});

test('a picture bomb among the files of a form is too large, and a PDF has no points', () => {
  const { make } = PICTURES['PNG'] as (typeof PICTURES)[string];
  const bomb = { name: 'boleta.png', bytes: make(30_000, 30_000) };
  expect(checkAttachments([bomb])).toEqual({ kind: 'invalid', code: 'too_large' });
  expect(checkAttachments([{ ...bomb, bytes: make(3_000, 3_000) }]).kind).toBe('valid');
  expect(checkAttachments([{ name: 'boleta.pdf', bytes: Uint8Array.from(Buffer.from('%PDF-1.7')) }]).kind).toBe(
    'valid',
  );
});

test('whatever the bytes are, looking for a size ends and fails on nothing', () => {
  const types = fc.constantFrom('image/png', 'image/jpeg', 'image/webp', 'image/heic', 'application/pdf');
  const nearly = fc
    .tuple(fc.constantFrom(...Object.values(PICTURES)), fc.nat(40))
    .map(([{ make }, length]) => make(800, 600).subarray(0, length));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), nearly), types, (bytes, type) => {
      hasTooManyPixels(bytes, type);
    }),
    { seed: 7 },
  );
});
