import { expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/activate-flex-pay.ts';
import { aBorrower } from '#tests/support/borrower.ts';
import { aClientOn, withClientLoans } from '#tests/support/client-loans.ts';
import { callEndpoint } from '#tests/support/lending-app.ts';
import { anOriginatedLoan } from '#tests/support/loan-service.ts';

const loans = withClientLoans();

test('a client without a loan, before payout, in order, hardly late, or on it since yesterday is refused', async () => {
  const signed = await aBorrower(loans, { stepUp: 'everything' });
  await anOriginatedLoan(loans, undefined, signed.personId);
  const late = await aClientOn(loans, '2026-03-02');
  const body = { acceptTerms: true };
  expect((await callEndpoint(loans, activateFlexPay, { headers: late.headers, body })).status).toBe(200);
  loans.clock.moveTo('2026-03-03');
  const others = [
    await aBorrower(loans, { stepUp: 'everything' }),
    signed,
    late,
    await aClientOn(loans, '2026-02-10'),
    await aClientOn(loans, '2026-02-24'),
  ];
  for (const { headers } of others) {
    const answer = await callEndpoint(loans, activateFlexPay, { headers, body });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'not_eligible' } }]);
  }
});
