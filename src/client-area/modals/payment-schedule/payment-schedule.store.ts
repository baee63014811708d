import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getLoan, type LoanDetail } from '#api/endpoints/arrangements/get-loan.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { LoadedStore } from '#client-area/data/loaded.store.ts';
import { createSeenFrom } from '#client-area/data/seen.store.ts';
import { request } from '#stores/protected-call.ts';
import { requestSeen } from '#stores/seen.ts';

export type ScheduledLoan = Pick<LoanBody, 'number' | 'status' | 'schedule'> & {
  /** Only for a loan requested by its number. */
  readonly payments?: LoanDetail['payments'];
};

/** Creates the schedule of a loan; by default of the running one, which is visible with basic assurance too. */
export function createSchedule(number?: string): LoadedStore<ScheduledLoan | null> {
  return createSeenFrom<ScheduledLoan | null>(async (reading) => {
    if (number === undefined) {
      const active = await requestSeen(getActiveLoan, {}, reading);
      return active.kind === 'ok' ? { kind: 'ok', value: active.value.loan } : active;
    }
    const one = await request(getLoan, { params: { number } }, reading);
    return one.kind === 'ok' ? { kind: 'ok', value: one.value.loan } : one;
  });
}
