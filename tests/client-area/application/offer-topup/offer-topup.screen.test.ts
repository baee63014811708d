import { expect, test } from 'vitest';
import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { calendarDate } from '#loan/calendar.ts';
import { listDocuments } from '#server/lending/documents/document-store.ts';
import { recordTrustEvent } from '#server/lending/loans/store/trust-store.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { pay } from '#tests/support/loans/loan-service.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

async function opened() {
  const client = await aToppableClient(loans);
  const { headers, personId, loan } = client;
  acceptedBody(await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } }));
  const screen = await openClientScreen(loans, 'application-offer-topup', { jar: browserOf(client) });
  await screen.until(() => screen.find('form button[type=submit]'));
  return { headers, personId, loan, screen };
}

test('signed in another window: letting go of it here does not fail, and shows that it was signed', async () => {
  const { headers, screen } = await opened();
  acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
  const [decline] = [...document.querySelectorAll<HTMLButtonElement>('main .stack-s > .btn.quiet')];
  decline?.click();
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest is on its way'));
});

test('when nobody can be asked how a signed top-up goes on, the button says that it failed, and can be pressed again', {
  tags: 'spec-8.4',
}, async () => {
  const { headers, screen } = await opened();
  acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
  const { replaceEnvironment, environment } = await import('#stores/environment.ts');
  const before = environment();
  replaceEnvironment({
    ...before,
    fetch: async (address, init) => {
      const answer = await before.fetch(address, init);
      if (answer.status === 409) screen.environment.offline = true;
      return answer;
    },
  });
  const decline = () => document.querySelector<HTMLButtonElement>('main .stack-s > .btn.quiet');
  decline()?.click();
  await screen.until(() => expect(document.querySelector('main .stack-s > [role=alert]')?.textContent).not.toBe(''));
  expect(decline()?.getAttribute('aria-disabled')).not.toBe('true');
  screen.environment.offline = false;
  replaceEnvironment(before);
  decline()?.click();
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest is on its way'));
});

test('what cannot be had any more is said where it was asked for: nothing has gone on', async () => {
  const { headers, personId, screen } = await opened();
  // Down to the first level, which this loan fills by itself.
  const unpaid = { event: 'loan-defaulted', date: calendarDate('2026-01-25'), naturalKey: 'unpaid' } as const;
  await recordTrustEvent(loans.db.kysely, { personId, ...unpaid }, loans.clock.now());
  expect(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } })).toMatchObject({ status: 409 });
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('form .failure').textContent).not.toBe(''));
  expect(screen.find('form button[type=submit]').getAttribute('aria-disabled')).not.toBe('true');
});

test('let go of in another window: signing here leads to the loan as it is', async () => {
  const { headers, screen } = await opened();
  acceptedBody(await callEndpoint(loans, declineTopUp, { headers }));
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('If you pay it all today: S/ 530,37.'));
});

test('another cost than the one that was shown is not signed: it is shown, and agreed to anew', async () => {
  const { loan, screen } = await opened();
  await screen.until(() => expect(screen.text()).toContain('S/ 787,69'));
  await screen.press('#acceptTerms');
  await pay(loans, loan.id, 100);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('The figures have changed since you looked'));
  expect(screen.text()).toContain('S/ 682,82');
  expect(screen.text()).not.toContain('S/ 787,69');
  expect(await readOrders(loans.db.kysely, loan.id)).toHaveLength(1);
  expect(screen.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest is on its way'));
});

test('the cost comes before the addendum, which is read on the page that signs it, above the signature', async () => {
  const { personId, screen } = await opened();
  await screen.until(() => expect(screen.find('details.fold').textContent).toContain('214,66'));
  const order = [...document.querySelectorAll('main #papers, main form, main table')];
  const at = (selector: string) => order.findIndex((element) => element.matches(selector));
  expect(at('table')).toBeLessThan(at('#papers'));
  expect(at('#papers')).toBeLessThan(at('form'));
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest is on its way'));
  const { documents } = await listDocuments(loans.db.kysely, personId, { type: 'TOPUP_ADDENDUM' });
  expect(documents).toHaveLength(1);
});
