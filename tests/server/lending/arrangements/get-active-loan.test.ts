import { describe, expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { orderDisbursement } from '#loan/loan-life.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { aSignerWhoWaits, payOut } from '#tests/support/applications/applicant.ts';
import { acceptedBody, callEndpoint, identityContext } from '#tests/support/lending/lending-app.ts';
import { accepted, EX2_TERMS } from '#tests/support/loan/loans.ts';
import {
  aClient,
  aClientOn,
  aToppableClient,
  type ClientWithLoan,
  withClientLoans,
} from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

const ask = async ({ headers }: Pick<ClientWithLoan, 'headers'>) =>
  acceptedBody(await callEndpoint(loans, getActiveLoan, { headers }));

describe('200', () => {
  test('a client without a loan has none, and that is an answer', async () => {
    const client = await aBorrower(loans);
    expect(await ask(client)).toEqual({ topUpAvailable: false, loan: null });
  });

  test('EX1 before its due date owes 573,03, part by part', { tags: ['spec-3.15', 'spec-7.4'] }, async () => {
    const client = await aClientOn(loans, '2026-01-20');
    expect(await ask(client)).toEqual({
      topUpAvailable: false,
      loan: {
        number: client.loan.loan.number,
        status: 'PERFORMING',
        productType: 'SINGLE_PAY',
        principalDue: 500,
        principalOutstanding: 500,
        principalDisbursing: 0,
        interestDue: 31.89,
        totalInterestOutstanding: 31.89,
        techFeeDue: 12,
        totalTechFeeOutstanding: 12,
        notaryFeeDue: 0,
        acceleratedAcceptanceFeeDue: 8,
        adminFeeDue: 10,
        vatDue: 11.14,
        totalVatOutstanding: 11.14,
        totalFeesDue: 30,
        totalDue: 573.03,
        totalOutstanding: 573.03,
        nextPaymentDate: '2026-02-14',
        maturityDate: '2026-02-14',
        topUpStatus: null,
        topUpOffer: null,
        daysPastDue: 0,
        moratoryDue: 0,
        unappliedCredit: 0,
        payoutFrom: null,
        extension: { count: 0, active: false },
        plan: null,
        flex: null,
        schedule: [
          {
            number: 1,
            dueDate: '2026-02-14',
            principal: 500,
            interest: 31.89,
            fees: 30,
            vat: 11.14,
            moratory: 0,
            total: 573.03,
            paid: 0,
            unpaid: 573.03,
            daysLate: 0,
          },
        ],
      },
    });
  });

  test('ten days late it says so, with what the delay costs', async () => {
    const client = await aClientOn(loans, '2026-02-24');
    const { loan } = await ask(client);
    expect(loan).toMatchObject({
      status: 'PAST_DUE',
      daysPastDue: 10,
      interestDue: 42.3,
      vatDue: 13.01,
      moratoryDue: 2.18,
      totalDue: 587.49,
      totalOutstanding: 587.49,
      nextPaymentDate: '2026-02-14',
    });
  });

  test('a loan that was not closed last night is shown as it is today all the same', async () => {
    const client = await aClient(loans);
    loans.clock.moveTo('2026-02-24');
    expect((await ask(client)).loan).toMatchObject({ status: 'PAST_DUE', totalDue: 587.49 });
  });

  test('an instalment loan is due instalment by instalment', async () => {
    const client = await aClientOn(loans, '2026-02-20', EX2_TERMS);
    await pay(loans, client.loan.id, 635.63, { on: '2026-02-15' });
    const { loan } = await ask(client);
    expect(loan).toMatchObject({
      productType: 'INSTALLMENT',
      totalDue: 635.63,
      totalOutstanding: 3178.1,
      nextPaymentDate: '2026-03-15',
      maturityDate: '2026-07-15',
    });
    expect(loan?.schedule.map(({ unpaid }) => unpaid)).toEqual([0, 635.63, 635.63, 635.63, 635.63, 635.58]);
  });

  describe('before the money has arrived', () => {
    test('a signed loan owes nothing yet and cannot be topped up', {
      tags: 'promise-when-interest-starts',
    }, async () => {
      const client = await aBorrower(loans);
      await anOriginatedLoan(loans, undefined, client.personId);
      expect(await ask(client)).toMatchObject({
        topUpAvailable: false,
        loan: { status: 'ORIGINATED', totalDue: 0, nextPaymentDate: null, schedule: [] },
      });
    });

    test('while the bank has the order, the amount is on its way', async () => {
      const client = await aBorrower(loans);
      const { id } = await anOriginatedLoan(loans, undefined, client.personId);
      await withLoan(loans.context, { id }, (locked) =>
        locked.save(accepted(orderDisbursement(locked.loan)), { kind: 'disbursement-ordered', ref: 'test' }),
      );
      expect((await ask(client)).loan).toMatchObject({ status: 'DISBURSING', principalDisbursing: 500 });
    });
  });

  describe('when it is over', () => {
    test('a paid loan is not active any more', async () => {
      const client = await aClientOn(loans, '2026-02-14');
      await pay(loans, client.loan.id, 573.03);
      expect(await ask(client)).toEqual({ topUpAvailable: false, loan: null });
    });

    test('money that is too much for what is due stays visible as credit until it is used', async () => {
      const client = await aClientOn(loans, '2026-02-09');
      await pay(loans, client.loan.id, 573.03);
      expect((await ask(client)).loan).toBeNull();
      await closeThrough(loans, '2026-02-10');
      expect((await ask(client)).loan).toBeNull();
    });
  });

  test('a client whose level allows more is shown how much more, and for how long', { tags: 'spec-3.25' }, async () => {
    const client = await aToppableClient(loans);
    expect(await ask(client)).toMatchObject({
      topUpAvailable: true,
      loan: { topUpStatus: null, topUpOffer: { principalAvailable: 300, term: 20, principalRequested: null } },
    });
    // Five days after the payout is the first, five days before the due date the last.
    loans.clock.moveTo('2026-02-10');
    expect(await ask(client)).toMatchObject({ topUpAvailable: false, loan: { topUpOffer: null } });
  });

  test('an extension moves the due date and is counted', async () => {
    const client = await aClientOn(loans, '2026-02-14');
    const use = { kind: 'extension', termDays: 14, feeCents: 800 } as never;
    await pay(loans, client.loan.id, 26.22, { use });
    expect((await ask(client)).loan).toMatchObject({
      nextPaymentDate: '2026-02-28',
      totalDue: 573.03,
      extension: { count: 1, active: true },
    });
    loans.clock.moveTo('2026-03-05');
    expect((await ask(client)).loan).toMatchObject({ extension: { count: 1, active: false } });
  });

  test('while a top-up waits or is on its way, the calculator is told so', { tags: 'spec-3.24' }, async () => {
    const client = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers: client.headers, body: { principal: 200 } });
    const waiting = { topUpStatus: 'ORIGINATED', topUpOffer: { principalAvailable: 300, principalRequested: 200 } };
    expect(await ask(client)).toMatchObject({ topUpAvailable: true, loan: { ...waiting, principalDisbursing: 0 } });
    await callEndpoint(loans, signTopUp, { headers: client.headers, body: { acceptTerms: true } });
    expect(await ask(client)).toMatchObject({
      topUpAvailable: true,
      loan: { topUpStatus: 'DISBURSING', principalDisbursing: 200, totalOutstanding: 573.03 },
    });
  });

  test('money for an account that was named less than a day ago says from when it is sent, and no longer once it may be', async () => {
    const client = await aSignerWhoWaits(loans);
    const { loan } = await ask(client);
    // A minute before the account was named it was noon in Lima.
    expect(loan).toMatchObject({ status: 'ORIGINATED', payoutFrom: '2026-01-16T17:01:00.000Z' });
    await payOut(loans, loans.bank);
    expect((await ask(client)).loan).toMatchObject({ status: 'ORIGINATED', payoutFrom: '2026-01-16T17:01:00.000Z' });
    loans.clock.pass({ hours: 24 });
    expect((await ask(client)).loan?.payoutFrom).toBeNull();
    await applyContactChanges(identityContext(loans));
    await payOut(loans, loans.bank);
    expect((await ask(client)).loan).toMatchObject({ status: 'PERFORMING', payoutFrom: null });
  });

  test('money that the bank has not answered for waits for no account', async () => {
    const client = await aBorrower(loans);
    await anOriginatedLoan(loans, undefined, client.personId);
    expect((await ask(client)).loan?.payoutFrom).toBeNull();
    loans.bank.mode = 'down';
    await dispatchDisbursements(loans.context);
    expect((await ask(client)).loan).toMatchObject({ status: 'DISBURSING', payoutFrom: null });
  });
});
