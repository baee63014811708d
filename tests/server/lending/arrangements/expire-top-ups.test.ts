import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { expireTopUps } from '#server/lending/arrangements/expire-top-ups.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { stored } from '#tests/support/loans/loan-service.ts';

const loans = withClientLoans();

test('a top-up that is not signed within a day expires, once; one that was signed does not', {
  tags: 'promise-top-ups',
}, async () => {
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

test('six hours before its end the client is reminded of it, once; the notice ends with what it tells', async () => {
  const [waiting, signed] = [await aToppableClient(loans), await aToppableClient(loans)];
  for (const { headers } of [waiting, signed]) {
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
  }
  const told = async ({ personId }: typeof waiting) =>
    (await readNotifications(loans.db.kysely, personId, { limit: 10 }))
      .filter(({ kind }) => kind === 'top-up-ending')
      .map(({ params, readAt }) => ({ ...params, isRead: readAt !== null }));
  loans.clock.pass({ hours: 17, minutes: 59 });
  await expireTopUps(loans.context);
  expect(await told(waiting)).toEqual([]);
  loans.clock.pass({ minutes: 1 });
  await expireTopUps(loans.context);
  await expireTopUps(loans.context);
  const notice = {
    loanNumber: (await stored(loans, waiting.loan.id)).loan.number,
    amountCents: 20_000,
    untilDate: '2026-01-26',
    untilTime: '12:00',
  };
  expect(await told(waiting)).toEqual([{ ...notice, isRead: false }]);
  await callEndpoint(loans, signTopUp, { headers: signed.headers, body: { acceptTerms: true } });
  expect(await told(signed)).toMatchObject([{ isRead: true }]);
  loans.clock.pass({ hours: 6 });
  await expireTopUps(loans.context);
  expect(await told(waiting)).toEqual([{ ...notice, isRead: true }]);
});
