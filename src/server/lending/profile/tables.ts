import type {} from '#server/kit/tables.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends ProfileTables {}
}

interface ProfileTables {
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
