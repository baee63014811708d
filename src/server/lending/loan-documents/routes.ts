import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LoanDocumentsContext } from './loan-documents-context.ts';
import { requestPayoffPaperRoute } from './request-payoff-paper.ts';
import { requestStatementRoute } from './request-statement.ts';

/** Documents of a loan that a client asks for. */
export function loanDocumentRoutes(context: LoanDocumentsContext): readonly Route[] {
  return [requestStatementRoute(context), requestPayoffPaperRoute(context)];
}
