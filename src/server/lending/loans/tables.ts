import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ContactChannel, ContactOutcome, PauseReason } from '#loan/contact-hours.ts';
import type { Account } from '#loan/ledger.ts';
import type { LoanEvent, LoanFact, LoanStatus, LoanTerms, PendingTopUp } from '#loan/loan.ts';
import type { PromiseStatus } from '#loan/promise.ts';
import type { TrustEventName } from '#loan/trust-level.ts';
import type { Json } from '#server/kit/tables.ts';

export type WriteOffStatus = 'PROPOSED' | 'APPROVED' | 'WITHDRAWN';

declare module '#server/kit/tables.ts' {
  interface Tables extends LoansTables {}
}

interface LoansTables {
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
    readonly created_at: Date;
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
    /** The later date of the books at which a trigger enters it; null: its own. */
    readonly booked_on: Generated<string | null>;
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
  readonly job_run: {
    readonly job: string;
    readonly loan_id: string;
    readonly business_date: string;
    readonly at: Date;
  };
  readonly trust_event: {
    readonly id: string;
    readonly person_id: string;
    readonly event: TrustEventName;
    readonly date: string;
    readonly loan_id: string | null;
    readonly natural_key: string;
    readonly at: Date;
  };
  readonly trust_event_retraction: { readonly trust_event_id: string; readonly at: Date };
  readonly write_off_proposal: {
    readonly id: string;
    readonly loan_id: string;
    readonly status: WriteOffStatus;
    readonly reason: string;
    readonly proposed_by: string;
    readonly proposed_at: Date;
    readonly decided_by: ColumnType<string | null, null, string>;
    readonly decided_at: ColumnType<Date | null, null, Date>;
    readonly fact_id: ColumnType<string | null, null, string>;
    readonly proposer_id: string;
    readonly decider_id: ColumnType<string | null, null, string>;
  };
  readonly contact_attempt: {
    readonly id: string;
    readonly person_id: string;
    readonly loan_id: string;
    readonly channel: ContactChannel;
    readonly recipient: 'CLIENT';
    readonly at: Date;
    readonly made_on: string;
    readonly actor: string;
  };
  readonly contact_pause: {
    readonly id: string;
    readonly person_id: string;
    readonly reason: PauseReason;
    readonly opened_at: Date;
    readonly opened_by: string;
    readonly closed_at: Date | null;
    readonly closed_by: string | null;
  };
  readonly contact_outcome: {
    readonly attempt_id: string;
    readonly outcome: ContactOutcome;
    readonly note_sealed: string | null;
    readonly promise_id: string | null;
    readonly at: Date;
    readonly actor: string;
  };
  readonly payment_promise: {
    readonly id: string;
    readonly loan_id: string;
    readonly person_id: string;
    readonly amount: number;
    readonly due_on: string;
    readonly made_on: string;
    readonly made_at: Date;
    readonly made_by: string;
    readonly facts_before: number;
    readonly status: ColumnType<PromiseStatus, never, PromiseStatus>;
    readonly paid: ColumnType<number, never, number>;
    readonly decided_on: ColumnType<string | null, never, string>;
  };
  readonly late_loan: {
    readonly loan_id: string;
    readonly late_since: string | null;
    readonly overdue: number;
    readonly next_due: string | null;
    readonly as_of: string;
  };
  readonly reminder_run: { readonly loan_id: string; readonly through: string };
}
