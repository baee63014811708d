import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/request-top-up.ts';
import { signTopUp } from '#api/endpoints/sign-top-up.ts';
import { expireTopUps } from '#server/lending/jobs/expire-top-ups.ts';
import { aToppableClient, withClientLoans } from '#tests/support/client-loans.ts';
import { callEndpoint } from '#tests/support/lending-app.ts';
import { stored } from '#tests/support/loan-service.ts';

const loans = withClientLoans();

test('what nobody signed within a day is let go of, once; what was signed is not', async () => {
  const [waiting, signed] = [await aToppableClient(loans), await aToppableClient(loans)];
  for (const { headers } of [waiting, signed]) {
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  }
  await callEndpoint(loans, signTopUp, { headers: signed.headers, body: { acceptTerms: true } });
  loans.clock.pass({ hours: 23, minutes: 59 });
  expect(await expireTopUps(loans.context)).toBe(0);
  loans.clock.pass({ minutes: 1 });
  expect(await expireTopUps(loans.context)).toBe(1);
  expect(await expireTopUps(loans.context)).toBe(0);
  expect((await stored(loans, waiting.loan.id)).loan.topUp).toBeUndefined();
  expect((await stored(loans, signed.loan.id)).loan.topUp?.status).toBe('DISBURSING');
});
