import type { ColumnType, Generated } from 'kysely';
import type { FixedJson, Json } from '#server/kit/tables.ts';

export type ProposalStatus = 'PROPOSED' | 'APPROVED' | 'REJECTED';

declare module '#server/kit/tables.ts' {
  interface Tables extends ParametersTables {}
}

interface ParametersTables {
  readonly parameter: ParameterTable;
  readonly parameter_version: { readonly version: number };
  readonly parameter_proposal: {
    readonly id: string;
    readonly kind: string;
    readonly key: string;
    readonly value: FixedJson<unknown>;
    readonly valid_from: string;
    readonly valid_to: string | null;
    readonly reason: string;
    readonly status: ProposalStatus;
    readonly proposed_by: string;
    readonly proposer_id: string;
    readonly proposed_at: Date;
    readonly decided_by: string | null;
    readonly decider_id: string | null;
    readonly decided_at: Date | null;
  };
  readonly holiday: {
    readonly date: string;
    readonly name: string;
    readonly approved_by: string;
    readonly created_at: Generated<Date>;
  };
  readonly bank: {
    readonly id: string;
    readonly name: string;
    readonly code: string;
    readonly account_lengths: Json<readonly number[]>;
    readonly position: number;
    readonly active: Generated<boolean>;
  };
  readonly ubigeo: {
    readonly code: string;
    readonly department: string;
    readonly province: string;
    readonly district: string;
    readonly active: Generated<boolean>;
  };
  readonly sandbox_clock: { readonly only_row: Generated<boolean>; readonly offset_days: number };
}

interface ParameterTable {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  /** Written as JSON text, read as a value. */
  readonly value: ColumnType<unknown, string, never>;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly approved_by: string;
  /** Two accounts approved it; null for what a new lender starts with. */
  readonly proposal_id: string | null;
  readonly created_at: Generated<Date>;
}
