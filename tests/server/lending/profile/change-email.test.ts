import { describe, expect, test } from 'vitest';
import { changeEmail } from '#api/endpoints/profile/change-email.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('202', () => {
  const change = ({ headers }: { readonly headers: Record<string, string> }, newEmail: string) =>
    callEndpoint(lending, changeEmail, { headers, body: { newEmail } });

  test('a link goes to the new address, the old one is told, and nothing has changed yet', {
    tags: 'promise-a-change-of-e-mail-telephone-or-bank-account',
  }, async () => {
    const client = await aBorrower(lending, { email: 'ana@example.pe', stepUp: ['change-email'] });
    const answer = await change(client, ' ana.quispe@Example.pe ');
    expect([answer.status, answer.body]).toEqual([202, { expiresInSec: 86_400 }]);
    const [asked] = await messagesTo(lending, 'ana.quispe@example.pe');
    expect(asked?.template).toBe('identity-email-confirm');
    expect(asked?.body).toMatch(/\/email\/link\/[\w-]{43}\?lang=es/);
    const [told] = await messagesTo(lending, 'ana@example.pe');
    expect(told?.body).toContain('a•••@example.pe');
    expect(told?.body).toMatch(/\/changes\/stop\/[\w-]{43}\?lang=es/);
    const { headers } = client;
    const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } }));
    const countsAt = new Date(lending.clock.now() + 86_400_000).toISOString();
    const pending = { masked: 'a•••@example.pe', confirmed: false, countsAt, cancellable: true };
    expect(profile.email).toEqual({ value: 'a•••@example.pe', verified: true, pending });
  });

  test('an address that somebody else has is answered in the same way', async () => {
    const other = await aBorrower(lending);
    const client = await aBorrower(lending, { stepUp: ['change-email'] });
    expect((await change(client, other.email)).status).toBe(202);
  });

  test('without a fresh proof for it nothing is sent', async () => {
    const client = await aBorrower(lending, { stepUp: ['change-phone'] });
    expect((await change(client, 'otra@example.pe')).status).toBe(428);
    expect(await messagesTo(lending, 'otra@example.pe')).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    [{}, ['newEmail.required']],
    [{ newEmail: 'ana@' }, ['newEmail.invalid']],
    [{ newEmail: `${'a'.repeat(250)}@example.pe` }, ['newEmail.too_long']],
  ])('%j is not an address', async (body, codes) => {
    const { headers } = await aBorrower(lending, { stepUp: ['change-email'] });
    const answer = await callEndpoint(lending, changeEmail, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});

describe('429', () => {
  test('nobody makes us write to more than three addresses an hour', async () => {
    const { headers } = await aBorrower(lending, { stepUp: ['change-email'] });
    const statuses = [];
    for (const newEmail of ['a@example.pe', 'b@example.pe', 'c@example.pe', 'd@example.pe']) {
      statuses.push((await callEndpoint(lending, changeEmail, { headers, body: { newEmail } })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429]);
  });
});
