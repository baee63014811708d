import type {} from '#server/kit/tables.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends ProfileTables {}
}

interface ProfileTables {
  readonly email_change: {
    readonly id: string;
    readonly person_id: string;
    readonly new_email_sealed: string;
    readonly status: 'SENT' | 'CONFIRMED' | 'CANCELLED' | 'REPLACED';
    readonly created_at: Date;
    readonly decided_at: Date | null;
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
