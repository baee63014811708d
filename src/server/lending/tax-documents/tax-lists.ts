import { type RawBuilder, sql } from 'kysely';
import { cents } from '#loan/money.ts';
import type { Db } from '#server/kit/tables.ts';
import { keyset } from '#server/lending/staff/list-source.ts';
import type { TaxDocumentStatus } from './tables.ts';

export interface TaxFilter {
  readonly status?: readonly TaxDocumentStatus[] | undefined;
  readonly kind?: readonly ('receipt' | 'credit-note')[] | undefined;
  /** Number of the loan. */
  readonly loan?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Stored {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly personId: string;
  readonly loan: string;
  readonly kind: 'receipt' | 'credit-note';
  readonly date: string;
  readonly net: number;
  readonly vat: number;
  readonly status: TaxDocumentStatus;
}

/** Tax documents, newest first; amounts in céntimos, those of credit notes below zero. */
export function listTaxDocuments(db: Db, { status, kind, loan, from, to }: TaxFilter) {
  const every = sql<boolean>`true`;
  const rows = sql<Stored>`
    select document.id, document.position, document.name, loan.person_id as "personId", loan.number as loan,
      document.kind, document.issue_date::text as date, document.net, document.vat, document.status
    from tax_document document join loan on loan.id = document.loan_id
    where ${status ? sql`document.status = any(${[...status]}::text[])` : every}
      and ${kind ? sql`document.kind = any(${[...kind]}::text[])` : every}
      and ${loan === undefined ? every : sql`loan.number = ${loan}`}
      and ${from === undefined ? every : sql`document.issue_date >= ${from}::date`}
      and ${to === undefined ? every : sql`document.issue_date <= ${to}::date`}`;
  return keyset(db, { rows, keys: { position: 'number' }, isDescending: true }, (stored) => stored.map(rowOf));
}

function rowOf({ id, name, personId, loan, kind, date, net, vat, status }: Stored) {
  const sign = kind === 'receipt' ? 1 : -1;
  const [base, igv] = [sign * Number(net), sign * Number(vat)];
  return { name, personId, id, loan, kind, date, net: cents(base), vat: cents(igv), total: cents(base + igv), status };
}

export interface MonthRow {
  readonly month: string;
  readonly kind: 'receipt' | 'credit-note';
  readonly documents: number;
  readonly net: number;
  readonly vat: number;
  readonly unanswered: number;
  readonly refused: number;
}

/** Sums of each month by issue date, newest first: what counts, and what has no answer or was refused. */
export async function readMonths(db: Db, until: string): Promise<readonly MonthRow[]> {
  const counting: RawBuilder<unknown> = sql`filter (where status <> 'REPLACED')`;
  const { rows } = await sql<MonthRow>`
    select to_char(issue_date, 'YYYY-MM') as month, kind, count(*) ${counting} as documents,
      coalesce(sum(net) ${counting}, 0) as net, coalesce(sum(vat) ${counting}, 0) as vat,
      count(*) filter (where status in ('READY', 'SENT')) as unanswered,
      count(*) filter (where status = 'REFUSED') as refused
    from tax_document where issue_date <= ${until}::date
    group by 1, 2 order by 1 desc, 2 desc limit 26`.execute(db);
  return rows.map((row) => ({
    ...row,
    documents: Number(row.documents),
    net: Number(row.net),
    vat: Number(row.vat),
    unanswered: Number(row.unanswered),
    refused: Number(row.refused),
  }));
}
