import type { GeneratedAlways } from 'kysely';
import type { DocumentLanguage, DocumentType } from '#api/document-types.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends DocumentsTables {}
}

interface DocumentsTables {
  readonly document: {
    readonly id: string;
    readonly position: GeneratedAlways<number>;
    readonly person_id: string;
    readonly loan_id: string | null;
    readonly type: DocumentType;
    readonly cause: string;
    readonly language: DocumentLanguage;
    readonly title: string;
    readonly version: number;
    readonly created_at: Date;
    readonly business_date: string;
    readonly pages: number;
    readonly byte_length: number;
    readonly sha256: string;
    readonly bytes_sealed: Uint8Array;
    readonly superseded_by: string | null;
  };
}
