import { describe, expect, test } from 'vitest';
import { revokePasskey } from '#api/endpoints/people/revoke-passkey.ts';
import { readNotifications } from '#server/lending/clients/notification-store.ts';
import { readAccessLog } from '#server/lending/people/store/access-log-store.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { adding, opening, signInWith, withPasskey } from '#tests/support/people/passkeys.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';

const loans = withClientLoans();

describe('204', () => {
  test.each([false, true])('a removed passkey opens nothing; the client is told (it waited: %s)', async (waits) => {
    const { client, phone, passkey } = await withPasskey(loans, { waits });
    const { headers } = client;
    const removed = await callEndpoint(loans, revokePasskey, { headers, params: { id: passkey.id } });
    expect(removed.status).toBe(204);
    loans.clock.pass({ minutes: 24 * 60 });
    expect((await signInWith(loans, phone)).answer.status).toBe(422);
    expect((await readAccessLog(loans.db.kysely, client.personId, 1))[0]?.kind).toBe('PASSKEY_REMOVED');
    const letter = (await messagesTo(loans, client.email)).at(-1);
    expect([letter?.template, letter?.body]).toEqual([
      'identity-passkeys-removed',
      expect.stringContaining('estas llaves de acceso: Chrome, Android.'),
    ]);
  });
});

test('that another one was added stays to be read while it waits', async () => {
  const { client, passkey } = await withPasskey(loans);
  await adding(loans, client, new Authenticator().create(await opening(loans, client)));
  await callEndpoint(loans, revokePasskey, { headers: client.headers, params: { id: passkey.id } });
  const noted = await readNotifications(loans.db.kysely, client.personId, { limit: 10 });
  const open = noted.filter(({ readAt }) => readAt === null).map(({ kind }) => kind);
  expect(open).toEqual(expect.arrayContaining(['passkey-adding', 'passkeys-removed']));
});

describe('404', () => {
  test('a passkey of somebody else is not there', async () => {
    const { passkey, phone } = await withPasskey(loans);
    const { headers } = await aBorrower(loans);
    expect((await callEndpoint(loans, revokePasskey, { headers, params: { id: passkey.id } })).status).toBe(404);
    expect((await signInWith(loans, phone)).answer.status).toBe(200);
  });
});
