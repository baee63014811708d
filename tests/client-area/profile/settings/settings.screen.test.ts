import { expect, test } from 'vitest';
import { requestContactChange } from '#server/lending/people/contact-change.ts';
import { recordAccess } from '#server/lending/people/store/access-log-store.ts';
import { type Person, readPerson } from '#server/lending/people/store/person-store.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose, prove, proveBoth } from '#tests/support/browser/screen-acts.ts';
import { aComplaint } from '#tests/support/complaints/complaint.ts';
import { identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { anImpersonation, signIn } from '#tests/support/people/borrower.ts';
import { aClient, browserOf, PASSWORD } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { answerRequest, askFor } from '#tests/support/privacy/data-requests.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

async function opened() {
  const client = await aClient(lending, { session: 'full' });
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => screen.find('#payday'));
  return { client, screen };
}

test('each row says what is in it before it is opened', async () => {
  const client = await aClient(lending, { session: 'full', stepUp: ['data-request'] });
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  const values = () =>
    Object.fromEntries(
      [...document.querySelectorAll('details.setting')].map((row) => [
        row.querySelector('.setting-name')?.id,
        row.querySelector('.setting-value')?.textContent ?? '',
      ]),
    );
  await screen.until(() =>
    expect(values()).toMatchObject({
      'contact-phone': expect.stringMatching(/^\+51 9•• ••• \d{3}$/),
      contact: 'Spanish',
      messages: 'By e-mail · By SMS',
      password: '••••••••',
      devices: expect.stringMatching(/./),
      data: 'You have not requested anything',
      complaints: 'You have not filed anything',
      closing: 'It is open',
    }),
  );
  expect(Object.values(values())).not.toContain('');
  const { db, clock } = lending;
  await recordAccess(db.kysely, { personId: client.personId, kind: 'PASSWORD_CHANGED', at: clock.now() });
  await askFor(lending, client, 'ACCESS');
  const again = await openClientScreen(lending, 'profile-settings', { reloadOf: screen });
  await again.until(() => expect(values()).toMatchObject({ password: 'Changed on 15/01/2026', data: 'Received' }));
});

test('the payday that a client chooses is kept', { tags: 'spec-4.6' }, async () => {
  const { client, screen } = await opened();
  await choose(screen, '#payday', '15');
  await screen.press('section[aria-labelledby=contact] button[type=submit]');
  const { db, vault } = lending;
  await screen.until(async () => {
    expect((await readPerson(db.kysely, vault, client.personId))?.payday).toBe(15);
  });
});

test('somebody who may only look is told so once, by the banner alone: at a form and at a button', {
  tags: 'spec-8.2',
}, async () => {
  const visit = await anImpersonation(lending, 'READ_ONLY');
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(visit) });
  const { $errorMessage, clearError } = await import('#stores/error-banner.ts');
  const said = async (press: string) => {
    await screen.press(press);
    await screen.until(() => expect($errorMessage.get()).toBe('not-allowed'));
    clearError();
    await screen.until(() => expect(screen.find<HTMLButtonElement>(press).closest('[aria-busy=true]')).toBeNull());
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [...document.querySelectorAll('[role=alert], .note.bad')].map(({ textContent }) => textContent).join('');
  };
  await screen.until(() => screen.find('#payday'));
  await choose(screen, '#payday', '15');
  expect(await said('section[aria-labelledby=contact] button[type=submit]')).toBe('');
  await signIn(lending, visit.personId);
  await screen.until(() => screen.find('section[aria-labelledby=devices] button'));
  expect(await said('section[aria-labelledby=devices] button')).toBe('');
});

test('another browser is logged out, and is gone from the list', async () => {
  const client = await aClient(lending, { session: 'full' });
  await signIn(lending, client.personId);
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('This one'));
  await screen.press('section[aria-labelledby=devices] button');
  await screen.until(() => expect(document.querySelectorAll('section[aria-labelledby=devices] li')).toHaveLength(1));
});

test('a session that has ended meanwhile is gone from the list by the press that would end it, without a failure', async () => {
  const client = await aClient(lending, { session: 'full' });
  await signIn(lending, client.personId);
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => screen.find('section[aria-labelledby=devices] button'));
  const ended = lending.db.kysely.deleteFrom('session').where('person_id', '=', client.personId);
  await ended.where('id', '!=', client.sessionId).execute();
  await screen.press('section[aria-labelledby=devices] button');
  await screen.until(() => expect(document.querySelectorAll('section[aria-labelledby=devices] li')).toHaveLength(1));
});

test('another password is on its row at once, and the sessions that it ended are gone from the list', async () => {
  const client = await aClient(lending, { session: 'full' });
  await signIn(lending, client.personId);
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => screen.find('section[aria-labelledby=devices] button'));
  await screen.type('#password-currentPassword', PASSWORD);
  await screen.type('#password-newPassword', 'llama-quena-4471-puna');
  await screen.press('section[aria-labelledby=password] button[type=submit]');
  await prove(lending, screen, client.phone);
  await screen.until(() => expect(document.querySelectorAll('section[aria-labelledby=devices] li')).toHaveLength(1));
  const row = screen.find('#password').closest('summary');
  await screen.until(() => expect(row?.textContent).toContain('Changed on 15/01/2026'));
});

const logOf = (screen: ClientScreen) => screen.find('aside[aria-labelledby=account-log]').textContent;

test('an account that nobody has signed in to says that every sign-in will be there, and then it does', async () => {
  const { client, screen } = await opened();
  await screen.until(() => expect(logOf(screen)).toContain('There is nothing yet. Every sign-in will appear here'));
  await recordAccess(lending.db.kysely, { personId: client.personId, kind: 'SIGN_IN', at: lending.clock.now() });
  const again = await openClientScreen(lending, 'profile-settings', { reloadOf: screen });
  await again.until(() => expect(logOf(again)).toContain('Signed in'));
  expect(logOf(again)).not.toContain('There is nothing yet');
});

test('a request about one’s data needs a code, and is there with its last day', async () => {
  const { client, screen } = await opened();
  await choose(screen, '#data-type', 'ACCESS');
  await screen.type('#data-detail', 'What do you know about me?');
  await screen.press('section[aria-labelledby=data] button[type=submit]');
  await prove(lending, screen, client.phone);
  await screen.until(() => expect(screen.text()).toContain('Received · answer by 12/02/2026'));
});

test('a sheet filed with the client’s document and phone is there with its last day, and leads to its page', async () => {
  const { documentNumber, phone, ...client } = await aClient(lending, { session: 'full' });
  const sheet = aComplaint({ documentNumber, phone, email: 'otra@correo.example' });
  const headers = { 'Content-Type': 'application/json' };
  const path = '/api/v1/public/complaints';
  expect((await lending.app.request(path, { method: 'POST', headers, body: JSON.stringify(sheet) })).status).toBe(201);
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('Received · answer by 05/02/2026'));
  const link = screen.find('section[aria-labelledby=complaints] li a').getAttribute('href') ?? '';
  const opened = await lending.app.request(link);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const page = await lending.app.request(opened.headers.get('location') ?? '', { headers: { cookie } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('LR-2026-')]);
});

test('a request that was denied says why, and where to take it', async () => {
  const client = await aClient(lending, { session: 'full', stepUp: ['data-request'] });
  await answerRequest(lending, await askFor(lending, client, 'CANCELLATION'), 'DENIED');
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  const section = () => screen.find('section[aria-labelledby=data]').textContent;
  await screen.until(() => expect(section()).toContain('Denied'));
  expect(section()).toMatch(/Why not.*respuesta a su solicitud.*If you do not agree/);
  expect(section()).toContain('Autoridad Nacional de Protección de Datos Personales');
});

test('an answer that is a yes speaks of no complaint', async () => {
  const client = await aClient(lending, { session: 'full', stepUp: ['data-request'] });
  await answerRequest(lending, await askFor(lending, client, 'RECTIFICATION'), 'DONE');
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  const section = () => screen.find('section[aria-labelledby=data]').textContent;
  await screen.until(() => expect(section()).toContain('respuesta a su solicitud'));
  expect(section()).not.toContain('Autoridad Nacional');
});

test('the account is closed with a box and a code, and kept again by one press', async () => {
  const { client, screen } = await opened();
  await screen.press('#closing-understood');
  await screen.pressText('Close my account in 14 days');
  await prove(lending, screen, client.phone);
  await screen.until(() => expect(screen.text()).toContain('Your account closes on 29/01/2026'));
  const keep = [...document.querySelectorAll<HTMLElement>('button')].find(
    (each) => each.textContent === 'Keep my account',
  );
  keep?.focus();
  keep?.click();
  await screen.until(() => expect(screen.text()).not.toContain('Your account closes on'));
  // The button has gone with its note: the row before it has the focus.
  await screen.until(() => expect(document.activeElement?.tagName).toBe('SUMMARY'));
});

test('a double click that ends on the box does not agree to it; a single one does', async () => {
  const { screen } = await opened();
  await screen.pressText('Close my account in 14 days');
  const box = screen.find<HTMLInputElement>('#closing-understood');
  await screen.until(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  // The page has moved under the pointer: the second click of the double click lands on the box.
  const click = async (detail: number) => {
    const event = new screen.window.MouseEvent('click', { bubbles: true, cancelable: true, detail });
    box.dispatchEvent(event as unknown as Event);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return box.checked;
  };
  expect(await click(2)).toBe(false);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(await click(1)).toBe(true);
  expect(box.getAttribute('aria-invalid')).toBeNull();
  // By keyboard.
  expect(await click(0)).toBe(false);
});

test('another bank account: the CCI says its bank, password and code are asked for, and it is taken back again', async () => {
  const { client, screen } = await opened();
  await screen.until(() => expect(screen.text()).toContain('Add your account'));
  await screen.type('#account-cci', '01181400021234567818');
  await screen.until(() => expect(screen.text()).toContain('BBVA: 011 814 000212345678 18'));
  await choose(screen, '#account-type', 'SAVINGS');
  await screen.press('section[aria-labelledby=bank-account] button[type=submit]');
  await proveBoth(lending, screen, client.phone);
  await screen.until(() =>
    expect(screen.text()).toMatch(/You asked to change to ••••7818\. It takes effect on .*send you no money/),
  );
  // It is not the account that counts.
  expect(screen.text()).not.toContain('BBVA ••••7818');
  await screen.pressText('Cancel this change');
  await screen.until(() => expect(screen.text()).not.toContain('You asked to change'));
});

test('what staff approved against a lost telephone has no button that would take it back', async () => {
  const client = await aClient(lending, { session: 'full' });
  const person = (await readPerson(lending.db.kysely, lending.vault, client.personId)) as Person;
  const approved = {
    kind: 'PHONE',
    value: '+51911222333',
    sessionId: null,
    status: 'PENDING',
    lostChannel: 'PHONE',
  } as const;
  await lending.db.kysely
    .transaction()
    .execute((trx) => requestContactChange(trx, identityContext(lending), person, approved));
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('You asked to change to'));
  expect(screen.text()).not.toContain('Cancel this change');
});

test('an e-mail that was never confirmed says so, and its link is sent again', async () => {
  const client = await aClient(lending, { session: 'full' });
  const unproven = lending.db.kysely.updateTable('person').set({ email_verified_at: null });
  await unproven.where('id', '=', client.personId).execute();
  const screen = await openClientScreen(lending, 'profile-settings', { jar: browserOf(client) });
  await screen.until(() => expect(screen.text()).toContain('still has to be confirmed'));
  await screen.pressText('Send me the link again');
  await screen.until(async () => {
    const letters = await messagesTo(lending, client.email);
    expect(letters.map(({ template }) => template)).toEqual(['identity-email-own']);
  });
});
