import { expect, test } from 'vitest';
import { changePassword } from '#api/endpoints/people/change-password.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { resetPassword } from '#api/endpoints/people/reset-password.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo } from '#tests/support/messages/messages.ts';
import { type Borrower, proveAgain, signIn } from '#tests/support/people/borrower.ts';
import { aClient, enter, PASSWORD, resetProof } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN, operatorClient } from '#tests/support/people/operator.ts';
import { runLender } from '#tools/lender.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const NEW_PASSWORD = 'siete vicuñas miran la quebrada';

async function changesOf({ personId }: Borrower) {
  const changes = lending.db.kysely.selectFrom('contact_change').select(['kind', 'status']);
  const rows = await changes.where('person_id', '=', personId).orderBy('requested_at').orderBy('id').execute();
  return rows.map(({ kind, status }) => `${kind} ${status}`);
}

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

test('“it was not me” stops the change that waits', async () => {
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
  const rosa = operatorClient(() => lending.app, 'Rosa');
  const reason = 'Llamó: no pidió cambiar de cuenta.';
  const said = await runLender(rosa, ['session', 'end', client.documentNumber], { reason });
  expect(said).toBe('2 sessions ended. 1 change stopped.');
  expect(await changesOf(client)).toEqual(['BANK_ACCOUNT STOPPED']);
  expect(await readAudit(lending.db.kysely, `person:${client.personId}`)).toMatchObject([
    { actor: 'operator:Rosa', action: 'session.end', after: { reason, ended: 2, stopped: 1 } },
  ]);
});
