import { expect, test } from 'vitest';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose } from '#tests/support/browser/screen-acts.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

async function opened() {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings-edit-address', { jar: browserOf(client) });
  await screen.until(() => screen.find('#streetLine'));
  return { client, screen };
}

test('a new address from the district to the door is kept, and the settings come back', async () => {
  const { client, screen } = await opened();
  await screen.type('#ubigeo', 'mira');
  await screen.until(() => expect(screen.find('#ubigeo-0').textContent).toBe('Miraflores Lima, Lima'));
  await screen.press('#ubigeo-0');
  expect(screen.find<HTMLInputElement>('#ubigeo').value).toBe('Miraflores, Lima, Lima');
  await choose(screen, '#streetType', 'AV');
  await screen.type('#streetLine', 'Los Álamos 120');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/profile/settings/'));
  const { db, vault } = lending;
  expect((await readPerson(db.kysely, vault, client.personId))?.address).toEqual({
    ubigeo: '150122',
    streetType: 'AV',
    street: 'Los Álamos',
    number: '120',
  });
});

test('what is missing is said at its field', { tags: ['spec-5.8', 'spec-7.17', 'spec-8.3'] }, async () => {
  const { screen } = await opened();
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#streetLine-error'));
  expect(screen.text()).toContain('Choose your district from the list.');
  expect(screen.text()).toContain('There are');
});
