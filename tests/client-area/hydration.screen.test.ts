import { expect, test } from 'vitest';
import { SCREENS } from '#api/screens.ts';
import { CLIENT_SCREENS } from '#client-area/screen-views.ts';
import { CLIENT_TYPE_KEY } from '#stores/remembered-client.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

/** What a browser may bring along: a loan that was chosen, and links that name one. */
const cookies = { amount: '700', term: '15', productType: 'SINGLE_PAY', productId: '1' };
const search = '?loan=P-1&choice=full&amount=100&returnTo=%2Fen%2Fprofile%2F';

test.each(CLIENT_SCREENS)('React takes %s over as the build has rendered it', async (name) => {
  const isOfClients = SCREENS[name].guards.length > 0;
  // Whatever the state, the screen of the address is shown when nobody knows it.
  const failing = '/api/v1/profile/state';
  const client = isOfClients ? { jar: browserOf(await aClient(lending)), failing } : {};
  let before: Element | null | undefined;
  const screen = await openClientScreen(lending, name, {
    ...client,
    cookies,
    search,
    beforeScript: (main) => {
      before = main.querySelector('.first > div');
      // Of a client who has paid a loan back; the build knows nobody.
      localStorage.setItem(CLIENT_TYPE_KEY, 'repeat');
    },
  });
  expect(before?.textContent).not.toBe('');
  // It is the same element, and React answers in it: its title is said then.
  await screen.until(() => expect(document.title).not.toBe(''));
  expect(screen.find('.first > div')).toBe(before);
});

test('what was typed, chosen, ticked and pressed before React counts, and is sent once', async () => {
  const screen = await openClientScreen(lending, 'application-new-client', {
    beforeScript: (main) => {
      const control = (selector: string) => main.querySelector(selector) as HTMLInputElement;
      control('[value="CE"]').checked = true;
      control('#documentNumber').value = '001234567';
      control('#phone').value = '987654321';
      control('#email').value = 'ana@example.com';
      control('#acceptTerms').checked = true;
      for (let press = 0; press < 2; press += 1) control('[type=submit]').click();
    },
  });
  await screen.until(() => screen.find('#code'));
  expect(screen.environment.requests.filter((request) => request.endsWith('/auth/registrations'))).toHaveLength(1);
});

test('a date that was typed before React counts', async () => {
  const screen = await openClientScreen(lending, 'modals-no-phone-access', {
    beforeScript: (main) => {
      for (const [part, value] of [
        ['day', '3'],
        ['month', '5'],
        ['year', '1990'],
      ]) {
        (main.querySelector(`[name="birthDate-${part}"]`) as HTMLInputElement).value = value as string;
      }
      (main.querySelector('[type=submit]') as HTMLElement).click();
    },
  });
  // The others are missing, and the date is not.
  await screen.until(() => screen.find('.errors a'));
  expect(screen.text()).not.toContain('Type your date of birth');
  expect(screen.find<HTMLInputElement>('[name="birthDate-year"]').value).toBe('1990');
});
