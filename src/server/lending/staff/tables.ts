import type { FixedJson } from '#server/kit/tables.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends StaffTables {}
}

interface StaffTables {
  readonly audit: AuditTable;
  readonly audit_head: { readonly id: number; readonly position: number; readonly hash: string };
  readonly staff_task: {
    readonly id: string;
    readonly kind: string;
    readonly subject: string;
    readonly note: string;
    readonly created_at: Date;
    readonly done_at: Date | null;
    readonly done_by: string | null;
  };
}

interface AuditTable {
  readonly position: number;
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly on_behalf_of: string | null;
  readonly impersonation_id: string | null;
  readonly session_id: string | null;
  readonly caller: string | null;
  readonly before: FixedJson<unknown>;
  readonly after: FixedJson<unknown>;
  readonly prev_hash: string;
  readonly hash: string;
}
