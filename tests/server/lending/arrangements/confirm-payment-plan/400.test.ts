import { expect, test } from 'vitest';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { callEndpoint, fieldCodes } from '#tests/support/lending/lending-app.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each([
  [{ numberOfPayments: 7, firstPaymentDate: '2026-03-06' }, {}, ['numberOfPayments.out_of_range']],
  [{ numberOfPayments: 3, firstPaymentDate: '2026-03-01' }, {}, ['firstPaymentDate.not_allowed']],
  [{ numberOfPayments: 3, firstPaymentDate: '2026-03-06', paymentChannel: 'X' }, {}, ['paymentChannel.not_allowed']],
  [
    { numberOfPayments: 3, firstPaymentDate: '2026-03-06' },
    { 'Idempotency-Key': 'short' },
    ['Idempotency-Key.invalid'],
  ],
])('%j %j is refused and changes nothing', async (body, more, codes) => {
  const { headers, loan } = await aClientOn(loans, '2026-02-24');
  const answer = await callEndpoint(loans, confirmPaymentPlan, { headers: { ...headers, ...more }, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  const row = await loans.db.kysely.selectFrom('loan').select('status').where('id', '=', loan.id).executeTakeFirst();
  expect(row?.status).toBe('PAST_DUE');
});
