import { heicSizes, MAX_PICTURE_PIXELS } from './picture-size.ts';

/** The shorter side of a picture on which the letters of a document can still be read, in points. */
const LEAST_SIDE = 320;
/** The longer side of the copy that is looked at: what cannot be told there, a person does not see at once either. */
const LOOK_SIDE = 512;
/** Standard deviation of the brightness, of 255: a covered lens or a blank sheet has less. */
const LEAST_CONTRAST = 8;
/** Variance of the Laplacian: edges of a picture that moved, or was taken out of focus, have less. */
const LEAST_SHARPNESS = 6;

/**
 * Tells whether a person can make out what a picture of identity shows: it decodes, is large enough, is not an even
 * surface and not blurred beyond recognition. It does not say whose picture it is. The limits must only refuse the
 * hopeless ones, because a doubtful one is for the colleague who looks at it. HEIC is measured by its header, because
 * nothing here decodes it.
 */
export async function isReadablePicture(bytes: Uint8Array, mediaType: string): Promise<boolean> {
  if (mediaType === 'image/heic') {
    return heicSizes(bytes).some(([width, height]) => Math.min(width, height) >= LEAST_SIDE);
  }
  const points = await brightness(bytes);
  return points !== undefined && contrast(points.data) >= LEAST_CONTRAST && sharpness(points) >= LEAST_SHARPNESS;
}

interface Brightness {
  /** One byte a point, row by row. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A small grey copy; undefined when the picture does not decode or is too small. */
async function brightness(bytes: Uint8Array): Promise<Brightness | undefined> {
  // Few calls need the decoder: it is loaded with the first one.
  const { default: sharp } = await import('sharp');
  try {
    // Refuses a picture that is cut off, and lets pass the lesser faults of telephones' own files.
    const picture = sharp(bytes, {
      failOn: 'truncated',
      sequentialRead: true,
      limitInputPixels: MAX_PICTURE_PIXELS,
    });
    const { width, height } = await picture.metadata();
    if (Math.min(width, height) < LEAST_SIDE) return undefined;
    const { data, info } = await picture
      .resize(LOOK_SIDE, LOOK_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}

function contrast(data: Uint8Array): number {
  return Math.sqrt(variance(data));
}

/** Each point against its four neighbours. */
function sharpness({ data, width, height }: Brightness): number {
  const at = (k: number): number => data[k] ?? 0;
  const edges: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const k = y * width + x;
      edges.push(4 * at(k) - at(k - 1) - at(k + 1) - at(k - width) - at(k + width));
    }
  }
  return variance(edges);
}

function variance(values: ArrayLike<number>): number {
  let sum = 0;
  let squares = 0;
  for (let k = 0; k < values.length; k++) {
    const value = values[k] ?? 0;
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return squares / values.length - mean * mean;
}
