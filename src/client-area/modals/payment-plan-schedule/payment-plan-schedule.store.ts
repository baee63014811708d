import type { CallResult } from '#api/call.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { createLoadedFrom, type LoadedStore } from '#client-area/data/loaded.store.ts';
import { offerRows, type PlanRow, planRows } from '#client-area/profile/parts/plan-figures.ts';
import { request } from '#stores/protected-call.ts';

/** The payments of the running plan, or of a plan that is only previewed. */
export interface PlanSchedule {
  readonly rows: readonly PlanRow[];
  /** Of the running plan; undefined for a preview. */
  readonly loanNumber: string | undefined;
}

/** @param query `numberOfPayments` and `firstPaymentDate` of a preview; without them the running plan */
export function createPlanSchedule(query: Readonly<Record<string, string>>): LoadedStore<PlanSchedule | undefined> {
  const { numberOfPayments, firstPaymentDate } = query;
  return createLoadedFrom(async (reading): Promise<CallResult<PlanSchedule | undefined>> => {
    if (numberOfPayments && firstPaymentDate) {
      const body = { numberOfPayments: Number(numberOfPayments), firstPaymentDate };
      const answer = await request(makePaymentPlanOffer, { body }, reading);
      if (answer.kind !== 'ok') return answer;
      return { kind: 'ok', value: { rows: offerRows(answer.value), loanNumber: undefined } };
    }
    const answer = await request(getActiveLoan, {}, reading);
    if (answer.kind !== 'ok') return answer;
    const { loan } = answer.value;
    if (loan?.status !== 'PAYMENT_PLAN' || !loan.plan) return { kind: 'ok', value: undefined };
    return { kind: 'ok', value: { rows: planRows(loan.plan), loanNumber: loan.number } };
  });
}
