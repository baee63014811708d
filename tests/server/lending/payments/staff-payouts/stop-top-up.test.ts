import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { OPERATOR_TOKEN, operatorClient, operatorOf } from '#tests/support/people/operator.ts';
import { runLender } from '#tools/lender.ts';

const loans = withClientLoans({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => loans.app);
const reason = 'The device is that of a ring.';
const stop = (name: string, orderId: string) =>
  operator(name, `/api/v1/staff/payouts/${orderId}/stop-top-up`, { reason });

async function flag({ documentNumber }: ClientWithLoan): Promise<void> {
  const thing = { kind: 'document', documentType: 'DNI', documentNumber };
  for (const name of ['Ana', 'Luis']) {
    expect((await operator(name, '/api/v1/staff/fraud-flags', { thing, reason })).status).toBeLessThan(300);
  }
}

/** A client, flagged after they have signed a top-up of S/ 200, and its order; with what stood before the signature. */
async function aSignedTopUp() {
  const client = await aToppableClient(loans);
  const before = (await stored(loans, client.loan.id)).loan;
  const balances = await readBalances(loans.db.kysely, { loanId: client.loan.id });
  const { headers } = client;
  acceptedBody(await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } }));
  acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
  const orderId = (await readOrders(loans.db.kysely, client.loan.id)).at(-1)?.id ?? '';
  return { client, before, balances, orderId };
}

test('a top-up under a flag is ended by two accounts: its loan goes on as before, and its client is told', {
  tags: 'promise-top-ups',
}, async () => {
  const { client, before, balances, orderId } = await aSignedTopUp();
  await flag(client);
  expect(await dispatchDisbursements(loans.context)).toBe(0);
  const { tasks } = (await operator('Ana', '/api/v1/staff/tasks?kind=payout-flagged')).body as {
    tasks: readonly { readonly note: string }[];
  };
  expect(tasks.map(({ note }) => note).join()).toContain(`or stop the top-up ${orderId}.`);
  const command = ['payouts', 'stop-top-up', orderId];
  const [ana, luis] = ['Ana', 'Luis'].map((name) => operatorClient(() => loans.app, name));
  if (!ana || !luis) throw new Error('nobody is there');
  await runLender(ana, command, { reason });
  expect((await readOrders(loans.db.kysely, client.loan.id)).at(-1)?.status).toBe('QUEUED');
  expect(await runLender(luis, command, { reason })).toBe(`Top-up ${orderId} was stopped.\nstatus: CANCELLED`);

  expect((await stored(loans, client.loan.id)).loan).toEqual(before);
  expect(await readBalances(loans.db.kysely, { loanId: client.loan.id })).toEqual(balances);
  expect((await readOrders(loans.db.kysely, client.loan.id)).at(-1)?.status).toBe('CANCELLED');
  const told = await readNotifications(loans.db.kysely, client.personId, { limit: 10 });
  expect(told.map(({ kind }) => kind)).toContain('top-up-stopped');
  const acts = (await readAudit(loans.db.kysely, `payout:${orderId}`)).map(({ actor, action }) => [actor, action]);
  expect(acts).toEqual([
    ['operator:Ana', 'payout.stop-top-up.propose'],
    ['operator:Luis', 'payout.stop-top-up'],
    ['operator:Luis', 'payout.stop-top-up.approve'],
  ]);
  expect(await dispatchDisbursements(loans.context)).toBe(0);
  expect(loans.bank.paidOut.has(orderId)).toBe(false);
  // What was owed before is what is owed.
  await closeThrough(loans, '2026-02-14');
  await pay(loans, client.loan.id, 573.03);
  expect((await stored(loans, client.loan.id)).loan.status).toBe('PAID');
});

test('one that nothing holds back, that has left, or that is not a top-up is not ended', async () => {
  const { client, orderId } = await aSignedTopUp();
  const refusal = async (id: string) => {
    await stop('Ana', id);
    return (await stop('Luis', id)).body.error?.code;
  };
  expect(await refusal(orderId)).toBe('not_flagged');
  await dispatchDisbursements(loans.context);
  await flag(client);
  expect(await refusal(orderId)).toBe('payout_sent');
  const [own] = await readOrders(loans.db.kysely, client.loan.id);
  expect(await refusal(own?.id ?? '')).toBe('not_found');
  expect(await refusal('019bd6a0-0000-7000-8000-000000000001')).toBe('not_found');
  expect((await stored(loans, client.loan.id)).loan.facts.map(({ kind }) => kind)).toEqual(['tranche']);
});
