import type { ApplicationStage } from '#loan/application.ts';
import type { Account } from '#loan/ledger.ts';

declare module '#server/kit/tables.ts' {
  interface Tables extends PortfolioTables {}
}

/** Amounts are céntimos. */
interface PortfolioTables {
  readonly book_day: {
    readonly date: string;
    readonly loans: number;
    readonly late_loans: number;
    readonly principal: number;
    readonly interest: number;
    readonly fees: number;
    readonly igv: number;
    readonly moratory: number;
    readonly late_1: number;
    readonly late_31: number;
    readonly late_61: number;
    readonly late_91: number;
    readonly due: number;
    readonly collected: number;
    readonly disbursed: number;
    readonly earned: number;
    readonly lost: number;
    readonly unapplied: number;
    readonly recorded_at: Date;
  };
  readonly book_vintage: {
    readonly date: string;
    readonly month: string;
    readonly disbursed: number;
    readonly lost: number;
  };
  readonly book_stage: {
    readonly date: string;
    readonly stage: ApplicationStage;
    readonly reached: number;
    readonly standing: number;
  };
  readonly book_account: {
    readonly date: string;
    readonly account: Account;
    readonly debit: number;
    readonly credit: number;
  };
  readonly book_bucket: {
    readonly date: string;
    readonly bucket: '0' | '1-30' | '31-60' | '61-90' | '91+';
    readonly loans: number;
    readonly principal: number;
    readonly interest: number;
    readonly fees: number;
    readonly igv: number;
    readonly moratory: number;
  };
}

export type BookDay = Omit<PortfolioTables['book_day'], 'recorded_at'>;
