import { addDays, calendarDate, weekday } from '#loan/calendar.ts';
import { Portfolio } from '#tests/support/loans/portfolio.ts';
import type { Row } from './table.ts';

const LOANS = 10_000;
const DAYS = 3 * 365;
/** Lending stops in time for every loan to meet its end. */
const LENDING_DAYS = 2 * 365;

/**
 * Ten thousand loans over three years: payments in time, late, back-dated, too small and too large, plans, flex pays,
 * extensions, chargebacks and write-offs by chance, on one ledger, which must be true every quarter and at the end
 * (invariants P15–P20). A fault ends the benchmark.
 */
export function benchPortfolio(): Row[] {
  const startedAt = performance.now();
  const portfolio = new Portfolio(20_260_101, calendarDate('2026-01-01'), {
    isHoliday: () => false,
    isBusinessDay: (date) => ![0, 6].includes(weekday(date)),
  });
  let checks = 0;
  for (let day = 1; day <= DAYS; day += 1) {
    const due = day <= LENDING_DAYS ? Math.round((LOANS * day) / LENDING_DAYS) : LOANS;
    portfolio.day(due - portfolio.accounts.length);
    if (day % 91 !== 0 && day !== DAYS) continue;
    const faults = portfolio.faults();
    if (faults.length > 0) throw new Error(`${addDays(portfolio.today, 0)}: ${faults.slice(0, 5).join('; ')}`);
    checks += 1;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const { counts, accounts } = portfolio;
  const count = (name: string): number => counts[name] ?? 0;
  return [
    { what: 'loans', count: accounts.length },
    { what: 'journals', count: count('journals') },
    { what: 'payments', count: count('payments') },
    { what: 'back-dated payments', count: count('back-dated payments') },
    { what: 'chargebacks', count: count('chargebacks') },
    {
      what: 'extensions, plans, flex pays',
      count: count('extensions') + count('plan-confirmed') + count('flex-activated'),
    },
    { what: 'write-offs', count: count('written-off') },
    { what: 'whole-ledger checks without a fault', count: checks },
    { what: 'seconds', count: Math.round(seconds) },
  ];
}
