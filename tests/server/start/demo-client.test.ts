import { expect, test } from 'vitest';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { createLog } from '#server/kit/log.ts';
import { readLoansOf } from '#server/lending/loans/store/loan-store.ts';
import { createServices } from '#server/lending/services.ts';
import { ensureDemoClient, ensureDemoLoan } from '#server/start/demo-client.ts';
import {
  acceptedBody,
  callEndpoint,
  createTestLending,
  identityContext,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { TestBank } from '#tests/support/loans/loan-service.ts';
import { withPayments } from '#tests/support/payments/payments.ts';
import { CookieJar } from '#tests/support/people/client.ts';

const lending = withTestLending({ sandbox: true });
const payments = withPayments();

/** As `npm start` puts it together, with a bank that the test decides about. */
function demoContext(bank: TestBank) {
  const { db, clock, vault } = payments;
  const config = { sandbox: true, production: false, trustedProxies: 0 };
  const log = createLog({ level: 'silent', name: 'test' });
  const services = createServices({ db, clock, vault, log, config, parameterMaxAgeMs: 0 });
  return { ...services, ...payments.context, payout: bank };
}

test('the demo client is the same person at every start, with a fresh link each time', async () => {
  const context = identityContext(lending);
  const [first, second] = [await ensureDemoClient(context), await ensureDemoClient(context)];
  expect(second.personId).toBe(first.personId);
  expect(second.url).not.toBe(first.url);
  for (const { url } of [first, second]) {
    const { pathname, search } = new URL(url);
    expect((await lending.app.request(pathname + search)).status).toBe(303);
  }
});

test('the demo client has a loan that runs and one payment, however often the product is started', async () => {
  const bank = new TestBank(payments.clock);
  const context = demoContext(bank);
  const { personId } = await ensureDemoClient(context);
  expect(await ensureDemoLoan(context, personId)).toBe(true);
  const [loan] = await readLoansOf(payments.db.kysely, personId);
  expect(loan?.loan).toMatchObject({ status: 'PERFORMING', valueDate: '2026-01-15' });
  expect(loan?.loan.facts).toMatchObject([{ kind: 'payment', amountCents: 20_000 }]);
  expect([...bank.paidOut.values()]).toMatchObject([{ amountCents: 150_000 }]);

  payments.clock.moveTo('2026-02-20');
  expect(await ensureDemoLoan(context, personId)).toBe(true);
  expect((await readLoansOf(payments.db.kysely, personId)).map(({ loan: of }) => of.facts.length)).toEqual([1]);
  expect(bank.calls).toBe(1);
});

test('its link leads to the loan', async () => {
  const context = demoContext(new TestBank(payments.clock));
  const { personId, url } = await ensureDemoClient(context);
  await ensureDemoLoan(context, personId);
  const { pathname, search } = new URL(url);
  const sandbox = createTestLending(payments.db, { sandbox: true, clock: payments.clock });
  const { headers } = new CookieJar().take((await sandbox.app.request(pathname + search)).headers);
  const { loan } = acceptedBody(await callEndpoint(sandbox, getActiveLoan, { headers }));
  expect(loan).toMatchObject({ status: 'PERFORMING', number: 'P-2026-0000001' });
  expect(acceptedBody(await callEndpoint(sandbox, getProfileState, { headers })).nextScreen.name).toBe('profile');
});
