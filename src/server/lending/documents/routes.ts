import type { Route } from '#server/kit/serve-endpoint.ts';
import type { DocumentsContext } from './documents-context.ts';
import { getDocumentFileRoute } from './get-document-file.ts';
import { listDocumentsRoute } from './list-documents.ts';
import { verifyDocumentRoute } from './verify-document.ts';

/** The archive of documents (domain 2.9). */
export function documentRoutes(context: DocumentsContext): readonly Route[] {
  return [listDocumentsRoute(context), getDocumentFileRoute(context), verifyDocumentRoute(context)];
}
