import { expect } from 'vitest';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';
import { promise } from './promise.ts';

const lending = withClientLoans();

promise('Puedes pedir un poco más', { text: 'client_calc_additional_title' }, async () => {
  const client = await aToppableClient(lending);
  const { headers } = client;
  const { loan } = acceptedBody(await callEndpoint(lending, getActiveLoan, { headers }));
  const screen = await openClientScreen(lending, 'calculator', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('You can borrow a little more'));
  const { min, max, value } = screen.find<HTMLInputElement>('input[type=range]');
  // A little: half of what is available, in the steps of the amount.
  expect([min, max, value]).toEqual(['50', String(loan?.topUpOffer?.principalAvailable), '150']);
});
