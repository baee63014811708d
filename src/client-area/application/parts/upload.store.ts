import { atom, type WritableAtom } from 'nanostores';
import type { ApplicationDocumentType } from '#api/application-information.ts';
import { deleteApplicationDocument } from '#api/endpoints/applications/delete-application-document.ts';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import type { FieldCode } from '#api/errors.ts';
import { request } from '#stores/protected-call.ts';
import type { UploadState } from '#ui/file-upload/file-upload.tsx';

/** The same limits as the server's (domain 2.3.3): nobody sends eight megabytes to learn that they were too many. */
export const UPLOAD_MAX_BYTES = 8 * 1024 * 1024;
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'application/pdf'];
/** Some systems do not know what HEIC is, and name no type at all. */
const UPLOAD_ENDINGS = /\.(?:jpe?g|png|webp|hei[cf]|pdf)$/i;

export interface Upload {
  readonly state: UploadState;
  /** Of the file on the server; undefined while there is none. */
  readonly documentId?: string | undefined;
  /** What is wrong with the file, or `failed` when it did not arrive. */
  readonly error?: FieldCode | 'failed' | undefined;
}

export interface UploadStore {
  readonly $upload: WritableAtom<Upload>;
  readonly send: (file: File, type: ApplicationDocumentType) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const EMPTY: Upload = { state: { kind: 'empty' } };

/** What is wrong with a file before it is sent. */
export function fileError({ size, type, name }: Pick<File, 'size' | 'type' | 'name'>): FieldCode | undefined {
  const isKnown = type === '' ? UPLOAD_ENDINGS.test(name) : UPLOAD_TYPES.includes(type);
  if (!isKnown) return 'unsupported_type';
  return size > UPLOAD_MAX_BYTES ? 'too_large' : undefined;
}

/** 1536000 → `1,5 MB`; less than a tenth of one in KB. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_048_576;
  if (megabytes < 0.1) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${megabytes.toFixed(1).replace('.', ',')} MB`;
}

/**
 * One file of an application: sent at once, so that a poor network loses one photo and not the form. Another one takes
 * its place; what was sent before and not handed in is taken back.
 * @param given a file that is on the server already
 */
export function createUpload(given?: { readonly documentId: string; readonly name: string }): UploadStore {
  const $upload = atom<Upload>(
    given ? { state: { kind: 'sent', name: given.name, size: '' }, documentId: given.documentId } : EMPTY,
  );

  const send: UploadStore['send'] = async (file, type) => {
    const { name, size } = file;
    const before = $upload.get();
    // One at a time: two would not know which of them is the one, nor what the first took the place of.
    if (before.state.kind === 'sending') return;
    const error = fileError(file);
    if (error) return $upload.set({ ...before, error });
    const form = new FormData();
    form.append('type', type);
    form.append('file', file);
    const onProgress = (share: number) => $upload.set({ state: { kind: 'sending', name, share } });
    onProgress(0);
    const answer = await request(uploadApplicationDocument, {}, { upload: { form, onProgress } });
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

/** A file that stays behind hurts nobody: the application's end takes it along. */
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
