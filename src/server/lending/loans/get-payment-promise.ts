import { getPaymentPromise, type PromiseRangeBody } from '#api/endpoints/loans/get-payment-promise.ts';
import { isDisbursed } from '#loan/loan.ts';
import { toSoles } from '#loan/money.ts';
import { mayPromiseAlone, type PromiseRange, promiseRange } from '#loan/promise.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { policiesOf, readOpenLoanSnapshot } from './loan-snapshot.ts';
import { brokenPromises } from './settle-promises.ts';
import { readOpenPromise } from './store/promise-store.ts';
import type { LoanServices } from './with-loan.ts';

export function getPaymentPromiseRoute(services: LoanServices): Route<typeof getPaymentPromise> {
  return {
    endpoint: getPaymentPromise,
    async answer({ client }) {
      const snapshot = await readOpenLoanSnapshot(services, client.personId);
      if (!snapshot || !isDisbursed(snapshot.loan)) return answered({ promise: null, range: null, needsPerson: false });
      const { id, loan, day } = snapshot;
      const open = await readOpenPromise(services.db.kysely, id, day.date);
      if (open) {
        const promise = { amount: toSoles(open.amountCents), date: open.dueOn };
        return answered({ promise, range: null, needsPerson: false });
      }
      const { payment } = await policiesOf(services);
      const range = promiseRange(loan, day, payment.minCents);
      const broken = range ? await brokenPromises(services.db.kysely, snapshot, day.date) : [];
      if (!mayPromiseAlone(broken, day.date)) return answered({ promise: null, range: null, needsPerson: true });
      return answered({ promise: null, range: range ? present(range) : null, needsPerson: false });
    },
  };
}

function answered<Body>(body: Body) {
  return { kind: 'ok' as const, body, headers: {} };
}

function present({ minCents, maxCents, from, until }: PromiseRange): PromiseRangeBody {
  return { min: toSoles(minCents), max: toSoles(maxCents), from, until };
}
