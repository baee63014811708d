import { expect, test } from 'vitest';
import { aSigner, aSignerWhoWaits } from '#tests/support/applicant.ts';
import { browserOf } from '#tests/support/client.ts';
import { openClientScreen } from '#tests/support/client-screen.ts';
import { withTestLending } from '#tests/support/lending-app.ts';

const lending = withTestLending();
const open = (client: Parameters<typeof browserOf>[0]) =>
  openClientScreen(lending, 'application-completed', { jar: browserOf(client) });

test('signed: the money is on its way', async () => {
  const screen = await open(await aSigner(lending));
  await screen.until(() => expect(screen.text()).toContain('We sent S/ 500,00 to your account'));
  expect(screen.find('h1').textContent).toContain('Your money is on its way');
});

test('signed for an account that was named today: nothing is said to be sent before it is', async () => {
  const screen = await open(await aSignerWhoWaits(lending));
  await screen.until(() => expect(screen.find('h1').textContent).toContain('Your money waits for your new account'));
  expect(screen.text()).toContain('We send it from Friday 16/01/2026, 12:01 on');
  expect(screen.text()).not.toContain('We sent');
});
