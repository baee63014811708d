import { expect, test } from 'vitest';
import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { saveNotificationPreferences } from '#api/endpoints/clients/save-notification-preferences.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test('a client chooses how to be told, and chooses again', { tags: 'promise-ways-we-write-to-a-client' }, async () => {
  const { headers } = await aBorrower(lending);
  for (const body of [
    { channels: { email: true, sms: false }, smsDetails: false },
    { channels: { email: false, sms: true }, smsDetails: true },
  ]) {
    const saved = acceptedBody(await callEndpoint(lending, saveNotificationPreferences, { headers, body }));
    expect(saved).toMatchObject(body);
    expect(acceptedBody(await callEndpoint(lending, getNotificationPreferences, { headers }))).toEqual(saved);
  }
});
