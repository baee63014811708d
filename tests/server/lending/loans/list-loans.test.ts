import { describe, expect, test } from 'vitest';
import { listLoans } from '#api/endpoints/loans/list-loans.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  test('every loan of the client is listed, newest first, and nobody else’s', async () => {
    const client = await aClientOn(loans, '2026-02-14');
    await aClient(loans);
    await pay(loans, client.loan.id, 573.03);
    loans.clock.moveTo('2026-03-02');
    const second = await anOriginatedLoan(loans, EX2_TERMS, client.personId);
    const { items } = acceptedBody(await callEndpoint(loans, listLoans, { headers: client.headers }));
    expect(items).toEqual([
      {
        number: second.loan.number,
        status: 'ORIGINATED',
        productType: 'INSTALLMENT',
        principal: 3000,
        term: 6,
        originatedOn: '2026-03-02',
        valueDate: null,
        maturityDate: null,
        paidOn: null,
        totalOutstanding: 0,
        unappliedCredit: 0,
      },
      {
        number: client.loan.loan.number,
        status: 'PAID',
        productType: 'SINGLE_PAY',
        principal: 500,
        term: 30,
        originatedOn: '2026-01-15',
        valueDate: '2026-01-15',
        maturityDate: null,
        paidOn: '2026-02-14',
        totalOutstanding: 0,
        unappliedCredit: 0,
      },
    ]);
  });

  test('the credit of a loan that is over is said, beside a loan that runs', async () => {
    const client = await aClientOn(loans, '2026-02-14');
    await pay(loans, client.loan.id, 600);
    await anOriginatedLoan(loans, EX2_TERMS, client.personId);
    const { items } = acceptedBody(await callEndpoint(loans, listLoans, { headers: client.headers }));
    expect(items.map(({ status, unappliedCredit }) => [status, unappliedCredit])).toEqual([
      ['ORIGINATED', 0],
      ['PAID', 26.97],
    ]);
  });

  test('a client who never borrowed has an empty list', async () => {
    const { headers } = await aBorrower(loans);
    expect(acceptedBody(await callEndpoint(loans, listLoans, { headers }))).toEqual({ items: [] });
  });
});
