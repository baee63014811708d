import type { Route } from '#server/kit/serve-endpoint.ts';
import { getTrustLevelRoute } from './get-trust-level.ts';
import { getWhatIfRoute } from './get-what-if.ts';
import { listLoansRoute } from './list-loans.ts';
import type { LoanServices } from './with-loan.ts';

/** What clients see of all their loans. */
export function loanRoutes(context: LoanServices): readonly Route[] {
  return [listLoansRoute(context), getWhatIfRoute(context), getTrustLevelRoute(context)];
}
