import { expect, test } from 'vitest';
import { saveNotificationPreferences } from '#api/endpoints/clients/save-notification-preferences.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  ['switching everything off', { channels: { email: false, sms: false }, smsDetails: false }, ['channels.not_allowed']],
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
