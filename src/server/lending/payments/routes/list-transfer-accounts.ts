import { listTransferAccounts } from '#api/endpoints/payments/list-transfer-accounts.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import type { PaymentContext } from '../payment-context.ts';

export function listTransferAccountsRoute({
  gateways,
}: Pick<PaymentContext, 'gateways'>): Route<typeof listTransferAccounts> {
  return {
    endpoint: listTransferAccounts,
    async answer() {
      const body = gateways.transferAccounts.map(({ bank, account, cci }) => ({ bank, account, cci }));
      return { kind: 'ok', body, headers: { 'Cache-Control': 'public, no-cache' } };
    },
  };
}
