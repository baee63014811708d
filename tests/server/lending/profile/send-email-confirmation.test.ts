import { describe, expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { sendEmailConfirmation } from '#api/endpoints/profile/send-email-confirmation.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';

const lending = withTestLending();

const send = (headers: Record<string, string>) => callEndpoint(lending, sendEmailConfirmation, { headers });

describe('204', () => {
  test('the link confirms the mailbox at once, and only then a reset link goes there', {
    tags: 'promise-an-e-mail-that-is-not-confirmed-yet',
  }, async () => {
    const client = await aClient(lending);
    const unproven = lending.db.kysely.updateTable('person').set({ email_verified_at: null });
    await unproven.where('id', '=', client.personId).execute();
    const reset = () => callEndpoint(lending, requestPasswordReset, { body: { identifier: client.email } });
    expect((await reset()).status).toBe(202);
    expect(await messagesTo(lending, client.email)).toEqual([]);
    expect((await send({ ...client.headers })).status).toBe(204);
    const token = await linkTo(lending, client.email, 'identity-email-own');
    expect((await callEndpoint(lending, confirmEmail, { body: { token } })).status).toBe(204);
    const person = await readPerson(lending.db.kysely, lending.vault, client.personId);
    expect(person?.emailVerifiedAt).toEqual(new Date(lending.clock.now()));
    await reset();
    expect(await linkTo(lending, client.email, 'identity-password-reset')).toMatch(/^[\w-]{43}$/);
  });

  test('a mailbox that is confirmed gets no other letter', async () => {
    const client = await aClient(lending);
    expect((await send({ ...client.headers })).status).toBe(204);
    expect(await messagesTo(lending, client.email)).toEqual([]);
  });
});
