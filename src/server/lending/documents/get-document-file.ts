import { getDocumentFile } from '#api/endpoints/documents/get-document-file.ts';
import { notFound } from '#server/kit/errors.ts';
import { isOpenedInTab } from '#server/kit/gate.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { paperHeader } from './document-body.ts';
import { readDocumentFile } from './document-store.ts';
import type { DocumentsContext } from './documents-context.ts';

export function getDocumentFileRoute({ db, vault }: DocumentsContext): Route<typeof getDocumentFile> {
  return {
    endpoint: getDocumentFile,
    async answer({ client, params: { id }, request }) {
      const file = await readDocumentFile(db.kysely, vault, { personId: client.personId, id });
      if (!file) return notFound();
      const disposition = paperHeader(file.title, isOpenedInTab(request) ? 'inline' : 'attachment');
      const headers = { 'Content-Disposition': disposition, 'X-Content-SHA256': file.sha256 };
      return { kind: 'file', bytes: file.bytes, headers };
    },
  };
}
