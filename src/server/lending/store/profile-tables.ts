import type { DataRequestKind, DataRequestStatus } from '#loan/data-request.ts';

/** Migrations 0011 and 0015. */
export interface ProfileTables {
  readonly email_change: {
    readonly id: string;
    readonly person_id: string;
    readonly new_email_sealed: string;
    readonly status: 'SENT' | 'CONFIRMED' | 'CANCELLED' | 'REPLACED';
    readonly created_at: Date;
    readonly decided_at: Date | null;
  };
  readonly data_request: {
    readonly id: string;
    readonly person_id: string;
    readonly kind: DataRequestKind;
    readonly detail_sealed: string;
    readonly status: DataRequestStatus;
    readonly due_on: string;
    readonly created_at: Date;
    readonly decided_at: Date | null;
    readonly decided_by: string | null;
    readonly answer_sealed: string | null;
  };
  readonly bank_account: {
    readonly id: string;
    readonly person_id: string;
    readonly account_sealed: string;
    readonly usable_at: Date;
    readonly created_at: Date;
  };
  readonly account_closing: {
    readonly id: string;
    readonly person_id: string;
    readonly asked_at: Date;
    readonly closes_on: string;
    readonly undone_at: Date | null;
    readonly closed_at: Date | null;
    readonly forget_on: string | null;
    readonly forgotten_at: Date | null;
  };
}
