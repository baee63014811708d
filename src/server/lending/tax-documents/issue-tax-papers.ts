import type { Selectable } from 'kysely';
import { DEFAULT_LOCALE } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { Tables, Trx } from '#server/kit/tables.ts';
import { titleOf } from '#server/lending/documents/document-head.ts';
import { storeDocument, supersedeDocuments } from '#server/lending/documents/document-store.ts';
import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { documentId } from './document-name.ts';
import { renderTaxPaper } from './tax-paper.ts';
import { openContent } from './tax-store.ts';

const BATCH = 50;

/**
 * Prints each tax document once, for its client's papers. The paper is rendered outside of the transaction that stores
 * it, from what was signed; printed twice, it is stored once. One that cannot be printed does not keep the others.
 * @returns how many were printed
 */
export async function issueTaxPapers({
  db,
  vault,
  siteUrl,
  log,
}: Pick<LendingContext, 'db' | 'vault' | 'siteUrl' | 'log'>): Promise<number> {
  let [printed, after] = [0, 0];
  for (;;) {
    const rows = await db.kysely
      .selectFrom('tax_document')
      .innerJoin('loan', 'loan.id', 'tax_document.loan_id')
      .select(['tax_document.id', 'loan_id', 'person_id', 'content_sealed', 'digest', 'issued_at'])
      .select('position')
      .where('is_printed', '=', false)
      .where('position', '>', after)
      .orderBy('position')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      try {
        await printOne({ db, vault, siteUrl }, row);
        printed += 1;
      } catch (error) {
        log.error({ err: error, documentId: row.id }, 'a tax document could not be printed');
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return printed;
    after = last.position;
  }
}

type ToPrint = Pick<
  Selectable<Tables['tax_document']>,
  'id' | 'loan_id' | 'content_sealed' | 'digest' | 'issued_at' | 'position'
> & { readonly person_id: string };

async function printOne({ db, vault, siteUrl }: Pick<LendingContext, 'db' | 'vault' | 'siteUrl'>, row: ToPrint) {
  const document = openContent(vault, row);
  const type = document.kind === 'receipt' ? 'TAX_RECEIPT' : 'TAX_CREDIT_NOTE';
  const bytes = await renderTaxPaper({ document, digest: row.digest, siteUrl, issuedAt: row.issued_at });
  await db.kysely.transaction().execute(async (trx) => {
    const paper = await storeDocument(trx, vault, {
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
    await replacePapers(trx, row, paper.id);
    await trx.updateTable('tax_document').set({ is_printed: true }).where('id', '=', row.id).execute();
  });
}

/** Replaces the papers of what was refused and is said again: without it a client would see two boletas of one charge. */
async function replacePapers(trx: Trx, { loan_id: loanId, position }: ToPrint, paperId: string): Promise<void> {
  const replaced = await trx
    .selectFrom('tax_document')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('status', '=', 'REPLACED')
    .where('position', '<', position)
    .execute();
  const causes = replaced.map(({ id }) => id);
  await supersedeDocuments(trx, { loanId, causes }, paperId);
}
