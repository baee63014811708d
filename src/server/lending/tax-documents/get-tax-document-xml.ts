import { getTaxDocumentXml } from '#api/endpoints/tax-documents/get-tax-document-xml.ts';
import { notFound } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { xmlOfPaper } from './client-tax-documents.ts';

/** The signed XML behind a client's paper. */
export function getTaxDocumentXmlRoute({
  db,
  vault,
}: Pick<LendingContext, 'db' | 'vault'>): Route<typeof getTaxDocumentXml> {
  return {
    endpoint: getTaxDocumentXml,
    async answer({ client, params: { id } }) {
      const file = await xmlOfPaper(db.kysely, vault, { personId: client.personId, paperId: id });
      if (!file) return notFound();
      const headers = { 'Content-Disposition': `attachment; filename="${file.name}.xml"` };
      return { kind: 'file', bytes: Buffer.from(file.xml), headers };
    },
  };
}
