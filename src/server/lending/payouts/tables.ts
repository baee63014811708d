import type { ColumnType, Generated } from 'kysely';

export type DisbursementStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED';

export type DisbursementPurpose = 'loan' | 'top-up';

export type BatchStatus = 'MADE' | 'RELEASED' | 'SENT' | 'WITHDRAWN';

/** In the file; left for another one or ended; or known to the archive as sent before. */
export type BatchOutcome = 'IN' | 'OUT' | 'BEFORE';

declare module '#server/kit/tables.ts' {
  interface Tables extends PayoutsTables {}
}

interface PayoutsTables {
  readonly disbursement_order: {
    readonly id: string;
    readonly loan_id: string;
    readonly purpose: DisbursementPurpose;
    readonly amount: number;
    readonly destination_sealed: string;
    readonly status: DisbursementStatus;
    readonly attempts: Generated<number>;
    readonly next_attempt_at: Date;
    readonly provider_ref: string | null;
    readonly value_date: string | null;
    readonly reason: string | null;
    readonly ordered_on: string;
    readonly ended_on: string | null;
    readonly created_at: Date;
  };
  readonly surplus_payout: {
    readonly id: string;
    readonly kind: 'disbursement' | 'refund' | 'chargeback';
    readonly loan_id: string;
    readonly amount: number;
    readonly provider_ref: string;
    readonly value_date: string;
    readonly recorded_on: string;
    readonly created_at: Date;
  };
  readonly payout_archive: {
    readonly position: number;
    readonly archive: string;
    readonly database: string;
    readonly accepted_orders: ColumnType<readonly string[], string, never>;
    readonly confirmed_by: string;
    readonly reason: string;
    readonly created_at: Date;
  };
  readonly payout_batch: {
    readonly id: string;
    readonly business_date: string;
    readonly status: BatchStatus;
    readonly made_by: string;
    readonly made_at: Date;
    readonly released_by: string | null;
    readonly released_at: Date | null;
    readonly sent_at: Date | null;
    readonly withdrawn_by: string | null;
    readonly reason: string | null;
  };
  readonly payout_batch_item: {
    readonly batch_id: string;
    readonly position: number;
    readonly order_id: string;
    readonly kind: 'disbursement' | 'refund';
    readonly amount: number;
    readonly outcome: BatchOutcome | null;
    readonly reason: string | null;
  };
}
