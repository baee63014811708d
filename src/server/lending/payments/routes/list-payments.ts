import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { readLoan } from '#server/lending/loans/store/loan-store.ts';
import type { PaymentContext } from '../payment-context.ts';
import { presentPayments } from '../payment-view.ts';
import { listIntents } from '../store/payment-store.ts';

const PAGE = 20;

export function listPaymentsRoute(context: PaymentContext): Route<typeof listPayments> {
  return {
    endpoint: listPayments,
    async answer({ query, client }) {
      const db = context.db.kysely;
      const { personId } = client;
      const loan = query.loan === undefined ? undefined : await readLoan(db, { number: query.loan, personId });
      // Another person's loan yields an empty list.
      const isUnknown = query.loan !== undefined && !loan;
      const found = isUnknown
        ? []
        : await listIntents(db, { personId, loanId: loan?.id, before: query.cursor, limit: PAGE + 1 });
      const page = found.slice(0, PAGE);
      const nextCursor = found.length > PAGE ? (page.at(-1)?.id ?? null) : null;
      return { kind: 'ok', body: { payments: await presentPayments(context, page), nextCursor }, headers: {} };
    },
  };
}
