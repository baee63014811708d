import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Account } from '#loan/ledger.ts';
import type { LoanEvent, LoanFact, LoanStatus, LoanTerms, PendingTopUp } from '#loan/loan.ts';

/** Written as JSON text, read as a value. */
type Json<Value> = ColumnType<Value, string, string>;

export type DisbursementStatus = 'QUEUED' | 'SENDING' | 'SENT' | 'CONFIRMED' | 'REJECTED' | 'CANCELLED';
export type DisbursementPurpose = 'loan' | 'top-up';

/** The tables of migration 0005. */
export interface LoanTables {
  readonly loan_counter: { readonly year: number; readonly last_number: number };
  readonly loan: {
    readonly id: string;
    readonly number: string;
    readonly person_id: string;
    readonly status: LoanStatus;
    readonly terms: Json<LoanTerms>;
    readonly originated_on: string;
    readonly value_date: string | null;
    readonly booked_through: string | null;
    readonly top_up: ColumnType<PendingTopUp | null, string | null, string | null>;
    readonly created_at: Generated<Date>;
  };
  readonly loan_fact: {
    readonly id: string;
    readonly loan_id: string;
    readonly position: GeneratedAlways<number>;
    readonly kind: LoanFact['kind'];
    readonly date: string;
    readonly data: Json<object>;
    readonly recorded_on: string;
    readonly recorded_at: Date;
    readonly reversed_on: ColumnType<string | null, never, string>;
  };
  readonly loan_event: {
    readonly id: GeneratedAlways<number>;
    readonly loan_id: string;
    readonly event: LoanEvent;
    readonly from_status: LoanStatus;
    readonly to_status: LoanStatus;
    readonly business_date: string;
    readonly at: Date;
    readonly cause: string;
    readonly ref: string;
  };
  readonly ledger_chain: { readonly chain: string; readonly length: number; readonly head: Uint8Array };
  readonly journal: {
    readonly id: string;
    readonly chain: string;
    readonly position: number;
    readonly business_date: string;
    readonly kind: string;
    readonly ref: string;
    readonly loan_id: string | null;
    readonly at: Date;
    readonly hash: Uint8Array;
  };
  readonly posting: {
    readonly journal_id: string;
    readonly position: number;
    readonly account: Account;
    readonly amount: number;
  };
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
  readonly job_run: {
    readonly job: string;
    readonly loan_id: string;
    readonly business_date: string;
    readonly at: Date;
  };
  readonly sandbox_clock: { readonly only_row: Generated<boolean>; readonly offset_days: number };
}
