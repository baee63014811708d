import type { DataRequestKind, DataRequestStatus } from '#loan/data-request.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends PrivacyTables {}
}

interface PrivacyTables {
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
}
