import type { Generated } from 'kysely';
import type { LoanStatus } from '#loan/loan.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends LoanDocumentsTables {}
}

interface LoanDocumentsTables {
  readonly document_issue: {
    readonly loan_id: string;
    readonly last_fact: number;
    readonly status: LoanStatus;
    readonly month: string;
    /** Number of reversals then. */
    readonly reversals: Generated<number>;
  };
}
