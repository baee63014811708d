import { describe, expect, test } from 'vitest';
import { listTransferAccounts } from '#api/endpoints/payments/list-transfer-accounts.ts';
import { SANDBOX_ACCOUNTS } from '#server/lending/gateways/transfer/transfer-accounts.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { withPayments } from '#tests/support/payments/payments.ts';

describe('200', () => {
  describe('with accounts', () => {
    const payments = withPayments();
    test('anybody reads every account that money is received on, as the client area shows it', async () => {
      expect(acceptedBody(await callEndpoint(payments, listTransferAccounts, {}))).toEqual(SANDBOX_ACCOUNTS);
    });
  });

  describe('where transfers are not offered', () => {
    const lending = withTestLending();
    test('there is none', async () => {
      expect(acceptedBody(await callEndpoint(lending, listTransferAccounts, {}))).toEqual([]);
    });
  });
});
