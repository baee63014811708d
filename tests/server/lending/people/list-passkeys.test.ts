import { describe, expect, test } from 'vitest';
import { listPasskeys } from '#api/endpoints/people/list-passkeys.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { signInWith, withPasskey } from '#tests/support/people/passkeys.ts';

const loans = withClientLoans();
const list = async (headers: Readonly<Record<string, string>>) =>
  acceptedBody(await callEndpoint(loans, listPasskeys, { headers }));

describe('200', () => {
  test('a client without a loan has none and is offered none', async () => {
    const { headers } = await aBorrower(loans);
    expect(await list(headers)).toEqual({ offered: false, host: 'localhost', passkeys: [] });
  });

  test('a passkey is shown with its device and days, and when it was last used', async () => {
    const { client, phone, passkey } = await withPasskey(loans);
    await signInWith(loans, phone);
    expect(await list(client.headers)).toEqual({
      offered: true,
      host: 'localhost',
      passkeys: [{ ...passkey, countsAt: null, lastUsedAt: new Date(loans.clock.now()).toISOString() }],
    });
  });
});

describe('428', () => {
  test('a browser that is only remembered does not see them', async () => {
    const { headers } = await aBorrower(loans, { session: 'basic' });
    expect((await callEndpoint(loans, listPasskeys, { headers })).status).toBe(428);
  });
});
