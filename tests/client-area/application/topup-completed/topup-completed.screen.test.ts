import { expect, test } from 'vitest';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, type ClientWithLoan, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const loans = withClientLoans();

async function signed({ headers }: ClientWithLoan): Promise<void> {
  acceptedBody(await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } }));
  acceptedBody(await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } }));
}

const open = (client: ClientWithLoan) =>
  openClientScreen(loans, 'application-topup-completed', { jar: browserOf(client) });

test('a signed top-up is on its way', async () => {
  const client = await aToppableClient(loans);
  await signed(client);
  const screen = await open(client);
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest is on its way'));
  await screen.until(() => expect(screen.text()).toContain('S/ 200,00'));
});

test('a top-up for an account that was named today waits, and says until when', async () => {
  const client = await aToppableClient(loans);
  const account = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;
  acceptedBody(await callEndpoint(loans, changeBankAccount, { headers: client.headers, body: account }));
  await signed(client);
  const screen = await open(client);
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest waits for your new account'));
  expect(screen.text()).toContain('We send your money from Monday 26/01/2026, 12:00 on');
  expect(screen.text()).not.toContain('We sent');
});
