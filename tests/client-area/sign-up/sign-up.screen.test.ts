import Cookies from 'js-cookie';
import { expect, test } from 'vitest';
import type { ScreenName } from '#api/screens.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo, messagesTo } from '#tests/support/messages/messages.ts';

const lending = withTestLending();
const PHONE = '987654331';
const TO = `+51${PHONE}`;

async function atTheCode(documentNumber: string, phone = PHONE, name: ScreenName = 'sign-up'): Promise<ClientScreen> {
  const screen = await openClientScreen(lending, name);
  await screen.until(() => screen.find('#documentNumber'));
  await screen.type('#documentNumber', documentNumber);
  await screen.type('#phone', phone);
  await screen.type('#email', 'ana.nueva@example.pe');
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#code'));
  return screen;
}

test('a reload stays at the code, and a wrong one is called wrong; the right one opens the account at once', async () => {
  const screen = await atTheCode('45678912');
  const code = await codeTo(lending, TO);
  const again = await openClientScreen(lending, 'sign-up', { reloadOf: screen });
  await again.until(() => again.find('#code'));
  expect(again.text()).toContain('+51 987 654 331');
  await again.type('#code', anotherCode(code));
  await again.type('#password', 'tres llamas cruzan el puente');
  await again.press('form button[type=submit]');
  await again.until(() => expect(again.find('#code-error').textContent).toContain('That code is not right'));
  await again.type('#code', code);
  await again.press('form button[type=submit]');
  await again.until(() => expect(again.jar.get('auth')).toBeTruthy());
  // The mailbox gets its link at once.
  expect((await messagesTo(lending, 'ana.nueva@example.pe')).map(({ subject }) => subject)).toEqual([
    'Confirm your e-mail',
  ]);
});

test('a reload loses nothing that was typed in the first form, and asks for the consent again', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const screen = await openClientScreen(lending, 'sign-up');
  await screen.until(() => screen.find('#documentNumber'));
  await screen.type('#documentNumber', '45678971');
  await screen.type('#phone', '987654340');
  await screen.type('#email', 'rosa@gmial.com');
  await screen.press('#acceptTerms');
  const again = await openClientScreen(lending, 'sign-up', { reloadOf: screen });
  await again.until(() => again.find('#documentNumber'));
  const typedIn = (id: string) => again.find<HTMLInputElement>(`#${id}`).value;
  expect(['documentNumber', 'phone', 'email'].map(typedIn)).toEqual(['45678971', '987654340', 'rosa@gmial.com']);
  expect(again.find<HTMLInputElement>('#acceptTerms').checked).toBe(false);
});

test('a slip in a known domain is asked about with the code, and one press leads back to the form, corrected', async () => {
  const screen = await openClientScreen(lending, 'sign-up');
  await screen.until(() => screen.find('#documentNumber'));
  await screen.type('#documentNumber', '45678972');
  await screen.type('#phone', '987654341');
  await screen.type('#email', 'rosa@gmial.com');
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Did you mean rosa@gmail.com?'));
  await screen.pressText('Did you mean rosa@gmail.com?');
  await screen.until(() => expect(screen.find<HTMLInputElement>('#email').value).toBe('rosa@gmail.com'));
  expect(screen.find<HTMLInputElement>('#documentNumber').value).toBe('45678972');
});

test('the code is asked on the page of the data, where the focus goes, and the number is there as it was typed', async () => {
  const screen = await atTheCode('45678962', '987654338');
  expect(screen.find('h1').textContent).toBe('Enter the code and create a password');
  expect(screen.text()).toContain('We sent a 6-digit code to +51 987 654 338.');
  await screen.until(() => expect(document.activeElement?.id).toBe('code'));
  await screen.pressText('Change the number');
  await screen.until(() => expect(document.activeElement?.tagName).toBe('H1'));
  expect(screen.find<HTMLInputElement>('#phone').value).toBe('987654338');
});

test('an accented letter before the @ is refused at its field, and named', async () => {
  const screen = await openClientScreen(lending, 'sign-up');
  await screen.until(() => screen.find('#documentNumber'));
  await screen.type('#documentNumber', '45678913');
  await screen.type('#phone', '987654332');
  await screen.type('#email', 'josé@example.pe');
  await screen.press('#acceptTerms');
  await screen.press('form button[type=submit]');
  await screen.until(() =>
    expect(screen.find('#email-error').textContent).toContain(
      'An e-mail address cannot have “é”: write it without accents.',
    ),
  );
  expect(await messagesTo(lending, '+51987654332')).toEqual([]);
});

test('who applies and reloads the page of the code still goes straight on to the application', async () => {
  const screen = await atTheCode('45678971', '987654336', 'application-new-client');
  const again = await openClientScreen(lending, 'application-new-client', { reloadOf: screen });
  await again.until(() => again.find('#code'));
  await again.type('#code', await codeTo(lending, '+51987654336'));
  await again.type('#password', 'tres llamas cruzan el puente');
  await again.press('form button[type=submit]');
  await again.until(() => expect(again.window.location.pathname).toBe('/en/application/personal/'));
});

test('what was chosen is beside the code as well', async () => {
  const screen = await atTheCode('45678989', '987654337', 'application-new-client');
  await screen.until(() => expect(screen.text()).toContain('You pay back'));
});

test('a password that is too short is said before the code is used up', async () => {
  const screen = await atTheCode('45678954', '987654335');
  await screen.type('#code', await codeTo(lending, '+51987654335'));
  await screen.type('#password', 'corta');
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#password-error'));
  expect(screen.environment.requests.filter((line) => line.includes('/verify'))).toEqual([]);
});

test('a password with the own number is refused after the code: another one is enough, the code is not asked again', async () => {
  const screen = await atTheCode('45678938', '987654333');
  await screen.type('#code', await codeTo(lending, '+51987654333'));
  await screen.type('#password', 'mi clave 987654333');
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#password-error'));
  expect(document.querySelector('#code')).toBeNull();
  expect(Object.keys(screen.window.sessionStorage)).not.toContain('manay:step:registration');
  await screen.type('#password', 'tres llamas cruzan el puente');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.jar.get('auth')).toBeTruthy());
});

test('a session that begins in this tab ends a registration that waits for its code', async () => {
  await atTheCode('45678946', '987654334');
  const kept = () => sessionStorage.getItem('manay:step:registration');
  expect(kept()).toBeTruthy();
  const { readSession } = await import('#stores/session.ts');
  Cookies.set('auth', 'of-somebody');
  readSession();
  expect(kept()).toBeNull();
});

test('after half an hour the code is of no use: registration begins again', {
  tags: 'promise-cookies-tags-and-what-a-browser-remembers',
}, async () => {
  const screen = await atTheCode('45678920', '987654332');
  const entries = { ...screen.window.sessionStorage } as Record<string, string>;
  const kept = JSON.parse(entries['manay:step:registration'] ?? '{}');
  screen.window.sessionStorage.setItem('manay:step:registration', JSON.stringify({ ...kept, untilMs: 0 }));
  const again = await openClientScreen(lending, 'sign-up', { reloadOf: screen });
  await again.until(() => again.find('#documentNumber'));
});
