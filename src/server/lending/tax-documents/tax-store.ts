import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CalendarDate } from '#loan/calendar.ts';
import { cents } from '#loan/money.ts';
import type { DocumentedLine } from '#loan/taxed-lines.ts';
import type { Db, Trx } from '#server/kit/tables.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Place, Vault } from '#server/kit/vault.ts';
import { documentName } from './document-name.ts';
import type { TaxDocument } from './tax-document.ts';
import { totalsOf } from './tax-document.ts';

/** Loans that can owe a document for a day that is over, in the order of their ids. */
export async function readLoansToTax(
  db: Db,
  {
    until,
    after,
    limit,
  }: { readonly until: CalendarDate; readonly after?: string | undefined; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('tax_watch')
    .select('loan_id')
    .where('due_on', '<=', until)
    .$if(after !== undefined, (query) => query.where('loan_id', '>', after as string))
    .orderBy('loan_id')
    .limit(limit)
    .execute();
  return rows.map(({ loan_id }) => loan_id);
}

/** The first day of a loan that was not looked at; the loan must be locked. */
export async function readTaxDue(trx: Trx, loanId: string): Promise<string | undefined> {
  const row = await trx.selectFrom('tax_watch').select('due_on').where('loan_id', '=', loanId).executeTakeFirst();
  return row?.due_on ?? undefined;
}

export async function moveTaxDue(trx: Trx, loanId: string, dueOn: string | null): Promise<void> {
  await trx.updateTable('tax_watch').set({ due_on: dueOn }).where('loan_id', '=', loanId).execute();
}

/** A receipt with what is left of its lines after credit notes, oldest first. */
export interface LeftOfReceipt {
  readonly id: string;
  readonly series: string;
  readonly number: number;
  readonly lines: readonly DocumentedLine[];
}

/** Reads what was documented of a loan and counts: every receipt that is not replaced, less its credit notes. */
export async function readDocumented(db: Db, loanId: string): Promise<LeftOfReceipt[]> {
  const rows = await db
    .selectFrom('tax_document as document')
    .innerJoin('tax_line as line', 'line.document_id', 'document.id')
    .select(['document.id', 'document.series', 'document.number', 'line.key', 'line.net', 'line.vat'])
    .select(({ selectFrom }) => {
      const taken = (column: 'net' | 'vat') =>
        selectFrom('tax_document as note')
          .innerJoin('tax_line as back', 'back.document_id', 'note.id')
          .select((sumOf) => sumOf.fn.coalesce(sumOf.fn.sum<number>(`back.${column}`), sql<number>`0`).as('taken'))
          .whereRef('note.corrects', '=', 'document.id')
          .where('note.status', '<>', 'REPLACED')
          .whereRef('back.key', '=', 'line.key');
      return [taken('net').as('net_back'), taken('vat').as('vat_back')];
    })
    .where('document.loan_id', '=', loanId)
    .where('document.kind', '=', 'receipt')
    .where('document.status', '<>', 'REPLACED')
    .orderBy('document.position')
    .orderBy('line.position')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, lines]) => {
    const { series, number } = lines[0] as (typeof lines)[number];
    return {
      id,
      series,
      number,
      lines: lines.map(({ key, net, vat, net_back, vat_back }) => ({
        documentId: id,
        key,
        netCents: cents(Number(net) - Number(net_back)),
        vatCents: cents(Number(vat) - Number(vat_back)),
      })),
    };
  });
}

/**
 * Takes the next number of a series, in the transaction that issues its document: an issue that fails gives it back, and
 * none is missing. The row stays locked until then, so that documents of a series are issued one after the other.
 */
export async function takeNumber(trx: Trx, series: string, kind: TaxDocument['kind']): Promise<number> {
  const { last_number } = await trx
    .insertInto('tax_series')
    .values({ series, kind, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .doUpdateSet((row) => ({ last_number: row('tax_series.last_number', '+', 1) }))
        // A series has one kind for ever: no row is updated, and the statement answers none.
        .where('tax_series.kind', '=', kind),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

/** A document with what belongs to it when it is issued. */
export interface NewTaxDocument {
  readonly document: TaxDocument;
  readonly loanId: string;
  /** Of a credit note: the id of the receipt. */
  readonly corrects?: string | undefined;
  readonly lines: readonly { readonly key: string; readonly netCents: number; readonly vatCents: number }[];
  readonly signed: { readonly xml: string; readonly digest: string };
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Stores what was signed, ready to be sent. @returns its id */
export async function insertTaxDocument(trx: Trx, vault: Vault, issued: NewTaxDocument): Promise<string> {
  const { document, loanId, corrects, lines, signed, now } = issued;
  const id = uuidv7(now);
  const { netCents, vatCents } = totalsOf(document);
  await trx
    .insertInto('tax_document')
    .values({
      id,
      name: documentName(document),
      kind: document.kind,
      series: document.series,
      number: document.number,
      loan_id: loanId,
      issue_date: document.issueDate,
      net: netCents,
      vat: vatCents,
      corrects: corrects ?? null,
      reason: document.corrects?.reason ?? null,
      xml_sealed: vault.sealBytes(Buffer.from(signed.xml), placeOf(id, 'xml_sealed')),
      xml_sha256: createHash('sha256').update(signed.xml).digest('hex'),
      content_sealed: vault.sealBytes(Buffer.from(JSON.stringify(document)), placeOf(id, 'content_sealed')),
      digest: signed.digest,
      status: 'READY',
      next_try_at: new Date(now),
      issued_at: new Date(now),
    })
    .execute();
  await trx
    .insertInto('tax_line')
    .values(
      lines.map(({ key, netCents: net, vatCents: vat }, index) => ({
        document_id: id,
        position: index + 1,
        key,
        net,
        vat,
      })),
    )
    .execute();
  return id;
}

function placeOf(id: string, column: 'xml_sealed' | 'content_sealed'): Place {
  return { table: 'tax_document', column, id };
}

/** The XML as it was signed. */
export function openXml(vault: Vault, row: { readonly id: string; readonly xml_sealed: Uint8Array }): string {
  return Buffer.from(vault.openBytes(row.xml_sealed, placeOf(row.id, 'xml_sealed'))).toString('utf8');
}

/** The content of a document. */
export function openContent(
  vault: Vault,
  row: { readonly id: string; readonly content_sealed: Uint8Array },
): TaxDocument {
  const text = Buffer.from(vault.openBytes(row.content_sealed, placeOf(row.id, 'content_sealed'))).toString('utf8');
  return JSON.parse(text) as TaxDocument;
}
