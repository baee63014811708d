import { expect, test } from 'vitest';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { aFlaggedSigner, aSigner, aSignerWhoWaits } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withClientLoans();
const open = (client: Parameters<typeof browserOf>[0], offline = false) =>
  openClientScreen(lending, 'application-completed', { jar: browserOf(client), offline });

test('signed: each step has its time once it has happened, and none before; the account that receives is named', {
  tags: 'promise-when-interest-starts',
}, async () => {
  const signer = await aSigner(lending);
  const screen = await open(signer);
  await screen.until(() => expect(screen.text()).toContain('We are preparing the transfer of S/ 500,00'));
  expect(screen.find('h1').textContent).toContain('your money is on its way');
  expect(screen.text()).toMatch(/••••\d{4}/);
  expect(screen.text()).toContain('In the name of Ana');
  const steps = () =>
    [...document.querySelectorAll('.way li')].map((li) => [li.className, li.querySelector('.when')?.textContent]);
  expect(steps()).toEqual([
    ['done', expect.stringMatching(/^15\/01\/2026, \d\d:\d\d$/)],
    ['now', undefined],
    ['later', undefined],
  ]);
  expect(screen.text()).not.toContain('Add to my calendar');
  await dispatchDisbursements(lending.context);
  await screen.pressText('See whether it has arrived');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your money is in your account'));
  expect(steps().map(([look]) => look)).toEqual(['done', 'done', 'done']);
  for (const [, when] of steps()) expect(when).toMatch(/^15\/01\/2026, \d\d:\d\d$/);
  // The dates are known by now.
  await screen.until(() => expect(screen.text()).toContain('Add to my calendar'));
});

test('as long as nobody knows whether the money has left, nothing is said of it', async () => {
  const screen = await open(await aSigner(lending), true);
  await screen.until(() => expect(screen.text()).toContain('Your contract is signed. Under My Loans you see'));
  expect(screen.find('h1').textContent).toBe('Signed');
  expect(screen.text()).not.toContain('We sent');
});

test('signed for an account that was named today: nothing is said to be sent before it is', async () => {
  const screen = await open(await aSignerWhoWaits(lending));
  await screen.until(() => expect(screen.find('h1').textContent).toContain('Your money waits for your new account'));
  expect(screen.text()).toContain('We send your money from Friday 16/01/2026, 12:01 on');
  expect(screen.text()).not.toContain('We sent');
});

test('signed and looked at by people before it is paid out: no money is said to be on its way, and no moment', async () => {
  const screen = await open(await aFlaggedSigner(lending));
  await screen.until(() => expect(screen.find('h1').textContent).toBe('A person is checking your transfer'));
  expect(screen.text()).toContain('Your money has not been sent yet');
  expect(screen.text()).not.toMatch(/We sent|on its way|fraud|same business day/i);
});
