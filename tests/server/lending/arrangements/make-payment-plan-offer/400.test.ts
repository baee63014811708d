import { expect, test } from 'vitest';
import { makePaymentPlanOffer } from '#api/endpoints/arrangements/make-payment-plan-offer.ts';
import { SEED_POLICIES } from '#server/lending/parameters/seed-policies.ts';
import { changeParameter } from '#tests/support/database/database.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

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
