import type { ColumnType } from 'kysely';
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
  readonly visitor_data_request: {
    readonly id: string;
    readonly kind: DataRequestKind;
    readonly asked_sealed: string;
    readonly identity_sealed: string | null;
    readonly identity_media_type: string;
    readonly status: Exclude<DataRequestStatus, 'IN_PROGRESS'>;
    readonly due_on: string;
    readonly created_at: Date;
    readonly decided_at: ColumnType<Date | null, undefined>;
    readonly decided_by: ColumnType<string | null, undefined>;
    readonly answer_sealed: ColumnType<string | null, undefined>;
    /** By document and mailbox; null in requests from before there was one. */
    readonly asked_index: string | null;
  };
}
