import { describe, expect, test } from 'vitest';
import { marketingPurpose } from '#api/consent.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { appendConsent } from '#server/lending/people/store/consent-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower, signIn } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  const profileOf = async (headers: Record<string, string>, query: Record<string, string> = {}) =>
    acceptedBody(await callEndpoint(lending, getProfile, { headers, query }));

  test('a client who is signed in sees their data, numbers and addresses masked', {
    tags: ['asvs-15.3.1', 'asvs-8.1.2', 'spec-3.27', 'spec-7.3'],
  }, async () => {
    const { headers, personId } = await aBorrower(lending, {
      documentNumber: '45678912',
      phone: '+51987654321',
      email: 'ana@example.pe',
      firstName: 'Ana',
      address: { ubigeo: '150122', streetType: 'AV', street: 'Los Álamos', number: '120', apartment: '4B' },
    });
    expect(await profileOf(headers, { view: 'full' })).toEqual({
      assurance: 'full',
      clientId: personId,
      firstName: 'Ana',
      lastName1: 'Quispe',
      lastName2: 'Huamán',
      document: { type: 'DNI', masked: '••••8912' },
      birthDate: '1990-05-01',
      phone: { masked: '+51 9•• ••• 321', verified: true, pending: null },
      email: { value: 'a•••@example.pe', verified: true, pending: null },
      altPhone: null,
      address: { ubigeo: '150122', line: 'Av. Los Álamos 120, 4B' },
      bankAccount: null,
      pendingAccount: null,
      payday: null,
      paidLoanCount: 0,
      clientType: 'new',
      language: 'es',
      version: 1,
      acceptMarketing: {
        value: false,
        channels: { sms: false, email: false, call: false, whatsapp: false },
        changedAt: null,
      },
      unreadNotifications: 0,
      closesOn: null,
    });
  });

  test('a browser that is only remembered shows a name, and nothing else of the person', {
    tags: ['asvs-8.1.2', 'asvs-8.2.3', 'asvs-15.3.1'],
  }, async () => {
    const { personId } = await aBorrower(lending);
    const { headers } = await signIn(lending, personId, 'basic');
    expect(await profileOf(headers)).toEqual({
      assurance: 'basic',
      clientId: personId,
      firstName: 'Rosa',
      paidLoanCount: 0,
      clientType: 'new',
      language: 'es',
      version: 1,
    });
  });

  test('the last word about advertising counts, channel by channel', async () => {
    const { headers, personId } = await aBorrower(lending);
    const decide = (channel: 'sms' | 'email', granted: boolean, minute: number) =>
      appendConsent(lending.db.kysely, {
        consentId: crypto.randomUUID(),
        personId,
        purpose: marketingPurpose(channel),
        granted,
        textVersion: 'a'.repeat(64),
        caller: '203.0.113.7',
        at: new Date(Date.parse('2026-01-15T17:00:00Z') + minute * 60_000),
      });
    await decide('sms', true, 1);
    await decide('email', true, 2);
    await decide('sms', false, 3);
    expect((await profileOf(headers)).acceptMarketing).toEqual({
      value: true,
      channels: { sms: false, email: true, call: false, whatsapp: false },
      changedAt: '2026-01-15T17:03:00.000Z',
    });
  });
});

describe('400', () => {
  test('an unknown view is refused', async () => {
    const { headers } = await aBorrower(lending);
    const answer = await callEndpoint(lending, getProfile, { headers, query: { view: 'secret' } });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, ['view.not_allowed']]);
  });
});

describe('428', () => {
  test('a browser that is only remembered is asked for a proof when everything is asked for', async () => {
    const { headers } = await aBorrower(lending, { session: 'basic' });
    const answer = await callEndpoint(lending, getProfile, { headers, query: { view: 'full' } });
    expect([answer.status, answer.body]).toEqual([
      428,
      {
        error: {
          code: 'reauth_required',
          message: 'Prove who you are, and call again.',
          reauth: { level: 'full', methods: ['password', 'otp'] },
        },
      },
    ]);
  });
});
