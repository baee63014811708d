import { atom, type WritableAtom } from 'nanostores';
import { type ApplicationDocumentType, IDENTITY_PICTURES } from '#api/application-information.ts';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import type { FieldCode } from '#api/field-codes.ts';
import { withDecimalSign } from '#i18n/format.ts';
import { uploadOf } from '#stores/fetch-with-progress.ts';
import { request } from '#stores/protected-call.ts';
import type { UploadState } from '#ui/file-upload/file-upload.tsx';

/** The server's limit (domain 2.3.3), checked before the upload. */
export const UPLOAD_MAX_BYTES = 8 * 1024 * 1024;
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'];
/** Some systems do not know HEIC and send no media type. */
const PICTURE_ENDINGS = /\.(?:jpe?g|png|webp|hei[cf])$/i;

/** Lists the media types that a document may be sent in. */
export function uploadTypes(of: ApplicationDocumentType): readonly string[] {
  return IDENTITY_PICTURES.has(of) ? PICTURE_TYPES : [...PICTURE_TYPES, 'application/pdf'];
}

export interface Upload {
  readonly state: UploadState;
  /** Id of the file on the server; undefined without one. */
  readonly documentId?: string | undefined;
  /** The fault of the file, or `failed` when the upload failed. */
  readonly error?: FieldCode | 'failed' | undefined;
}

export interface UploadStore {
  readonly $upload: WritableAtom<Upload>;
  readonly send: (file: File, type: ApplicationDocumentType) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const EMPTY: Upload = { state: { kind: 'empty' } };

/** Checks a file before the upload. */
export function fileError(
  { size, type, name }: Pick<File, 'size' | 'type' | 'name'>,
  of: ApplicationDocumentType,
): FieldCode | undefined {
  const types = uploadTypes(of);
  const isKnown =
    types.includes(type) ||
    (type === '' && (PICTURE_ENDINGS.test(name) || (types.includes('application/pdf') && /\.pdf$/i.test(name))));
  if (!isKnown) return 'unsupported_type';
  return size > UPLOAD_MAX_BYTES ? 'too_large' : undefined;
}

/** Formats a size: 1536000 → `1,5 MB`; less than a tenth of a megabyte in KB. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  if (megabytes < 0.1) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${withDecimalSign(megabytes.toFixed(1))} MB`;
}

/**
 * Creates the upload of one file of an application. The file is sent at once, so that a poor network loses one photo
 * and not the form. A new file replaces the previous one, which is deleted if it was not submitted.
 * @param given a file that is on the server already
 */
export function createUpload(given?: { readonly documentId: string; readonly name: string }): UploadStore {
  const $upload = atom<Upload>(
    given ? { state: { kind: 'sent', name: given.name, size: '' }, documentId: given.documentId } : EMPTY,
  );

  const send: UploadStore['send'] = async (file, type) => {
    const { name, size } = file;
    const before = $upload.get();
    // One upload at a time, because concurrent ones could not tell which of them counts.
    if (before.state.kind === 'sending') return;
    const error = fileError(file, type);
    if (error) return $upload.set({ ...before, error });
    const form = new FormData();
    form.append('type', type);
    form.append('file', file);
    const onProgress = (share: number) => $upload.set({ state: { kind: 'sending', name, share } });
    onProgress(0);
    const says = { upload: uploadOf(form, onProgress), saysFailure: true };
    const answer = await request(uploadApplicationDocument, {}, says);
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'ok') {
      $upload.set({ state: { kind: 'sent', name, size: sizeText(size) }, documentId: answer.value.documentId });
      if (before.documentId) await takeBack(before.documentId);
      return;
    }
    $upload.set({ ...before, error: codeOf(answer) });
  };

  const remove = async () => {
    const { documentId } = $upload.get();
    $upload.set(EMPTY);
    if (documentId) await takeBack(documentId);
  };

  return { $upload, send, remove };
}

/** Deletes a file; one that could not be deleted is removed with the application. */
async function takeBack(documentId: string): Promise<void> {
  await request(deleteApplicationDocument, { params: { documentId } }, { quiet: true });
}

function codeOf(answer: { readonly kind: string; readonly status?: number; readonly error?: unknown }) {
  if (answer.kind === 'unreachable') return 'failed' as const;
  if (answer.status === 413) return 'too_large' as const;
  if (answer.status === 415) return 'unsupported_type' as const;
  const { fieldErrors } = (answer.error ?? {}) as { readonly fieldErrors?: readonly { readonly code: FieldCode }[] };
  return fieldErrors?.[0]?.code ?? ('failed' as const);
}
