import { getDocumentFile } from '#api/endpoints/documents/get-document-file.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { attachmentHeader } from './document-body.ts';
import { readDocumentFile } from './document-store.ts';
import type { DocumentsContext } from './documents-context.ts';

export function getDocumentFileRoute({ db, vault }: DocumentsContext): Route<typeof getDocumentFile> {
  return {
    endpoint: getDocumentFile,
    async answer({ client, params: { id } }) {
      const file = await readDocumentFile(db.kysely, vault, { personId: client.personId, id });
      if (!file) return notFound();
      const headers = { 'Content-Disposition': attachmentHeader(file.title), 'X-Content-SHA256': file.sha256 };
      return { kind: 'file', bytes: file.bytes, headers };
    },
  };
}
