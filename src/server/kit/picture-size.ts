/**
 * The most pixels that a picture may have: those of a telephone's 108-megapixel camera. A few hundred bytes can promise
 * billions, and opening such a file takes four bytes of memory for each.
 */
export const MAX_PICTURE_PIXELS = 110_000_000;

/** Tells whether a picture's header promises more pixels than may be opened. Nothing is decoded to find out. */
export async function hasTooManyPixels(bytes: Uint8Array, mediaType: string): Promise<boolean> {
  const sizes = mediaType === 'image/heic' ? heicSizes(bytes) : await sizeIn(bytes, mediaType);
  return sizes.some(([width, height]) => width * height > MAX_PICTURE_PIXELS);
}

type Size = readonly [width: number, height: number];

/**
 * Reads the size from the header; empty for a file that is not a picture or whose header cannot be read, because
 * nothing here would open it.
 */
async function sizeIn(bytes: Uint8Array, mediaType: string): Promise<readonly Size[]> {
  if (!mediaType.startsWith('image/')) return [];
  const { default: sharp } = await import('sharp');
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return [[width, height]];
  } catch {
    return [];
  }
}

/**
 * Sizes of the picture and of its tiles: each has a property `ispe`, wherever the boxes put it. sharp cannot decode
 * HEIC.
 */
export function heicSizes(bytes: Uint8Array): readonly Size[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sizes: Size[] = [];
  for (let at = file.indexOf('ispe'); at !== -1 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    // Four zeros of version and flags: the word by chance, within a compressed picture, is followed by others.
    if (file.readUInt32BE(at + 4) === 0) sizes.push([file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]);
  }
  return sizes;
}
