/**
 * Makes a copy of a picture as JPEG, scaled down, as a data URL: pages may show no `blob:`.
 * @param sidePx the longest side that it may have; a smaller picture keeps its size
 * @param quality from 0 to 1
 * @throws when the browser cannot read the file as a picture, as HEIC outside Safari
 */
export async function smallPicture(file: Blob, sidePx: number, quality: number): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', quality);
}
