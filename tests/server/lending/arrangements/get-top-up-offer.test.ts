import { describe, expect, test } from 'vitest';
import { getTopUpOffer } from '#api/endpoints/arrangements/get-top-up-offer.ts';
import { TOP_UP_EXAMPLE } from '#api/top-up-body.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { aClientOn, aToppableClient, trusted, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  test('S/ 200 on day 10 of EX1 cost 214,66, and the loan 787,69 (domain 3.8)', {
    tags: ['spec-3.14', 'spec-7.9'],
  }, async () => {
    const { headers } = await aToppableClient(loans);
    expect(acceptedBody(await callEndpoint(loans, getTopUpOffer, { headers, query: { amount: '200' } }))).toEqual({
      offerId: expect.stringMatching(/^[\w-]{22}$/),
      principalRequested: 200,
      fees: { interestFee: { net: 8.42 }, adminFee: { net: 4 } },
      totalFeesVat: 2.24,
      topUpTotal: 214.66,
      dueDate: '2026-02-14',
      tcea: 377.24,
      loanTotalAfter: 787.69,
      loanTerms: TOP_UP_EXAMPLE.offer.loanTerms,
    });
  });
});

describe('400', () => {
  test.each([
    ['0', 'amount.out_of_range'],
    ['49', 'amount.out_of_range'],
    ['350', 'amount.out_of_range'],
    ['120', 'amount.step'],
    ['199.99', 'amount.step'],
    ['-200', 'amount.invalid'],
    ['2e2', 'amount.invalid'],
    ['', 'amount.invalid'],
  ])('%s soles are refused: %s', { tags: 'spec-5.7' }, async (amount, code) => {
    const { headers } = await aToppableClient(loans);
    const answer = await callEndpoint(loans, getTopUpOffer, { headers, query: { amount } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });

  test('without an amount there is nothing to price', async () => {
    const { headers } = await aToppableClient(loans);
    const answer = await callEndpoint(loans, getTopUpOffer, { headers });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['amount.required']]);
  });
});

describe('409', () => {
  async function isRefused({ headers }: { readonly headers: Record<string, string> }, code = 'not_available') {
    const answer = await callEndpoint(loans, getTopUpOffer, { headers, query: { amount: '200' } });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code } }]);
  }

  describe('no top-up', () => {
    test.each([
      ['is below its price', '90.00', 'rate_cap_changed'],
      ['is not known', undefined, 'parameter_missing'],
    ])('on a day whose cap %s', async (_, percent, code) => {
      const client = await aToppableClient(loans);
      await setTheCap(loans.db, '2026-01-25', percent);
      await isRefused(client, code);
    });

    test('without a loan, or before its money has arrived', async () => {
      const client = await aBorrower(loans);
      await isRefused(client);
      await anOriginatedLoan(loans, undefined, client.personId);
      await isRefused(client);
    });

    test('at a level that allows no more', async () => {
      await isRefused(await aClientOn(loans, '2026-01-25'));
    });

    test('in the first five days, and in the last five', async () => {
      const client = await aClientOn(loans, '2026-01-19');
      await trusted(loans, client.personId);
      await isRefused(client);
      loans.clock.moveTo('2026-02-10');
      await isRefused(client);
    });

    test('on an instalment loan', async () => {
      const client = await aClientOn(loans, '2026-01-25', EX2_TERMS);
      await trusted(loans, client.personId);
      await isRefused(client);
    });

    test('on a loan that was late, also after it was extended and is in order again', async () => {
      const client = await aToppableClient(loans);
      await closeThrough(loans, '2026-02-24');
      const use = { kind: 'extension', termDays: 30, feeCents: 1200 } as never;
      await pay(loans, client.loan.id, 70, { use });
      const row = await loans.db.kysely.selectFrom('loan').select('status').where('id', '=', client.loan.id).execute();
      expect(row).toEqual([{ status: 'PERFORMING' }]);
      await isRefused(client);
    });
  });
});
