import { expect, test } from 'vitest';
import { aFlaggedSigner, aSigner, aSignerWhoWaits } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const open = (client: Parameters<typeof browserOf>[0], offline = false) =>
  openClientScreen(lending, 'application-completed', { jar: browserOf(client), offline });

test('signed: the money is on its way', async () => {
  const screen = await open(await aSigner(lending));
  await screen.until(() => expect(screen.text()).toContain('We sent S/ 500,00 to your account'));
  expect(screen.find('h1').textContent).toContain('Your money is on its way');
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
