import { expect, test } from 'vitest';
import { requestPayoffPaper } from '#api/endpoints/loan-documents/request-payoff-paper.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, originate, withArchive } from '#tests/support/loan-documents/archive.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower } from '#tests/support/people/borrower.ts';

const archive = withArchive();
const ask = ({ headers }: Borrower, loanNumber: string) =>
  callEndpoint(archive.lending, requestPayoffPaper, { headers, body: { loanNumber } });

test('before the money has arrived there is nothing to end', async () => {
  const client = await aBorrower(archive.lending);
  const { number } = await originate(archive, client);
  expect(await ask(client, number)).toMatchObject({ status: 409, body: { error: { code: 'loan_not_disbursed' } } });
});

test('a loan that is paid needs no quote', async () => {
  const { client, loan } = await aClient(archive);
  await pay(archive.loans, loan.id, 573.03);
  expect(await ask(client, loan.loan.number)).toMatchObject({ status: 409, body: { error: { code: 'loan_closed' } } });
});
