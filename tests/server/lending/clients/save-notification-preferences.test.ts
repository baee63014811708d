import { describe, expect, test } from 'vitest';
import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { saveNotificationPreferences } from '#api/endpoints/clients/save-notification-preferences.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  test('a client chooses how to be told, and chooses again', {
    tags: 'promise-ways-we-write-to-a-client',
  }, async () => {
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
});

describe('400', () => {
  test.each([
    [
      'switching everything off',
      { channels: { email: false, sms: false }, smsDetails: false },
      ['channels.not_allowed'],
    ],
    ['half a choice', { channels: { email: true }, smsDetails: false }, ['channels.sms.required']],
    [
      'advertising, which has its own call',
      { channels: { email: true, sms: true }, smsDetails: false, marketing: true },
      ['marketing.unknown'],
    ],
  ])('%s is refused', async (_, body, expected) => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, saveNotificationPreferences, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, expected]);
  });
});
