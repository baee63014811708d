import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { openContent, openXml } from './tax-store.ts';

/** The signed XML of which a paper is the printed form; undefined for another paper, and for a paper of somebody else. */
export async function xmlOfPaper(
  db: Db,
  vault: Vault,
  { personId, paperId }: { readonly personId: string; readonly paperId: string },
): Promise<{ readonly name: string; readonly xml: string } | undefined> {
  const paper = await db
    .selectFrom('document')
    .select('cause')
    .where('id', '=', paperId)
    .where('person_id', '=', personId)
    .where('type', 'in', ['TAX_RECEIPT', 'TAX_CREDIT_NOTE'])
    .executeTakeFirst();
  if (!paper) return undefined;
  const row = await db
    .selectFrom('tax_document')
    .select(['id', 'name', 'xml_sealed'])
    .where('id', '=', paper.cause)
    .executeTakeFirst();
  return row && { name: row.name, xml: openXml(vault, row) };
}

/** The tax documents of a client as they are exported: what each says and what became of it, and its signed XML. */
export async function exportedTaxDocuments(db: Db, vault: Vault, personId: string) {
  const rows = await db
    .selectFrom('tax_document')
    .innerJoin('loan', 'loan.id', 'tax_document.loan_id')
    .selectAll('tax_document')
    .where('loan.person_id', '=', personId)
    .orderBy('position')
    .execute();
  return {
    taxDocuments: rows.map((row) => ({
      name: row.name,
      issueDate: row.issue_date,
      status: row.status,
      issuedAt: row.issued_at,
      lines: openContent(vault, row).lines,
    })),
    files: rows.map((row) => ({ name: `tax/${row.name}.xml`, bytes: Buffer.from(openXml(vault, row)) })),
  };
}
