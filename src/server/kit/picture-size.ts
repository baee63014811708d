/**
 * The most points a picture may have: those of a telephone's 108-megapixel camera. A few hundred bytes can promise
 * billions, and whoever opens such a file needs four bytes of memory for each.
 */
export const MAX_PICTURE_PIXELS = 110_000_000;

/** Whether a picture's header promises more points than anybody can open. Nothing is decoded to find out. */
export function hasTooManyPixels(bytes: Uint8Array, mediaType: string): boolean {
  return pictureSizes(bytes, mediaType).some(([width, height]) => width * height > MAX_PICTURE_PIXELS);
}

/** Every size that a picture's header names; none for what is no picture. */
export function pictureSizes(bytes: Uint8Array, mediaType: string): readonly Size[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return READERS.get(mediaType)?.(view) ?? [];
}

type Size = readonly [width: number, height: number];

const READERS: ReadonlyMap<string, (file: Buffer) => readonly Size[]> = new Map([
  ['image/png', pngSizes],
  ['image/jpeg', jpegSizes],
  ['image/webp', webpSizes],
  ['image/heic', heicSizes],
]);

const END_OF_PICTURE = 0xd9;

/** Every decoder wants the header chunk first. */
function pngSizes(file: Buffer): readonly Size[] {
  return file.length < 24 || file.toString('latin1', 12, 16) !== 'IHDR'
    ? []
    : [[file.readUInt32BE(16), file.readUInt32BE(20)]];
}

/**
 * Of every frame header up to the picture's end: between segments decoders skip what they do not understand, and so do
 * we. Telephones put a film behind the end, whose bytes now and then look like a header.
 */
function jpegSizes(file: Buffer): readonly Size[] {
  const sizes: Size[] = [];
  let at = 2;
  while (at + 9 <= file.length) {
    const marker = file[at] === 0xff ? (file[at + 1] as number) : 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (marker === END_OF_PICTURE && sizes.length > 0) return sizes;
    if (isFrame) sizes.push([file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)]);
    const hasLength = marker >= 0xc0 && marker < 0xff && !(marker >= 0xd0 && marker <= 0xd9);
    at += hasLength ? 2 + file.readUInt16BE(at + 2) : 1;
  }
  return sizes;
}

/** The canvas of an extended file, and the frame of each other kind, which must come first. */
function webpSizes(file: Buffer): readonly Size[] {
  if (file.length < 30) return [];
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8X':
      return [[file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]];
    case 'VP8L':
      return [[(file.readUInt32LE(21) & 0x3fff) + 1, ((file.readUInt32LE(21) >>> 14) & 0x3fff) + 1]];
    case 'VP8 ':
      return [[file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff]];
    default:
      return [];
  }
}

/** Of the picture and of its tiles: each has a property `ispe`, wherever the boxes put it. */
function heicSizes(file: Buffer): readonly Size[] {
  const sizes: Size[] = [];
  for (let at = file.indexOf('ispe'); at !== -1 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    // Four zeros of version and flags: the word by chance, within a compressed picture, is followed by others.
    if (file.readUInt32BE(at + 4) === 0) sizes.push([file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]);
  }
  return sizes;
}
