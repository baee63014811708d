import type { HttpApp } from '#server/kit/http.ts';
import type { RateLimit } from '#server/kit/rate-limit.ts';
import { serveEndpoint } from '#server/kit/serve-endpoint.ts';
import { type LendingConfig, SANDBOX_BOOK } from './config.ts';
import { openDestinations } from './destination.ts';
import type { DocumentsContext } from './documents-archive.ts';
import { getDocumentFileRoute } from './routes/get-document-file.ts';
import { listDocumentsRoute } from './routes/list-documents.ts';
import { requestPayoffPaperRoute } from './routes/request-payoff-paper.ts';
import { requestStatementRoute } from './routes/request-statement.ts';
import { verifyDocumentRoute } from './routes/verify-document.ts';
import type { Services } from './services.ts';
import { VISITOR_LIMIT } from './visitor.ts';

/** The archive of papers (domain 2.9). */
export function serveDocuments(app: HttpApp, papers: DocumentsContext, gate: Services['gate']): void {
  serveEndpoint(app, listDocumentsRoute(papers), gate);
  serveEndpoint(app, getDocumentFileRoute(papers), gate);
  serveEndpoint(app, requestStatementRoute(papers), gate);
  serveEndpoint(app, requestPayoffPaperRoute(papers), gate);
  serveEndpoint(app, verifyDocumentRoute(papers));
}

/** What the archive's routes and its job share. */
export function documentsContext(
  services: Services,
  {
    config,
    visitorLimit = VISITOR_LIMIT,
  }: { readonly config: Partial<Pick<LendingConfig, 'complaintsBook'>>; readonly visitorLimit?: RateLimit },
): DocumentsContext {
  const { provider, siteUrl } = config.complaintsBook ?? SANDBOX_BOOK;
  const openDestination = openDestinations(services.db.kysely, services.vault);
  return { ...services, provider, siteUrl, openDestination, publicLimit: visitorLimit };
}
