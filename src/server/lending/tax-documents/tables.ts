import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { FixedJson } from '#server/kit/tables.ts';

/** READY: signed and not sent; SENT: on its way, and its answer is asked for before it is sent again. */
export const TAX_DOCUMENT_STATUSES = ['READY', 'SENT', 'ACCEPTED', 'OBSERVED', 'REFUSED', 'REPLACED'] as const;
export type TaxDocumentStatus = (typeof TAX_DOCUMENT_STATUSES)[number];
/** WAITING: the tax authority has taken it and named a ticket. */
export const TAX_SUMMARY_STATUSES = ['READY', 'SENT', 'WAITING', 'ACCEPTED', 'OBSERVED', 'REFUSED'] as const;
export type TaxSummaryStatus = (typeof TAX_SUMMARY_STATUSES)[number];
export const TAX_OUTCOMES = ['ACCEPTED', 'OBSERVED', 'REFUSED', 'TICKET', 'WAITING', 'UNKNOWN', 'RESENT'] as const;
export type TaxOutcome = (typeof TAX_OUTCOMES)[number];

declare module '#server/kit/tables.ts' {
  interface Tables extends TaxTables {}
}

interface TaxTables {
  readonly tax_series: {
    readonly series: string;
    readonly kind: 'receipt' | 'credit-note';
    readonly last_number: number;
  };
  readonly tax_watch: { readonly loan_id: string; readonly due_on: string | null };
  readonly tax_document: {
    readonly id: string;
    readonly position: GeneratedAlways<number>;
    readonly name: string;
    readonly kind: 'receipt' | 'credit-note';
    readonly series: string;
    readonly number: number;
    readonly loan_id: string;
    readonly issue_date: string;
    readonly net: number;
    readonly vat: number;
    readonly corrects: string | null;
    readonly reason: '01' | '06' | '07' | '09' | null;
    readonly xml_sealed: Uint8Array;
    readonly xml_sha256: string;
    readonly content_sealed: Uint8Array;
    readonly digest: string;
    readonly status: TaxDocumentStatus;
    readonly summary_id: ColumnType<string | null, null, string | null>;
    readonly is_printed: Generated<boolean>;
    readonly attempts: Generated<number>;
    readonly next_try_at: Date | null;
    readonly issued_at: Date;
  };
  readonly tax_line: {
    readonly document_id: string;
    readonly position: number;
    readonly key: string;
    readonly net: number;
    readonly vat: number;
  };
  readonly tax_summary: {
    readonly id: string;
    readonly name: string;
    readonly issue_date: string;
    readonly xml_sealed: Uint8Array;
    readonly xml_sha256: string;
    readonly status: TaxSummaryStatus;
    readonly ticket: ColumnType<string | null, null, string | null>;
    readonly attempts: Generated<number>;
    readonly next_try_at: Date | null;
    readonly issued_at: Date;
  };
  readonly tax_answer: {
    readonly id: GeneratedAlways<number>;
    readonly document_id: string | null;
    readonly summary_id: string | null;
    readonly at: Date;
    readonly outcome: TaxOutcome;
    readonly code: string | null;
    readonly words: string | null;
    readonly notes: FixedJson<readonly { readonly code: string; readonly words: string }[]>;
    readonly cdr_sealed: Uint8Array | null;
    readonly cdr_sha256: string | null;
  };
  readonly tax_declared: {
    readonly id: string;
    readonly month: string;
    readonly declared_on: string;
    readonly amount: number;
    readonly reference: string;
    readonly declared_by: string;
    readonly at: Date;
  };
}
