import { describe, expect, test } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { acceptedBody, callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  const offer = async (headers: Record<string, string>, numberOfPayments: number, paymentChannel?: string) =>
    acceptedBody(
      await callEndpoint(loans, makePaymentPlanOffer, {
        headers,
        body: { numberOfPayments, firstPaymentDate: '2026-03-06', ...(paymentChannel && { paymentChannel }) },
      }),
    );

  describe('EX1 ten days late is 585,31 without the moratory 2,18 (domain 3.9)', () => {
    test.each([
      [2, [292.65, 292.66]],
      [3, [195.1, 195.1, 195.11]],
      [4, [146.32, 146.32, 146.32, 146.35]],
      [6, [97.55, 97.55, 97.55, 97.55, 97.55, 97.56]],
    ])(
      'EX1 ten days late is offered in %i payments without the moratory interest, exact to the céntimo',
      { tags: ['spec-3.29', 'spec-3.30', 'spec-7.13'] },
      async (numberOfPayments, amounts) => {
        const { headers } = await aClientOn(loans, '2026-02-24');
        const { payments, ...rest } = await offer(headers, numberOfPayments);
        expect(rest).toEqual({
          offerId: expect.stringMatching(/^[\w-]{22}$/),
          validUntil: '2026-02-24',
          total: 585.31,
          request: { numberOfPayments },
          waived: { moratory: 2.18 },
          interestDuringPlan: 0,
        });
        expect(payments.map(({ amount }) => amount.total)).toEqual(amounts);
      },
    );
  });

  test('each payment says what it pays, and all of them pay the loan to the céntimo', async () => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    const { payments } = await offer(headers, 3);
    expect(payments).toEqual([
      {
        number: 1,
        dueDate: '2026-03-06',
        amount: { total: 195.1, principal: 109.79, interest: 42.3, fees: 30, vat: 13.01, moratory: 0 },
      },
      {
        number: 2,
        dueDate: '2026-04-06',
        amount: { total: 195.1, principal: 195.1, interest: 0, fees: 0, vat: 0, moratory: 0 },
      },
      {
        number: 3,
        dueDate: '2026-05-06',
        amount: { total: 195.11, principal: 195.11, interest: 0, fees: 0, vat: 0, moratory: 0 },
      },
    ]);
  });

  test('the same question has the same offer, another has another, and none commits anybody', {
    tags: 'spec-9.14',
  }, async () => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    const [first, again, other] = [await offer(headers, 3), await offer(headers, 3, 'NIUBIZ'), await offer(headers, 4)];
    expect(again.offerId).toBe(first.offerId);
    expect(other.offerId).not.toBe(first.offerId);
    const { loan } = acceptedBody(await callEndpoint(loans, getActiveLoan, { headers }));
    expect(loan).toMatchObject({ status: 'PAST_DUE', plan: null });
  });
});

describe('400', () => {
  test.each([
    [{ numberOfPayments: 1, firstPaymentDate: '2026-03-06' }, ['numberOfPayments.out_of_range']],
    [{ numberOfPayments: 7, firstPaymentDate: '2026-03-06' }, ['numberOfPayments.out_of_range']],
    [{ numberOfPayments: 2, firstPaymentDate: '2026-02-24' }, ['firstPaymentDate.not_allowed']],
    [{ numberOfPayments: 2, firstPaymentDate: '2026-03-01' }, ['firstPaymentDate.not_allowed']],
    [{ numberOfPayments: 2, firstPaymentDate: '2026-02-31' }, ['firstPaymentDate.not_allowed']],
    [{ numberOfPayments: 2, firstPaymentDate: '2026-04-01' }, ['firstPaymentDate.not_allowed']],
    [{ numberOfPayments: 2, firstPaymentDate: '2026-03-06', paymentChannel: 'CHEQUE' }, ['paymentChannel.not_allowed']],
    [
      { numberOfPayments: 9, firstPaymentDate: '2026-01-01', paymentChannel: 'CHEQUE' },
      ['numberOfPayments.out_of_range', 'firstPaymentDate.not_allowed', 'paymentChannel.not_allowed'],
    ],
    [{}, ['numberOfPayments.required', 'firstPaymentDate.required']],
    [{ numberOfPayments: 2.5, firstPaymentDate: 'tomorrow' }, ['numberOfPayments.invalid', 'firstPaymentDate.invalid']],
  ])('%j is refused field by field', async (body, codes) => {
    const { headers } = await aClientOn(loans, '2026-02-24');
    const answer = await callEndpoint(loans, makePaymentPlanOffer, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test('a number of payments between two steps is refused as such', async () => {
    await changeParameter(loans.db, {
      kind: 'policy',
      key: 'plan',
      from: '2026-02-01',
      value: { ...(SEED_POLICIES.plan as object), itemStep: 2 },
    });
    const { headers } = await aClientOn(loans, '2026-02-24');
    const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06' };
    const answer = await callEndpoint(loans, makePaymentPlanOffer, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['numberOfPayments.step']]);
  });
});

describe('409', () => {
  const body = { numberOfPayments: 3, firstPaymentDate: '2026-01-22' };

  test('a loan in order gets no plan, and who has no loan neither', async () => {
    const client = await aClientOn(loans, '2026-01-20');
    for (const { headers } of [client, await aBorrower(loans)]) {
      const answer = await callEndpoint(loans, makePaymentPlanOffer, { headers, body });
      expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
    }
  });
});
