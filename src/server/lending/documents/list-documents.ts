import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { documentBody } from './document-body.ts';
import { listDocuments as readDocuments } from './document-store.ts';
import type { DocumentsContext } from './documents-context.ts';

export function listDocumentsRoute({ db }: DocumentsContext): Route<typeof listDocuments> {
  return {
    endpoint: listDocuments,
    async answer({ client, request, query: { type, loan, cursor } }) {
      const filter = { type, loanNumber: loan, after: cursor };
      const { documents, next } = await readDocuments(db.kysely, client.personId, filter);
      return {
        kind: 'ok',
        body: { items: documents.map((each) => documentBody(each, request)), nextCursor: next ?? null },
        headers: {},
      };
    },
  };
}
