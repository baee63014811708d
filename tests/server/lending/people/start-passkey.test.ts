import { describe, expect, test } from 'vitest';
import { startPasskey } from '#api/endpoints/people/start-passkey.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower, anImpersonation, proveAgain } from '#tests/support/people/borrower.ts';
import { adding, opening, withPasskey } from '#tests/support/people/passkeys.ts';
import { Authenticator } from '#tests/support/staff/authenticator.ts';

const loans = withClientLoans();
const open = async (headers: Readonly<Record<string, string>>) => {
  const { status, body } = await callEndpoint(loans, startPasskey, { headers });
  return { status, error: (body as { readonly error?: Readonly<Record<string, unknown>> }).error };
};

describe('200', () => {
  test('its user handle is random, the same for every passkey of a client, and says nothing about them', async () => {
    const { client, phone } = await withPasskey(loans);
    const options = (await opening(loans, client)) as unknown as {
      readonly user: { readonly id: string; readonly name: string };
      readonly excludeCredentials: readonly { readonly id: string }[];
    };
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([phone.id]);
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(options)).not.toContain(client.documentNumber);
    const other = (await opening(loans, await aClient(loans))) as unknown as typeof options;
    expect(other.user.id).not.toBe(options.user.id);
  });
});

describe('428', () => {
  test('password and code are asked for afresh, in this order', async () => {
    const { headers } = await aBorrower(loans);
    const { status, error } = await open(headers);
    expect([status, error?.['reauth']]).toEqual([
      428,
      { level: 'stepUp', purpose: 'add-passkey', methods: ['password', 'otp'] },
    ]);
  });
});

describe('403', () => {
  test('staff in the place of a client add none', async () => {
    expect((await open((await anImpersonation(loans, 'ASSIST')).headers)).status).toBe(403);
  });
});

describe('409', () => {
  test('before a loan was paid out none is offered', async () => {
    const client = await aBorrower(loans, { stepUp: ['add-passkey'] });
    expect((await open(client.headers)).error?.['code']).toBe('passkeys_not_offered');
  });

  test('an account has at most ten', async () => {
    const client = await aClient(loans);
    for (let n = 0; n < 9; n++) {
      const made = new Authenticator().create(await opening(loans, client));
      expect((await adding(loans, client, made)).status).toBe(201);
      // Each is told by letter and SMS, so that they are limited like those.
      loans.clock.pass({ minutes: 12 * 60 });
    }
    // The last one is added by whichever of two dialogs is answered first.
    const [first, second] = [await opening(loans, client), await opening(loans, client)];
    expect((await adding(loans, client, new Authenticator().create(first))).status).toBe(201);
    expect((await adding(loans, client, new Authenticator().create(second))).status).toBe(422);
    await proveAgain(loans, client, ['add-passkey']);
    expect((await open(client.headers)).error?.['code']).toBe('passkeys_enough');
  });
});

describe('429', () => {
  test('nobody gets messages without end', async () => {
    const client = await aClient(loans);
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await open(client.headers)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
