import type { Route } from '#server/kit/serve-endpoint.ts';
import { getPaymentPromiseRoute } from './get-payment-promise.ts';
import { getTrustLevelRoute } from './get-trust-level.ts';
import { getWhatIfRoute } from './get-what-if.ts';
import { listLoansRoute } from './list-loans.ts';
import { makePaymentPromiseRoute } from './make-payment-promise.ts';
import type { LoanServices } from './with-loan.ts';

/** Routes for what clients see of all their loans. */
export function loanRoutes(context: LoanServices): readonly Route[] {
  return [
    listLoansRoute(context),
    getWhatIfRoute(context),
    getTrustLevelRoute(context),
    getPaymentPromiseRoute(context),
    makePaymentPromiseRoute(context),
  ];
}
