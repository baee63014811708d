import { describe, expect, test } from 'vitest';
import { getExtensionOptions } from '#api/endpoints/arrangements/get-extension-options.ts';
import { makeExtensionQuote } from '#api/endpoints/arrangements/make-extension-quote.ts';
import { aDebtorOn, aQuote } from '#tests/support/arrangements/extensions.ts';
import { setTheCap } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan, pay } from '#tests/support/loans/loan-service.ts';
import { withPayments } from '#tests/support/payments/payments.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

describe('201', () => {
  const payments = withPayments();

  test('a quote freezes what an option costs until the end of the day', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    expect(await aQuote(payments, debtor)).toMatchObject({
      quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      term: 14,
      price: 26.22,
      newDueDate: '2026-02-28',
      validUntil: '2026-02-14',
    });
  });

  test('a quote says how its price and the rest on the new date are worked out', async () => {
    const { price, terms, dueAfter } = await aQuote(payments, await aDebtorOn(payments, '2026-02-14'));
    const total = (of: typeof terms) => Math.round(of.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
    expect([total(terms), total(dueAfter.terms), dueAfter.amount]).toEqual([price, 573.03, 573.03]);
  });

  test('the same question on the same day is the same quote; another term, another day or another balance is not', async () => {
    const debtor = await aDebtorOn(payments, '2026-02-14');
    const first = await aQuote(payments, debtor);
    expect((await aQuote(payments, debtor)).quoteId).toBe(first.quoteId);
    const others = [await aQuote(payments, debtor, 7)];
    await pay(payments.loans, debtor.loan.id, 300);
    others.push(await aQuote(payments, debtor));
    payments.clock.moveTo('2026-02-15');
    others.push(await aQuote(payments, debtor));
    const ids = [first, ...others].map(({ quoteId }) => quoteId);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('400', () => {
  const loans = withClientLoans();

  test.each([
    [{ term: 10 }, 'term.not_allowed'],
    [{ term: -7 }, 'term.not_allowed'],
    [{ term: 7.5 }, 'term.invalid'],
    [{}, 'term.required'],
  ])('%j is not a term that is offered', async (body, code) => {
    const { headers } = await aClientOn(loans, '2026-02-14');
    const answer = await callEndpoint(loans, makeExtensionQuote, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, [code]]);
  });
});

describe('409', () => {
  const loans = withClientLoans();

  test('who has no loan, none that was paid out, or is too late gets no quote', async () => {
    const signed = await aBorrower(loans);
    await anOriginatedLoan(loans, undefined, signed.personId);
    for (const { headers } of [await aBorrower(loans), signed, await aClientOn(loans, '2026-03-02')]) {
      const answer = await callEndpoint(loans, makeExtensionQuote, { headers, body: { term: 14 } });
      expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
    }
  });

  test('on a day without a cap none is quoted, and the options say so', async () => {
    const { headers } = await aClientOn(loans, '2026-02-14');
    await setTheCap(loans.db, '2026-02-01', undefined);
    const answer = await callEndpoint(loans, makeExtensionQuote, { headers, body: { term: 14 } });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'parameter_missing' } }]);
    const options = acceptedBody(await callEndpoint(loans, getExtensionOptions, { headers }));
    expect(options).toMatchObject({ eligible: false, reason: 'parameter_missing', options: [] });
  });
});
