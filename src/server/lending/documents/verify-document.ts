import { verifyDocument } from '#api/endpoints/documents/verify-document.ts';
import { callerOf } from '#server/kit/caller.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { isKnownDocument } from './document-store.ts';
import type { DocumentsContext } from './documents-context.ts';

export function verifyDocumentRoute(context: DocumentsContext): Route<typeof verifyDocument> {
  const { db, limiter, publicLimit, trustedProxies } = context;
  return {
    endpoint: verifyDocument,
    limit: async (c) => limiter.take(`${verifyDocument.name} ${callerOf(c, trustedProxies)}`, publicLimit),
    async answer({ query }) {
      const issued = await isKnownDocument(db.kysely, query.sha256);
      return { kind: 'ok', body: { issued }, headers: { 'Cache-Control': 'no-store' } };
    },
  };
}
