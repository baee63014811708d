import type { Generated } from 'kysely';
import type { ChallengeRow, PasskeyRow } from '#server/kit/kept-passkeys.ts';
import type { FixedJson, Json } from '#server/kit/tables.ts';
import type { Role } from './colleague.ts';

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
    /** Null: from before sentences had names. */
    readonly says: string | null;
    readonly facts: Json<Readonly<Record<string, unknown>>>;
    readonly created_at: Date;
    readonly done_at: Date | null;
    readonly done_by: string | null;
  };
  readonly colleague: ColleagueTable;
  readonly colleague_session: {
    readonly id: string;
    readonly colleague_id: string;
    readonly token_hash: string;
    readonly caller: string;
    readonly created_at: Date;
    readonly idle_until: Date;
    readonly expires_at: Date;
    /** The last time that a passkey was used in it. */
    readonly proved_at: Date | null;
    readonly ended_at: Date | null;
  };
  readonly colleague_passkey: ColleaguePasskeyTable;
  readonly colleague_recovery_code: {
    readonly colleague_id: string;
    readonly code_hash: string;
    readonly made_at: Date;
    readonly ended_at: Date | null;
  };
  readonly colleague_setup: {
    readonly colleague_id: string;
    readonly invitation_hash: string;
    readonly password_hash: string;
    readonly second_factor_sealed: string;
    readonly begun_at: Date;
  };
  readonly staff_challenge: StaffChallengeTable;
  readonly staff_approval: {
    readonly id: string;
    readonly action: string;
    readonly subject: string;
    readonly digest: string;
    readonly about: FixedJson<unknown>;
    readonly status: Generated<'PROPOSED' | 'APPROVED' | 'WITHDRAWN'>;
    readonly proposed_by: string;
    readonly proposed_at: Date;
    readonly decided_by: string | null;
    readonly decided_at: Date | null;
    /** Which account carries it out, and until when it is locked for others. */
    readonly taken_by: Generated<string | null>;
    readonly taken_until: Generated<Date | null>;
    /** The words of its command; null on proposals of programs that stored none. */
    readonly act: string | null;
    readonly request_sealed: string | null;
    readonly person_id: string | null;
  };
}

interface ColleagueTable {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly roles: Role[];
  readonly password_hash: string | null;
  readonly second_factor_sealed: string | null;
  readonly last_step: Generated<number>;
  readonly failures: Generated<number>;
  readonly closed_until: Date | null;
  readonly locked_at: Date | null;
  readonly invitation_hash: string | null;
  readonly invited_until: Date | null;
  readonly created_at: Date;
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
  readonly colleague_id: string | null;
  readonly before: FixedJson<unknown>;
  readonly after: FixedJson<unknown>;
  readonly prev_hash: string;
  readonly hash: string;
}

interface ColleaguePasskeyTable extends PasskeyRow {
  readonly colleague_id: string;
}

interface StaffChallengeTable extends ChallengeRow<'sign-in' | 'add' | 'proof' | 'command'> {
  readonly origin: string | null;
  readonly user_handle: string | null;
  readonly name: string | null;
}
