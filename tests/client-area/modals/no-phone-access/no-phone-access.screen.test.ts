import { expect, test } from 'vitest';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('nothing is sent while something is missing, and each field says so', { tags: 'spec-2.14' }, async () => {
  const screen = await openClientScreen(lending, 'modals-no-phone-access');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('I no longer have my phone'));
  await screen.pressText('Send me the link');
  await screen.until(() => screen.find('[aria-invalid="true"]'));
  expect(screen.text()).not.toContain('Check your e-mail');
});

test('what is wrong with the number of a document is said of the chosen one alone', async () => {
  const screen = await openClientScreen(lending, 'modals-no-phone-access');
  await screen.until(() => screen.find('#documentNumber'));
  await screen.type('#documentNumber', '123');
  await screen.pressText('Send me the link');
  await screen.until(() => expect(screen.text()).toContain('A DNI has 8 digits.'));
  await screen.press('input[value=CE]');
  await screen.until(() => expect(screen.text()).toContain('The card has 9 to 12 letters and digits.'));
  expect(screen.text()).not.toContain('A DNI has');
});

test('the link of the e-mail asks for the picture, and its secret leaves the address', async () => {
  const screen = await openClientScreen(lending, 'modals-no-phone-access', { hash: `#token=${'a'.repeat(43)}` });
  await screen.until(() => expect(screen.find('#picture')).toBeDefined());
  expect(screen.window.location.hash).toBe('');
});

test('who has no mailbox is led to the form with the picture, and reads when the answer comes and counts', async () => {
  const screen = await openClientScreen(lending, 'modals-no-phone-access', { hash: '#mailbox' });
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Get your account back with a photo'));
  const [person, link, password, ...more] = [...document.querySelectorAll('.numbered li')].map((li) => li.textContent);
  expect(more).toEqual([]);
  expect(person).toContain('Within 1 business day');
  expect(link).toContain('you open it');
  expect(password).toContain('24 hours later');
  await screen.pressText('Send');
  await screen.until(() => expect(screen.text()).toContain('The photo is missing.'));
});
