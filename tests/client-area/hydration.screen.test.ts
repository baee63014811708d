import { describe, expect, test } from 'vitest';
import { SCREENS } from '#api/screens.ts';
import { CLIENT_SCREENS } from '#client-area/screen-views.ts';
import { CLIENT_TYPE_KEY } from '#stores/remembered-client.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

/** Cookies that a browser may bring along: a loan that was chosen, and links that name one. */
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

/** Where password managers put an element of theirs. */
const PLACES: Readonly<Record<string, (field: Element, theirs: Element) => void>> = {
  before: (field, theirs) => field.before(theirs),
  behind: (field, theirs) => field.after(theirs),
  'as the last child of the parent of': (field, theirs) => field.parentElement?.append(theirs),
  'around the parent of': (field, theirs) => {
    field.parentElement?.before(theirs);
    theirs.append(field.parentElement as Element);
  },
};

const FIELDS = 'form input:not([type=hidden]), form select, form textarea';
/** Screens whose form stands in the page before any script. */
const WITH_FORM = CLIENT_SCREENS.filter(
  (name) => SCREENS[name].guards.length === 0 && globalThis.renderedScreens?.get(name)?.includes('<form'),
);

test('the forms of visitors stand in their pages, all of them', () => {
  expect(WITH_FORM).toEqual([
    'application-existing-client',
    'application-new-client',
    'sign-in',
    'sign-up',
    'forgot-password',
    'modals-no-phone-access',
  ]);
});

/** Fills every field as a person or a password manager would, without an event; what each then holds, by its id. */
function fillIn(main: HTMLElement): Readonly<Record<string, string | boolean>> {
  const fields = [...main.querySelectorAll<HTMLInputElement>(FIELDS)].filter(({ type }) => type !== 'file');
  for (const [index, field] of fields.entries()) {
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = true;
    else if (field.tagName === 'SELECT') chooseLast(field);
    else field.value = /\bdate|-(?:day|month)$/.test(field.name) ? '7' : `${1990 + index}`;
  }
  return shownIn(main);
}

function chooseLast(select: HTMLElement): void {
  (select as HTMLSelectElement).selectedIndex = (select as HTMLSelectElement).options.length - 1;
}

function shownIn(main: HTMLElement): Readonly<Record<string, string | boolean>> {
  const fields = [...main.querySelectorAll<HTMLInputElement>(FIELDS)].filter(({ type }) => type !== 'file');
  return Object.fromEntries(
    fields.map(({ id, type, checked, value }) => [id, type === 'checkbox' || type === 'radio' ? checked : value]),
  );
}

describe.each(Object.entries(PLACES))('a password manager puts an element %s each field', (_, put) => {
  test.each(WITH_FORM)('on %s: what is in the fields stays, and is what the form sends', async (name) => {
    let filled: Readonly<Record<string, string | boolean>> = {};
    const screen = await openClientScreen(lending, name, {
      changed: true,
      beforeScript: (main) => {
        filled = fillIn(main);
        for (const field of main.querySelectorAll(FIELDS)) put(field, document.createElement('div'));
      },
    });
    await screen.until(() => expect(document.title).not.toBe(''));
    // React shows what its store holds, so that these are the values that a press would send.
    expect(Object.keys(filled)).not.toEqual([]);
    expect(shownIn(document.querySelector('main') as HTMLElement)).toEqual(filled);
  });
});

test('what is filled in, in a form that React replaces, and sent before React answers, is sent once', async () => {
  const screen = await openClientScreen(lending, 'application-new-client', {
    changed: true,
    beforeScript: (main) => {
      const control = (selector: string) => main.querySelector(selector) as HTMLInputElement;
      control('#documentNumber').value = '45678912';
      control('#phone').value = '987654322';
      control('#email').value = 'eva@example.com';
      control('#acceptTerms').checked = true;
      control('#phone').focus();
      for (const field of main.querySelectorAll(FIELDS)) field.before(document.createElement('div'));
      control('[type=submit]').click();
    },
  });
  await screen.until(() => screen.find('#code'));
  expect(screen.environment.requests.filter((request) => request.endsWith('/auth/registrations'))).toHaveLength(1);
});

test('what a password manager fills in later without an event is sent, not what React last heard of', async () => {
  const screen = await openClientScreen(lending, 'application-new-client');
  await screen.until(() => expect(document.title).not.toBe(''));
  screen.find<HTMLInputElement>('#email').value = 'not an address';
  screen.find<HTMLInputElement>('#documentNumber').value = '45678912';
  await screen.press('[type=submit]');
  await screen.until(() => screen.find('.errors a'));
  expect(screen.text()).toContain('Check the e-mail');
  expect(screen.text()).not.toContain('Type your document number');
});
