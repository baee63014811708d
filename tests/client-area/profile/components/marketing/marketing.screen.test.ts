import { expect, test } from 'vitest';
import { readMarketingConsent } from '#server/lending/people/store/consent-store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { aClientOn, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withClientLoans();

test('nothing is ticked that was not agreed to; a yes counts for its way alone, and is taken back by the same box', async () => {
  const client = await aClientOn(lending, '2026-01-20');
  const screen = await openClientScreen(lending, 'profile-components-marketing', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('You have agreed to none so far.'));
  const ticked = () => [...document.querySelectorAll<HTMLInputElement>('form input:checked')].map(({ name }) => name);
  expect(ticked()).toEqual([]);
  const consent = async () => (await readMarketingConsent(lending.db.kysely, client.personId)).channels;
  await screen.press('[name=email]');
  await screen.press('button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Last changed on'));
  expect(await consent()).toEqual({ sms: false, email: true, call: false, whatsapp: false });
  lending.clock.pass({ minutes: 1 });
  await screen.press('[name=email]');
  await screen.press('button[type=submit]');
  await screen.until(async () => expect((await consent()).email).toBe(false));
});

test('whoever has no loan decides about advertising all the same', async () => {
  const screen = await openClientScreen(lending, 'profile-components-marketing', {
    jar: browserOf(await aBorrower(lending)),
  });
  await screen.until(() => expect(screen.text()).toContain('You have agreed to none so far.'));
});
