import { beforeEach, expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { createLog } from '#server/kit/log.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
});
const log = createLog({ level: 'info', name: 'lending' }, { write: (line) => void lines.push(line) });
const lending = withTestLending({ log });
const PATH = '/api/v1/profile/email/link';
const STOP = '/api/v1/profile/changes/stop';
const press = (path: string, token: string) =>
  lending.app.request(`${path}?lang=es`, {
    method: 'POST',
    headers: { Cookie: `__Host-${path.slice('/api/v1/'.length).replaceAll('/', '-')}=${token}` },
  });
const later = async (hours: number) => {
  lending.clock.pass({ hours });
  await applyContactChanges(identityContext(lending));
};

async function asked() {
  const client = await aBorrower(lending, { email: 'ana@example.pe', stepUp: ['change-email'] });
  await callEndpoint(lending, changeEmail, { headers: client.headers, body: { newEmail: 'nueva@example.pe' } });
  const yes = await linkTo(lending, 'nueva@example.pe', 'identity-email-confirm');
  const no = await linkTo(lending, 'ana@example.pe', 'identity-email-changing');
  return { client, yes, no };
}

test('looking at the link changes nothing; pressing its button does', {
  tags: ['asvs-3.5.3', 'asvs-7.6.2'],
}, async () => {
  const { client, yes } = await asked();
  const opened = await lending.app.request(`${PATH}/${yes}?lang=es`);
  expect(opened.headers.get('location')).toBe(`${PATH}?lang=es`);
  const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
  const page = await (
    await lending.app.request(opened.headers.get('location') ?? '', { headers: { Cookie: cookie } })
  ).text();
  expect(page).toContain('Confirmar este correo');
  const emailOf = async () => (await readPerson(lending.db.kysely, lending.vault, client.personId))?.email;
  expect(await emailOf()).toBe('ana@example.pe');
  const done = await press(PATH, yes);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('en 24 horas este será el correo')]);
  expect(await emailOf()).toBe('ana@example.pe');
  await later(24);
  expect(await emailOf()).toBe('nueva@example.pe');
});

test('the old mailbox can stop it: the change is over, and so is every session', {
  tags: 'promise-it-was-not-me',
}, async () => {
  const { client, yes, no } = await asked();
  expect((await press(STOP, no)).status).toBe(200);
  expect((await callEndpoint(lending, confirmEmail, { body: { token: yes } })).status).toBe(410);
  expect((await callEndpoint(lending, getSession, { headers: { ...client.headers } })).status).toBe(401);
});

test('until the change counts the old mailbox stops it, also after the new one has said yes', async () => {
  const { client, yes, no } = await asked();
  await press(PATH, yes);
  await later(23);
  const stopped = await press(STOP, no);
  expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('Anulamos los cambios')]);
  await later(2);
  expect((await readPerson(lending.db.kysely, lending.vault, client.personId))?.email).toBe('ana@example.pe');
});

test('once it counts, the old link still ends every session, and says that nothing was left to stop', async () => {
  const { client, yes, no } = await asked();
  await press(PATH, yes);
  await later(24);
  const late = await press(STOP, no);
  expect([late.status, await late.text()]).toEqual([200, expect.stringContaining('No quedaba ningún cambio')]);
  expect((await callEndpoint(lending, getSession, { headers: { ...client.headers } })).status).toBe(401);
  const again = await press(STOP, no);
  expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('escríbenos o llámanos')]);
  const events = lines.map((line) => JSON.parse(line)).filter(({ what }) => what === 'stop-contact-changes');
  expect(events.map(({ security, outcome }) => [security, outcome])).toEqual([
    ['secret-changed', 'ok'],
    ['secret-changed', 'refused'],
  ]);
});

test('a link for one thing does not open the other', async () => {
  const { no } = await asked();
  expect((await press(PATH, no)).status).toBe(410);
});

test('the page of a secret address sends it nowhere', async () => {
  const { no } = await asked();
  const opened = await lending.app.request(`${STOP}/${no}?lang=en`);
  const [cookie = ''] = opened.headers.get('set-cookie')?.split(';') ?? [];
  const page = await lending.app.request(`${STOP}?lang=en`, { headers: { Cookie: cookie } });
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await page.text()).not.toContain(no);
});

test.each([PATH, STOP])(
  'a link that is used or unknown says whose page it is, and leads on to people: %s',
  async (path) => {
    for (const answer of [await lending.app.request(`${path}?lang=es`), await press(path, 'x')]) {
      expect(answer.status).toBe(410);
      const page = await answer.text();
      expect(page).toMatch(/<title>[^<]+ \| Mañay<\/title>/);
      expect(page).toMatch(/<a href="\/">Ver cómo hablar con nosotros<\/a>/);
    }
  },
);
