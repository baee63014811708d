import {
  APPLICATION_DOCUMENT_TYPES,
  type ApplicationDocumentType,
  IDENTITY_PICTURES,
} from '#api/application-information.ts';
import type { FieldError } from '#api/errors.ts';
import { sniff } from '#server/kit/attachments.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import { readForm } from '#server/kit/form-body.ts';
import { hasTooManyPixels } from '#server/kit/picture-size.ts';
import { isReadablePicture } from '#server/kit/readable-picture.ts';

/** A photo of a telephone fits; a film does not (domain 2.3.3). */
export const MAX_FILE_BYTES = 8 * 1024 * 1024;
/** The form around the file: its fields and boundaries. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 64 * 1024;
/** Most files of one application: more is a mistake or an attack. */
export const MAX_FILES = 30;

export interface UploadedFile {
  readonly type: ApplicationDocumentType;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads a form with one file. The type is read from the file's first bytes; its name and declared type prove nothing.
 */
export async function readUploadedFile(
  request: Request,
): Promise<{ readonly kind: 'file'; readonly file: UploadedFile } | Refusal> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    return withField(415, 'unsupported_media_type', { field: 'file', code: 'unsupported_type' });
  }
  const form = await readForm(request, MAX_FORM_BYTES);
  if (form === 'too-large') return withField(413, 'body_too_large', { field: 'file', code: 'too_large' });
  if (form === 'malformed') return invalidFields([{ field: 'file', code: 'invalid' }]);
  return checkForm(form);
}

async function checkForm(form: FormData): Promise<{ readonly kind: 'file'; readonly file: UploadedFile } | Refusal> {
  const type = APPLICATION_DOCUMENT_TYPES.find((known) => known === form.get('type'));
  const sent = form.get('file');
  const errors: FieldError[] = [];
  if (!type) errors.push({ field: 'type', code: form.has('type') ? 'unknown' : 'required' });
  if (sent === null || typeof sent === 'string') errors.push({ field: 'file', code: 'required' });
  if (errors.length > 0 || !type || sent === null || typeof sent === 'string') return invalidFields(errors);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  if (bytes.length === 0) return invalidFields([{ field: 'file', code: 'required' }]);
  if (bytes.length > MAX_FILE_BYTES) return withField(413, 'body_too_large', { field: 'file', code: 'too_large' });
  return checkFile(type, bytes);
}

/** Recognises the type of the file and checks that somebody could open and read it. */
async function checkFile(
  type: ApplicationDocumentType,
  bytes: Uint8Array,
): Promise<{ readonly kind: 'file'; readonly file: UploadedFile } | Refusal> {
  const mediaType = mediaTypeOf(bytes);
  const isIdentity = IDENTITY_PICTURES.has(type);
  if (!mediaType || (isIdentity && mediaType === 'application/pdf')) {
    return withField(415, 'unsupported_media_type', { field: 'file', code: 'unsupported_type' });
  }
  if (await hasTooManyPixels(bytes, mediaType))
    return withField(413, 'body_too_large', { field: 'file', code: 'too_large' });
  if (isIdentity && !(await isReadablePicture(bytes, mediaType))) {
    return invalidFields([{ field: 'file', code: 'unreadable' }]);
  }
  return { kind: 'file', file: { type, mediaType, bytes } };
}

/** Formats in which telephones store a photo by default; none of them is ever shown in a browser of ours. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'mif1', 'msf1']);

function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const known = sniff(bytes);
  if (known) return known;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  return head.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(head.slice(8)) ? 'image/heic' : undefined;
}

function withField(status: 413 | 415, code: string, error: FieldError): Refusal {
  return { ...refused(status, code, 'Send one JPG, PNG, WebP, HEIC or PDF of at most 8 MB.'), fieldErrors: [error] };
}
