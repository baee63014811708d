import type { FlagKind } from './fraud-flag.ts';
import type { MarkKind } from './person-mark-store.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends FraudTables {}
}

interface FraudTables {
  readonly person_mark: {
    readonly kind: MarkKind;
    readonly mark: string;
    readonly person_id: string;
    readonly last_seen_at: Date;
  };
  readonly fraud_flag: {
    readonly id: string;
    readonly case_id: string;
    readonly kind: FlagKind;
    readonly mark: string | null;
    readonly person_id: string | null;
    readonly application_id: string | null;
    readonly application_reference: string | null;
    readonly reason: string;
    readonly flagged_by: string;
    readonly flagged_at: Date;
    readonly lift_reason: string | null;
    readonly lifted_by: string | null;
    readonly lifted_at: Date | null;
    readonly forgotten_at: Date | null;
  };
  readonly fraud_flag_known: {
    readonly flag_id: string;
    readonly person_id: string;
    readonly known_by: string;
    readonly known_at: Date;
  };
}
