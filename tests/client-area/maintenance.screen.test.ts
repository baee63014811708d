import { afterEach, expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf, PASSWORD } from '#tests/support/people/client.ts';

let isClosed = false;
const lending = withTestLending({ maintenance: async () => isClosed });
afterEach(() => {
  isClosed = false;
});

const SAID = 'We are doing maintenance';

test('what a client is sending when the product closes is answered with that, once, and nothing typed is lost', {
  tags: 'promise-while-the-product-is-closed',
}, async () => {
  const screen = await openClientScreen(lending, 'sign-in');
  await screen.until(() => screen.find('#password'));
  await screen.type('#identifier', '45678912');
  await screen.type('#password', PASSWORD);
  isClosed = true;
  await screen.press('button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain(`${SAID} and will be back soon.`));
  expect(screen.text()).not.toContain('Nothing was saved');
  expect(screen.find<HTMLInputElement>('#identifier').value).toBe('45678912');
  const { $errorMessage } = await import('#stores/error-banner.ts');
  expect($errorMessage.get()).toBeUndefined();
});

test('a screen that a client opens then says so in the place of its figures, and goes on when it is over', {
  tags: 'promise-while-the-product-is-closed',
}, async () => {
  const client = await aBorrower(lending);
  isClosed = true;
  const screen = await openClientScreen(lending, 'profile-documents', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain(`${SAID}We will be back soon.`));
  isClosed = false;
  await screen.pressText('Try again');
  await screen.until(() => expect(screen.text()).not.toContain(SAID));
});
