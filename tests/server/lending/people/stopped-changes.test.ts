import { expect, test } from 'vitest';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { cancelContactChange } from '#api/endpoints/profile/cancel-contact-change.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { changePhone } from '#api/endpoints/profile/change-phone.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { confirmPhone } from '#api/endpoints/profile/confirm-phone.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { codeTo, linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { type Borrower, proveAgain, signIn } from '#tests/support/people/borrower.ts';
import { aClient, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';
import { waitingRecovery } from '#tests/support/people/recovery.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const rosa = lenderOf(lending, 'Rosa');
const pressStop = (token: string) =>
  lending.app.request('/api/v1/profile/changes/stop?lang=es', {
    method: 'POST',
    headers: { Cookie: `__Host-profile-changes-stop=${token}` },
  });
const NEW_PASSWORD = 'siete vicuñas miran la quebrada';

async function changesOf({ personId }: Borrower) {
  const changes = lending.db.kysely.selectFrom('contact_change').select(['kind', 'status']);
  const rows = await changes.where('person_id', '=', personId).orderBy('requested_at').orderBy('id').execute();
  return rows.map(({ kind, status }) => `${kind} ${status}`);
}

test('changes of bank account are counted: nobody gets messages without end', async () => {
  const client = await aClient(lending);
  await proveAgain(lending, client, ['change-bank-account']);
  const [one, other] = ['01181400021234567818', '00219100001234567852'];
  const ccis = [one, other, one, other] as string[];
  const { headers } = client;
  const statuses: number[] = [];
  for (const cci of ccis) {
    const body = { bankId: cci.startsWith('011') ? 'bbva' : 'bcp', type: 'SAVINGS', cci } as const;
    statuses.push((await callEndpoint(lending, changeBankAccount, { headers, body })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

/** A thief who is in asked for the money to go elsewhere. */
async function withThiefsChange() {
  const client = await aClient(lending);
  const thief = await signIn(lending, client.personId);
  await proveAgain(lending, { ...thief, personId: client.personId }, ['change-bank-account']);
  const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;
  await callEndpoint(lending, changeBankAccount, { headers: thief.headers, body });
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT PENDING']);
  return client;
}

test('“it was not me” stops the change that waits', { tags: 'promise-it-was-not-me' }, async () => {
  const client = await withThiefsChange();
  await enter(lending, client);
  const token = await linkTo(lending, client.email, 'identity-new-device');
  const path = '/api/v1/auth/not-me?lang=es';
  const headers = { Cookie: `__Host-auth-not-me=${token}` };
  const page = await lending.app.request(path, { method: 'POST', headers });
  expect(await page.text()).toContain('Ningún cambio de correo, celular o cuenta bancaria quedó pendiente');
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT STOPPED']);
});

test('a new password by the link and the code stops the change that waits', async () => {
  const client = await withThiefsChange();
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
  const token = await linkTo(lending, client.email, 'identity-password-reset');
  const body = { ...(await resetProof(lending, client, token)), password: NEW_PASSWORD };
  expect((await callEndpoint(lending, resetPassword, { body })).status).toBe(204);
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT STOPPED']);
});

test('a change of password stops what other sessions asked for, and nothing of its own', async () => {
  const client = await withThiefsChange();
  await proveAgain(lending, client, ['change-email', 'change-password']);
  const { headers } = client;
  await callEndpoint(lending, changeEmail, { headers, body: { newEmail: 'nueva@example.pe' } });
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  expect((await callEndpoint(lending, changePassword, { headers, body })).status).toBe(204);
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT STOPPED', 'EMAIL SENT']);
});

test('staff stop the changes of a client together with the sessions, on record', async () => {
  const client = await withThiefsChange();
  const reason = 'Llamó: no pidió cambiar de cuenta.';
  const said = await rosa(`session end ${client.documentNumber}`, { reason });
  expect(said).toBe('2 sessions were ended.\nstopped: 1');
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT STOPPED']);
  expect(await readAudit(lending.db.kysely, `person:${client.personId}`)).toMatchObject([
    { actor: 'operator:Rosa', action: 'session.end', after: { reason, ended: 2, stopped: 1 } },
  ]);
});

test('a client who was told of a change is told that it was stopped, in the client area too', {
  tags: 'promise-it-was-not-me',
}, async () => {
  const client = await withThiefsChange();
  const token = await linkTo(lending, client.phone, 'identity-bank-account-changing');
  await pressStop(token);
  for (const channel of [client.phone, client.email]) {
    const templates = (await messagesTo(lending, channel)).map(({ template }) => template);
    expect(templates.filter((template) => template === 'identity-changes-stopped')).toHaveLength(1);
  }
  const noted = await readNotifications(lending.db.kysely, client.personId, { limit: 10 });
  expect(noted.map(({ kind }) => kind).sort()).toEqual(['account-changing', 'changes-stopped']);
  // What is stopped is not asked for any more.
  expect(noted.filter(({ readAt }) => readAt === null).map(({ kind }) => kind)).toEqual(['changes-stopped']);
});

test.each(['taken back', 'counted'] as const)('the notice of a change ends when it is %s', async (how) => {
  const client = await aClient(lending);
  const { headers } = client;
  await proveAgain(lending, client, ['change-bank-account']);
  const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;
  await callEndpoint(lending, changeBankAccount, { headers, body });
  const unread = async () =>
    (await readNotifications(lending.db.kysely, client.personId, { limit: 10 }))
      .filter(({ readAt }) => readAt === null)
      .map(({ kind }) => kind);
  expect(await unread()).toEqual(['account-changing']);
  if (how === 'taken back')
    await callEndpoint(lending, cancelContactChange, { headers, body: { kind: 'BANK_ACCOUNT' } });
  lending.clock.pass({ hours: 25 });
  await applyContactChanges(identityContext(lending));
  expect(await unread()).toEqual([]);
  expect(await changesOf(client)).toEqual([`BANK_ACCOUNT ${how === 'counted' ? 'APPLIED' : 'CANCELLED'}`]);
});

test('a telephone in wrong hands is told nothing of what staff approve, and stops it by no way it has', async () => {
  const client = await withThiefsChange();
  const oldLink = await linkTo(lending, client.phone, 'identity-bank-account-changing');
  const id = await waitingRecovery(lending, client);
  const reason = 'Le robaron el celular: denuncia vista.';
  const options = { channel: 'PHONE', reason };
  await expect(rosa(`recovery approve ${id}`, { channel: 'PHONE' })).rejects.toThrow('validation_failed');
  expect(await rosa(`recovery approve ${id}`, options)).toContain('APPROVED');
  expect((await readAudit(lending.db.kysely, `person:${client.personId}`)).at(-1)).toMatchObject({
    action: 'phone-recovery.approve',
    after: { recovery: id, channel: 'PHONE', reason },
  });
  expect((await messagesTo(lending, client.phone)).map(({ template }) => template)).not.toContain(
    'identity-phone-changing',
  );
  const noted = await readNotifications(lending.db.kysely, client.personId, { limit: 10 });
  expect(noted.map(({ kind }) => kind)).toContain('phone-changing');
  const open = ['BANK_ACCOUNT STOPPED', 'PHONE PENDING'];
  await pressStop(oldLink);
  expect(await changesOf(client)).toEqual(open);
  const thief = await signIn(lending, client.personId);
  const { headers } = thief;
  await callEndpoint(lending, cancelContactChange, { headers, body: { kind: 'PHONE' } });
  await proveAgain(lending, { ...thief, personId: client.personId }, ['change-phone', 'change-password']);
  const asked = await callEndpoint(lending, changePhone, { headers, body: { newPhone: '+51912000999' } });
  const { challenge } = asked.body as { challenge: { id: string } };
  const proof = { challengeId: challenge.id, code: await codeTo(lending, '+51912000999') };
  await callEndpoint(lending, confirmPhone, { headers, body: proof });
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await callEndpoint(lending, changePassword, { headers, body });
  expect(await changesOf(client)).toEqual(open);
  // Its own link, which went to the channel that is the client's, does.
  await pressStop(await linkTo(lending, client.email, 'identity-phone-changing'));
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT STOPPED', 'PHONE STOPPED']);
});

test('staff give a mailbox to a client who never confirmed one: the telephone is told, and it counts a day after its link', async () => {
  const client = await aClient(lending, { emailVerifiedAt: null });
  const options = { email: 'nueva@example.pe', reason: 'Foto con su DNI vista, caso 4711.' };
  await rosa(`person email ${client.documentNumber}`, options);
  expect((await messagesTo(lending, client.phone)).map(({ template }) => template)).toEqual([
    'identity-email-changing',
  ]);
  const token = await linkTo(lending, 'nueva@example.pe', 'identity-email-confirm');
  expect((await callEndpoint(lending, confirmEmail, { body: { token } })).status).toBe(204);
  lending.clock.pass({ hours: 24 });
  await applyContactChanges(identityContext(lending));
  await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.documentNumber } });
  expect(await linkTo(lending, 'nueva@example.pe', 'identity-password-reset')).toBeDefined();
  expect((await readAudit(lending.db.kysely, `person:${client.personId}`)).at(-1)).toMatchObject({
    action: 'mailbox.give',
    after: { reason: options.reason },
  });
});
