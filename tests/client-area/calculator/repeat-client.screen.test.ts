import { expect, onTestFinished, test, vi } from 'vitest';
import { aRepeatClient } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withClientLoans();
const BACK =
  /^\/en\/sign-in\/\?returnTo=%2Fen%2Fcalculator%2F%3FproductType%3DSINGLE_PAY%26productId%3D1%26amount%3D\d+%26term%3D\d+$/;

test('a repeat client whose session ended while the calculator stood open goes to sign-in, and from there back to the choice', {
  tags: 'spec-4.31',
}, async () => {
  const client = await aRepeatClient(lending);
  const screen = await openClientScreen(lending, 'calculator', { jar: browserOf(client) });
  await screen.until(() => screen.find('.cta button'));
  await lending.db.kysely
    .updateTable('session')
    .set({ revoked_at: new Date(lending.clock.now()), revoked_because: 'expired' })
    .execute();
  // The application is sent with the device, of which the test's window has no screen.
  vi.stubGlobal('screen', { width: 390, height: 844 });
  await screen.press('.cta button');
  await screen.until(() => expect(screen.left).toHaveLength(1));
  expect(screen.left[0]).toMatch(BACK);
});

test.each([
  ['a repeat client here', 'repeat', /^\/en\/sign-in\/\?returnTo=%2Fen%2Fcalculator%2F%3F/],
  ['nobody here', 'new', /^\/en\/application\/new-client\/\?productType=/],
] as const)(
  'without a session the calculator leads a visitor who was %s where they belong',
  { tags: 'spec-4.31' },
  async (_, type, href) => {
    vi.doMock('#stores/remembered-client.ts', async (original) => ({
      ...(await original<typeof import('#stores/remembered-client.ts')>()),
      rememberedClientType: () => type,
    }));
    onTestFinished(() => vi.doUnmock('#stores/remembered-client.ts'));
    const screen = await openClientScreen(lending, 'calculator');
    await screen.until(() => screen.find('.cta a'));
    expect(screen.find('.cta a').getAttribute('href')).toMatch(href);
  },
);

test('the link of a page’s calculator that says repeat is led to sign-in, with what was chosen', async () => {
  const chosen = 'productType=SINGLE_PAY&productId=1&amount=450&term=30';
  const search = `?${chosen}&loanType=LOAN&clientType=repeat`;
  const screen = await openClientScreen(lending, 'application-new-client', { search });
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/sign-in/'));
  const back = new URLSearchParams(screen.window.location.search).get('returnTo');
  expect(back).toBe(`/en/calculator/?${chosen}`);
});

test('who takes the offer that is shown, untouched, has chosen it on the next screen', async () => {
  const calculator = await openClientScreen(lending, 'calculator');
  await calculator.until(() => calculator.find('.cta a'));
  const { search } = new URL(calculator.find<HTMLAnchorElement>('.cta a').href);
  await calculator.close();
  expect(search).toBe('?productType=INSTALLMENT&productId=11&amount=500&term=3');
  const screen = await openClientScreen(lending, 'application-new-client', { search });
  await screen.until(() => expect(screen.text()).toContain('S/ 500,00'));
  expect(screen.text()).not.toContain('This is an example');
});
