import { describe, expect, test } from 'vitest';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { confirmEmail } from '#api/endpoints/profile/confirm-email.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { callEndpoint, fieldCodes, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { linkTo, messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';
import { PICTURE, waitingForMailbox, waitingRecovery } from '#tests/support/people/recovery.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const staff = (path: string, { body, token }: { body?: unknown; token?: string } = {}) =>
  staffCall(lending, path, body, { name: 'ana', token });

describe('a login-as link', () => {
  const request = { reason: 'The client cannot see a payment.', ticketId: 'T-1', mode: 'READ_ONLY' };

  test('is issued with a reason and a case, for a minute, on record', async () => {
    const { documentNumber, personId } = await aClient(lending);
    const response = await staff('impersonations', { body: { documentNumber, ...request } });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:4321\/login-as\/#token=[\w-]{43}$/),
      expiresInSec: 60,
    });
    expect(await readAudit(lending.db.kysely, `person:${personId}`)).toMatchObject([
      { actor: 'operator:ana', action: 'impersonation.issue', after: { mode: 'READ_ONLY', ticketId: 'T-1' } },
    ]);
  });

  test('is not issued for nobody, or for no reason', async () => {
    expect((await staff('impersonations', { body: { documentNumber: '70000014', ...request } })).status).toBe(404);
    const { documentNumber } = await aClient(lending);
    const body = { documentNumber, ...request, reason: 'porque sí', mode: 'OWNER' };
    const response = await staff('impersonations', { body });
    expect(fieldCodes({ body: await response.json() })).toEqual(['reason.too_short', 'mode.not_allowed']);
  });
});

describe('a lost telephone', () => {
  test('is looked at by a person, approved, and replaced: sessions end, the client is told, the picture goes', {
    tags: ['asvs-6.4.4', 'asvs-6.1.3'],
  }, async () => {
    const client = await aClient(lending);
    const id = await waitingRecovery(lending, client);
    expect(await (await staff('phone-recoveries')).json()).toMatchObject({
      recoveries: [{ id, personId: client.personId }],
    });
    const picture = await staff(`phone-recoveries/${id}/picture`);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PICTURE);

    expect(await (await staff(`phone-recoveries/${id}/approve`, { body: {} })).json()).toEqual({ status: 'APPROVED' });
    // The old telephone is told and can stop it for a day (decision 0116).
    const phoneNow = async () => (await readPerson(lending.db.kysely, lending.vault, client.personId))?.phone;
    expect(await phoneNow()).toBe(client.phone);
    expect((await messagesTo(lending, client.phone)).map(({ template }) => template)).toEqual([
      'identity-phone-changing',
    ]);
    lending.clock.pass({ hours: 24 });
    await applyContactChanges(identityContext(lending));
    const person = await readPerson(lending.db.kysely, lending.vault, client.personId);
    expect([person?.phone, person?.phoneVerifiedAt]).toEqual(['+51912000111', null]);
    const sessions = lending.db.kysely.selectFrom('session').select('revoked_because as because');
    expect(await sessions.where('person_id', '=', client.personId).execute()).toEqual([{ because: 'phone-changed' }]);
    const templates = (await messagesTo(lending, client.email)).map(({ template }) => template);
    expect(templates).toContain('identity-phone-changed-here');
    const audited = (await readAudit(lending.db.kysely, `person:${client.personId}`)).map(({ action }) => action);
    expect(audited).toEqual(['phone-recovery.look', 'phone-recovery.approve']);
    expect((await staff(`phone-recoveries/${id}/picture`)).status).toBe(404);
    expect((await staff(`phone-recoveries/${id}/reject`, { body: {} })).status).toBe(404);
  });

  test('is rejected, and nothing changes', async () => {
    const client = await aClient(lending);
    const id = await waitingRecovery(lending, client);
    expect(await (await staff(`phone-recoveries/${id}/reject`, { body: {} })).json()).toEqual({ status: 'REJECTED' });
    expect((await readPerson(lending.db.kysely, lending.vault, client.personId))?.phone).toBe(client.phone);
    const templates = (await messagesTo(lending, client.email)).map(({ template }) => template);
    expect(templates).toContain('identity-phone-kept');
  });

  test('of two operators who decide at once only one does', async () => {
    const id = await waitingRecovery(lending, await aClient(lending));
    const both = [
      staff(`phone-recoveries/${id}/approve`, { body: {} }),
      staff(`phone-recoveries/${id}/reject`, { body: {} }),
    ];
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('a mailbox that was never confirmed', () => {
  test('another one is approved by a person, answers its link, and resets a password a day later', {
    tags: ['asvs-6.4.4', 'asvs-6.1.3', 'promise-a-lost-telephone'],
  }, async () => {
    const client = await aClient(lending, { emailVerifiedAt: null });
    const id = await waitingForMailbox(lending, client);
    expect(await (await staff('phone-recoveries')).json()).toMatchObject({ recoveries: [{ id, channel: 'EMAIL' }] });
    expect((await staff(`phone-recoveries/${id}/picture`)).headers.get('content-type')).toBe('image/jpeg');
    expect(await (await staff(`phone-recoveries/${id}/approve`, { body: {} })).json()).toEqual({ status: 'APPROVED' });
    expect((await messagesTo(lending, client.phone)).map(({ template }) => template)).toEqual([
      'identity-email-changing',
    ]);
    const token = await linkTo(lending, 'otra@example.pe', 'identity-email-confirm');
    expect((await callEndpoint(lending, confirmEmail, { body: { token } })).status).toBe(204);
    const resetAfter = async (hours: number) => {
      lending.clock.pass({ hours });
      await applyContactChanges(identityContext(lending));
      await callEndpoint(lending, requestPasswordReset, { body: { identifier: client.documentNumber } });
      const letters = await messagesTo(lending, 'otra@example.pe');
      return letters.some(({ template }) => template === 'identity-password-reset');
    };
    expect([await resetAfter(23), await resetAfter(1)]).toEqual([false, true]);
    const audited = (await readAudit(lending.db.kysely, `person:${client.personId}`)).map(({ action }) => action);
    expect(audited).toEqual(['phone-recovery.look', 'mailbox-recovery.approve']);
  });

  test('is rejected: nothing changes, and the telephone of the account is told, not the mailbox', async () => {
    const client = await aClient(lending, { emailVerifiedAt: null });
    const id = await waitingForMailbox(lending, client, { email: 'nadie@example.pe' });
    expect(await (await staff(`phone-recoveries/${id}/reject`, { body: {} })).json()).toEqual({ status: 'REJECTED' });
    expect((await messagesTo(lending, client.phone)).map(({ template }) => template)).toEqual(['identity-email-kept']);
    expect(await messagesTo(lending, 'nadie@example.pe')).toEqual([]);
  });
});

test('the audit is shown by what it is about, and proves itself', async () => {
  const { documentNumber, personId } = await aClient(lending);
  const body = { documentNumber, reason: 'A reason of support.', ticketId: 'T-2', mode: 'ASSIST' };
  await staff('impersonations', { body });
  const { rows } = (await (await staff(`audit?subject=person:${personId}`)).json()) as { rows: object[] };
  expect(rows).toMatchObject([{ action: 'impersonation.issue' }]);
  expect(await (await staff('audit/verify')).json()).toMatchObject({ kind: 'intact' });
});

test.each(['impersonations', 'phone-recoveries', 'audit', 'audit/verify'])(
  '%s is closed to everybody without an operator token',
  async (path) => {
    expect((await staff(path, { token: 'wrong' })).status).toBe(401);
  },
);
