/** Longest side in pixels: enough to compare a face and read a document. */
const MAX_SIDE_PX = 1_600;
const QUALITY = 0.85;

/**
 * Converts a photo to the format that the server takes: JPEG, scaled down for slow networks, in base64.
 * @throws when the browser cannot read the file as a picture
 */
export async function pictureOf(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', QUALITY).slice('data:image/jpeg;base64,'.length);
}
