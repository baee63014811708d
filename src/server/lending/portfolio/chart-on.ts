import type { LendingContext } from '#server/lending/parameters/lending-context.ts';
import { readParameters } from '#server/lending/parameters/parameter-store.ts';
import { type ChartOfAccounts, chartOf } from '#server/lending/parameters/policies.ts';

/** Reads the lender's accounts as in force on each date that is asked for, once. */
export function chartReader({ db }: Pick<LendingContext, 'db'>): (date: string) => Promise<ChartOfAccounts> {
  const known = new Map<string, Promise<ChartOfAccounts>>();
  return (date) => {
    const chart = known.get(date) ?? readParameters(db.kysely, date).then(({ inForce }) => chartOf(inForce));
    known.set(date, chart);
    return chart;
  };
}
