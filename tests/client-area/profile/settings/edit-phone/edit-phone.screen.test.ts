import { expect, test } from 'vitest';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { proveBoth } from '#tests/support/browser/screen-acts.ts';
import { identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { anotherCode, codeTo } from '#tests/support/messages/messages.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

test('another mobile: the password, a code to the mailbox, the code that went to it (a reload stays there), and a day later it is the client’s', async () => {
  const client = await aClient(lending, { session: 'full' });
  const first = await openClientScreen(lending, 'profile-settings-edit-phone', { jar: browserOf(client) });
  await first.until(() => first.find('#newPhone'));
  await first.type('#newPhone', '912 000 777');
  await first.pressText('Send the code');
  await proveBoth(lending, first, client.email);
  await first.until(() => first.find('#code'));
  const screen = await openClientScreen(lending, 'profile-settings-edit-phone', { reloadOf: first });
  await screen.until(() => screen.find('#code'));
  expect(screen.text()).toContain('+51 9•• ••• 777');
  const code = await codeTo(lending, '+51912000777');
  await screen.type('#code', anotherCode(code));
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#code-error'));
  await screen.type('#code', code);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Your mobile will be +51 9•• ••• 777 from'));
  expect(screen.window.sessionStorage.getItem('manay:step:phone')).toBeNull();
  const { db, vault, clock } = lending;
  expect((await readPerson(db.kysely, vault, client.personId))?.phone).toBe(client.phone);
  clock.pass({ hours: 24 });
  await applyContactChanges(identityContext(lending));
  expect((await readPerson(db.kysely, vault, client.personId))?.phone).toBe('+51912000777');
});

test('what is not a mobile is said at its field, and no proof is asked for', async () => {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings-edit-phone', { jar: browserOf(client) });
  await screen.until(() => screen.find('#newPhone'));
  await screen.type('#newPhone', '4445566');
  await screen.pressText('Send the code');
  await screen.until(() => screen.find('#newPhone-error'));
  expect(document.querySelector('dialog')).toBeNull();
});
