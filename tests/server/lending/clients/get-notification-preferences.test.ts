import { describe, expect, test } from 'vitest';
import { getNotificationPreferences } from '#api/endpoints/clients/get-notification-preferences.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  test('whoever has chosen nothing gets everything about their loan, and no advertising', async () => {
    const { headers } = await aBorrower(lending);
    expect(acceptedBody(await callEndpoint(lending, getNotificationPreferences, { headers }))).toEqual({
      channels: { email: true, sms: true },
      smsDetails: true,
      marketing: {
        value: false,
        channels: { sms: false, email: false, call: false, whatsapp: false },
        changedAt: null,
      },
    });
  });
});
