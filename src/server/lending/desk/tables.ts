declare module '#server/kit/tables.ts' {
  interface Tables extends DeskTables {}
}

export type DeskPageKind = 'form' | 'search' | 'running' | 'refused' | 'done';

interface DeskTables {
  readonly desk_page: {
    readonly key_hash: string;
    readonly colleague_id: string;
    readonly kind: DeskPageKind;
    readonly content_sealed: string | null;
    readonly kept_at: Date;
    readonly kept_until: Date;
  };
}
