import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { getTaxDocumentXmlRoute } from './get-tax-document-xml.ts';

/** Tax documents for clients: their papers are in the archive of documents. */
export function taxDocumentRoutes(context: Pick<LendingContext, 'db' | 'vault'>): readonly Route[] {
  return [getTaxDocumentXmlRoute(context)];
}
