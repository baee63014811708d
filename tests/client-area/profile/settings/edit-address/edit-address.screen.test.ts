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
  await screen.until(() => screen.find('#street'));
  return { client, screen };
}

test('a new address from the department to the door is kept, and the settings come back', async () => {
  const { client, screen } = await opened();
  for (const [list, code] of [
    ['department', '15'],
    ['province', '1501'],
    ['district', '150122'],
  ] as const) {
    const selector = `select[name="ubigeo${list === 'district' ? '' : `-${list}`}"]`;
    await screen.until(() => screen.find(`${selector} option[value="${code}"]`));
    await choose(screen, selector, code);
  }
  await choose(screen, '#streetType', 'AV');
  await screen.type('#street', 'Los Álamos');
  await screen.type('#number', '120');
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

test('what is missing is said at its field', async () => {
  const { screen } = await opened();
  await screen.press('form button[type=submit]');
  await screen.until(() => screen.find('#street-error'));
  expect(screen.text()).toContain('There are');
});
