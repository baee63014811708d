/** A picture's most points, a 108-megapixel camera's: a few hundred bytes can promise billions to memory. */
export const MAX_PICTURE_PIXELS = 110_000_000;

/** Whether a picture's header promises more points than may be opened. Nothing is decoded to find out. */
export async function hasTooManyPixels(bytes: Uint8Array, mediaType: string): Promise<boolean> {
  const sizes = mediaType === 'image/heic' ? heicSizes(bytes) : await sizeIn(bytes, mediaType);
  return sizes.some(([width, height]) => width * height > MAX_PICTURE_PIXELS);
}

type Size = readonly [width: number, height: number];

/** None of what is no picture, or whose header cannot be read: nothing here would open it. */
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

/** Of the picture and of its tiles: each has a property `ispe`, wherever the boxes put it. sharp has no decoder of HEIC. */
export function heicSizes(bytes: Uint8Array): readonly Size[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const sizes: Size[] = [];
  for (let at = file.indexOf('ispe'); at !== -1 && at + 16 <= file.length; at = file.indexOf('ispe', at + 4)) {
    // Four zeros of version and flags: the word by chance, within a compressed picture, is followed by others.
    if (file.readUInt32BE(at + 4) === 0) sizes.push([file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)]);
  }
  return sizes;
}
