import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import { titleOf } from '#server/lending/documents/document-head.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { documentId } from './document-name.ts';
import { renderTaxPaper } from './tax-paper.ts';
import { openContent } from './tax-store.ts';

const BATCH = 50;

/**
 * Prints each tax document once, for its client's papers. The paper is rendered outside of the transaction that stores
 * it, from what was signed; printed twice, it is stored once.
 * @returns how many were printed
 */
export async function issueTaxPapers({
  db,
  vault,
  siteUrl,
}: Pick<LendingContext, 'db' | 'vault' | 'siteUrl'>): Promise<number> {
  let printed = 0;
  for (;;) {
    const rows = await db.kysely
      .selectFrom('tax_document')
      .innerJoin('loan', 'loan.id', 'tax_document.loan_id')
      .select(['tax_document.id', 'loan_id', 'person_id', 'content_sealed', 'digest', 'issued_at'])
      .where('is_printed', '=', false)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const document = openContent(vault, row);
      const type = document.kind === 'receipt' ? 'TAX_RECEIPT' : 'TAX_CREDIT_NOTE';
      const bytes = await renderTaxPaper({ document, digest: row.digest, siteUrl, issuedAt: row.issued_at });
      await db.kysely.transaction().execute(async (trx) => {
        await storeDocument(trx, vault, {
          personId: row.person_id,
          loanId: row.loan_id,
          type,
          cause: row.id,
          language: DEFAULT_LOCALE,
          title: titleOf(type, DEFAULT_LOCALE, documentId(document)),
          bytes,
          businessDate: calendarDate(document.issueDate),
          now: row.issued_at.getTime(),
        });
        await trx.updateTable('tax_document').set({ is_printed: true }).where('id', '=', row.id).execute();
      });
    }
    printed += rows.length;
    if (rows.length < BATCH) return printed;
  }
}
