import { sql } from 'kysely';
import { formatDate } from '#i18n/format-date.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { Db } from '#server/kit/tables.ts';
import type { Vault } from '#server/kit/vault.ts';
import { TYPE_CODES } from './document-name.ts';
import { type TaxDocument, totalsOf } from './tax-document.ts';
import { openContent } from './tax-store.ts';

/** The fields of a line, in the order of the register of sales (RVIE, SUNAT's resolution 112-2021, annex 3). */
const COLUMNS = 33;
const BATCH = 500;

export interface SalesRegister {
  /** `LE20100000001202602…`, as the tax authority wants a replaced proposal called. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly documents: number;
}

/**
 * Writes the register of sales of a month for SUNAT's SIRE: one line for each document that was not refused, fields
 * parted by `|`. A credit note of a receipt of the same month lowers base and IGV; of one from before it stands in the
 * fields of discounts, because that month is declared already.
 * @param month its first day
 */
export async function writeSalesRegister(
  db: Db,
  vault: Vault,
  { month, ruc }: { readonly month: CalendarDate; readonly ruc: string },
): Promise<SalesRegister> {
  const period = month.slice(0, 7).replace('-', '');
  const lines: string[] = [];
  let after = 0;
  for (;;) {
    const { rows } = await sql<Row>`
      select document.id, document.position, document.content_sealed, receipt.issue_date::text as receipt_date
      from tax_document document left join tax_document receipt on receipt.id = document.corrects
      where document.issue_date >= ${month}::date and document.issue_date < ${month}::date + interval '1 month'
        and document.status not in ('REFUSED', 'REPLACED') and document.position > ${after}
      order by document.position limit ${BATCH}`.execute(db);
    lines.push(...rows.map((row) => lineOf(openContent(vault, row), { period, receiptDate: row.receipt_date })));
    after = rows.at(-1)?.position ?? 0;
    if (rows.length < BATCH) break;
  }
  const [book, counted] = ['00140400021', lines.length > 0 ? '112' : '012'];
  const text = lines.map((line) => `${line}\r\n`).join('');
  return { name: `LE${ruc}${period}${book}${counted}.txt`, bytes: Buffer.from(text), documents: lines.length };
}

interface Row {
  readonly id: string;
  readonly position: number;
  readonly content_sealed: Uint8Array;
  readonly receipt_date: string | null;
}

function lineOf(
  document: TaxDocument,
  { period, receiptDate }: { readonly period: string; readonly receiptDate: string | null },
): string {
  const { issuer, kind, series, number, issueDate, buyer, corrects } = document;
  const { netCents, vatCents, totalCents } = totalsOf(document);
  const isOfBefore = receiptDate !== null && receiptDate.slice(0, 7).replace('-', '') < period;
  const amount = (of: number) => ((kind === 'receipt' ? of : -of) / 100).toFixed(2);
  const [nothing, base, vat] = ['0.00', amount(netCents), amount(vatCents)];
  const fields = [
    issuer.ruc,
    issuer.name,
    period,
    '',
    formatDate(issueDate),
    '',
    TYPE_CODES[kind],
    series,
    String(number),
    '',
    buyer.documentCode,
    buyer.documentNumber,
    buyer.name.replaceAll('|', ' '),
    nothing,
    isOfBefore ? nothing : base,
    isOfBefore ? base : nothing,
    isOfBefore ? nothing : vat,
    isOfBefore ? vat : nothing,
    ...Array.from({ length: 7 }, () => nothing),
    amount(totalCents),
    'PEN',
    '1.000',
    receiptDate === null ? '' : formatDate(receiptDate),
    corrects ? TYPE_CODES.receipt : '',
    corrects?.series ?? '',
    corrects ? String(corrects.number) : '',
    '',
  ];
  if (fields.length !== COLUMNS) throw new RangeError(`a line of the register has ${fields.length} fields`);
  return `${fields.join('|')}|`;
}
