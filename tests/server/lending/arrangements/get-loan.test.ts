import { describe, expect, test } from 'vitest';
import { getLoan } from '#api/endpoints/arrangements/get-loan.ts';
import { fromSoles, sum } from '#loan/money.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClient, aClientOn, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  async function ask({ headers, loan }: ClientWithLoan) {
    const answer = await callEndpoint(loans, getLoan, { headers, params: { number: loan.loan.number } });
    return acceptedBody(answer).loan;
  }

  test('EX1 comes with what was signed', async () => {
    const client = await aClientOn(loans, '2026-01-20');
    expect(await ask(client)).toMatchObject({
      principal: 500,
      term: 30,
      tea: 110,
      tcea: 413.44,
      totalToRepay: 573.03,
      originatedOn: '2026-01-15',
      valueDate: '2026-01-15',
      paidOn: null,
    });
  });

  test('EX2 costs 3.813,73', async () => {
    const client = await aClientOn(loans, '2026-01-15', EX2_TERMS);
    const loan = await ask(client);
    expect(loan).toMatchObject({ tcea: 132.84, totalToRepay: 3813.73 });
  });

  test('a paid loan keeps its story: the contract it had, and the day it ended', async () => {
    const client = await aClientOn(loans, '2026-01-27');
    await pay(loans, client.loan.id, 534.59);
    expect(await ask(client)).toMatchObject({
      status: 'PAID',
      paidOn: '2026-01-27',
      totalToRepay: 573.03,
      totalOutstanding: 0,
    });
  });

  test('what was paid says where each sol went, and money that is left over where it comes from', async () => {
    const client = await aClientOn(loans, '2026-02-14');
    await pay(loans, client.loan.id, 600);
    const { payments, creditTerms, unappliedCredit } = await ask(client);
    expect(payments).toMatchObject([{ date: '2026-02-14', amount: 600 }]);
    expect(payments[0]?.terms.at(-1)).toEqual({ name: 'unapplied', amount: 26.97, basis: null });
    expect(unappliedCredit).toBe(26.97);
    expect(creditTerms).toEqual([
      { name: 'received', amount: 600, basis: null },
      { name: 'used', amount: -573.03, basis: null },
    ]);
  });

  test('before the money has arrived there are no dates and no cost yet', async () => {
    const borrower = await aBorrower(loans);
    const loan = await anOriginatedLoan(loans, undefined, borrower.personId);
    expect(await ask({ ...borrower, loan })).toMatchObject({
      tcea: null,
      totalToRepay: null,
      ifPaidOutToday: { totalToRepay: 573.03, firstDueDate: '2026-02-14' },
      valueDate: null,
      payments: [],
      creditTerms: [],
    });
    loans.clock.moveTo('2026-01-17');
    expect((await ask({ ...borrower, loan })).ifPaidOutToday).toEqual({
      totalToRepay: 573.03,
      firstDueDate: '2026-02-16',
      terms: [
        { name: 'principal', amount: 500, basis: null },
        { name: 'interest', amount: 31.89, basis: null },
        { name: 'techFee', amount: 12, basis: null },
        { name: 'adminFee', amount: 10, basis: null },
        { name: 'acceleratedAcceptanceFee', amount: 8, basis: null },
        { name: 'vat', amount: 11.14, basis: null },
      ],
    });
    await dispatchDisbursements(loans.context);
    expect(await ask({ ...borrower, loan })).toMatchObject({ totalToRepay: 573.03, ifPaidOutToday: null });
  });

  test('by instalments, what it would come to is the sum of them all, and the first date is that of the first', async () => {
    const borrower = await aBorrower(loans);
    const loan = await anOriginatedLoan(loans, EX2_TERMS, borrower.personId);
    const { ifPaidOutToday } = await ask({ ...borrower, loan });
    expect(ifPaidOutToday).toMatchObject({ totalToRepay: 3813.73, firstDueDate: '2026-02-15' });
    expect(sum(...(ifPaidOutToday?.terms ?? []).map(({ amount }) => fromSoles(amount)))).toBe(3813_73);
  });
});

describe('404', () => {
  test.each(['P-2026-9999999', 'P-2026-1', 'active1', "' or 1=1 --"])('there is no loan %s', async (number) => {
    const { headers } = await aClient(loans);
    const answer = await callEndpoint(loans, getLoan, { headers, params: { number } });
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: { code: 'not_found', message: 'There is nothing here.' } },
    ]);
  });

  test('another client’s loan is not there, byte for byte', async () => {
    const [client, other] = [await aClient(loans), await aClient(loans)];
    const read = async (number: string) => {
      const response = await loans.app.request(`/api/v1/loan/${number}`, { headers: client.headers });
      return { status: response.status, text: await response.text() };
    };
    expect(await read(other.loan.loan.number)).toEqual(await read('P-2026-9999999'));
  });
});
