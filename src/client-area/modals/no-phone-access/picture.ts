import { smallPicture } from '#ui/file-upload/small-picture.ts';

/** Longest side in pixels: enough to compare a face and read a document. */
const MAX_SIDE_PX = 1_600;
const QUALITY = 0.85;

/**
 * Converts a photo to the format that the server takes: JPEG, scaled down for slow networks, in base64.
 * @throws when the browser cannot read the file as a picture
 */
export async function pictureOf(file: Blob): Promise<string> {
  return (await smallPicture(file, MAX_SIDE_PX, QUALITY)).slice('data:image/jpeg;base64,'.length);
}
