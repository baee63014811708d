import { createHash } from 'node:crypto';
import { ATTACHMENT_LIMITS, type AttachmentType } from '#api/complaint-form.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { hasTooManyPixels } from './picture-size.ts';

const EXTENSION: Readonly<Record<AttachmentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const NAME_LENGTH = 80;

/** A file that came with a form or an answer, checked by what it is and not by what it is called. */
export interface CheckedAttachment {
  readonly name: string;
  readonly mediaType: AttachmentType;
  readonly bytes: Uint8Array;
  /** In hex. */
  readonly sha256: string;
}

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Checks the files of a form: how many, how large, and what their first bytes show. A browser or a mail program would
 * decide by the name, so the stored name must end in the extension of the real type.
 */
export async function checkAttachments(
  files: readonly ReceivedFile[],
): Promise<
  | { readonly kind: 'valid'; readonly attachments: readonly CheckedAttachment[] }
  | { readonly kind: 'invalid'; readonly code: FieldCode }
> {
  if (files.length > ATTACHMENT_LIMITS.files) return { kind: 'invalid', code: 'out_of_range' };
  const sizes = files.map(({ bytes }) => bytes.length);
  const inAll = sizes.reduce((sum, size) => sum + size, 0);
  if (sizes.some((size) => size > ATTACHMENT_LIMITS.bytesPerFile) || inAll > ATTACHMENT_LIMITS.bytesInAll) {
    return { kind: 'invalid', code: 'too_large' };
  }
  const attachments: CheckedAttachment[] = [];
  for (const { name, bytes } of files) {
    const mediaType = sniff(bytes);
    if (!mediaType) return { kind: 'invalid', code: 'unsupported_type' };
    if (await hasTooManyPixels(bytes, mediaType)) return { kind: 'invalid', code: 'too_large' };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    attachments.push({ name: safeName(name, mediaType), mediaType, bytes, sha256 });
  }
  return { kind: 'valid', attachments };
}

/** Recognises a file by its signature; undefined for every type that we do not accept. */
export function sniff(bytes: Uint8Array): AttachmentType | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  if (isPdf(bytes)) return 'application/pdf';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

/** How much a reader of PDF passes over to find the beginning. */
const BEFORE_PDF = 1_024;

/** Some programs write a byte-order mark or line ends in front of the first line, and every reader passes over them. */
function isPdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BEFORE_PDF)).toString('latin1');
  return /^(?:\xef\xbb\xbf)?[\t\n\f\r ]*%PDF-/.test(head);
}

/** `../../etc/boleta.pdf.exe` of a PDF → `boleta.pdf.pdf`: no path, no control or reserved character, bounded. */
export function safeName(name: string, mediaType: AttachmentType): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}<>:"|?*%;&'`$#{}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const base = [...clean].slice(0, NAME_LENGTH).join('') || 'archivo';
  return `${base}.${EXTENSION[mediaType]}`;
}

/** Types that a browser draws and does not run. */
export const PICTURE_TYPES: ReadonlySet<string> = new Set<AttachmentType>(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Headers of a picture that stands in a page of ours, as it was stored. Opened by itself it may do nothing, whatever is
 * in it: its type is not guessed, and nothing of it is run or loaded.
 */
export function pictureHeaders(name: string, mediaType: string): Record<string, string> {
  const headers = downloadHeaders(name, mediaType);
  return {
    ...headers,
    'Content-Disposition': (headers['Content-Disposition'] ?? '').replace('attachment', 'inline'),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

/** Headers of a file that staff download. Its name is ours, never the sender's. */
export function downloadHeaders(name: string, mediaType: string): Record<string, string> {
  const known: Readonly<Record<string, string>> = { ...EXTENSION, 'image/heic': 'heic' };
  const file = `${name.replace(/[^\w.-]/g, '')}.${known[mediaType] ?? 'bin'}`;
  return { 'Content-Type': mediaType, 'Content-Disposition': `attachment; filename="${file}"` };
}
