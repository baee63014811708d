import { describe, expect, test } from 'vitest';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { requestPasswordReset } from '#api/endpoints/people/request-password-reset.ts';
import { signIn } from '#api/endpoints/people/sign-in.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { consentDigest } from '#client-area/form/consent-digest.ts';
import { registrationWords } from '#i18n/consent-words.ts';
import { LOCALES } from '#i18n/locale.ts';
import { MESSAGES } from '#i18n/messages.ts';
import { findPersonByDocument, readPerson } from '#server/lending/people/store/person-store.ts';
import {
  acceptedBody,
  callEndpoint,
  fieldCodes,
  type TestLending,
  withTestLending,
} from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, CookieJar, PASSWORD } from '#tests/support/people/client.ts';
import { aVisitor, begin, proven } from '#tests/support/people/registration.ts';

const lending = withTestLending();

describe('201', () => {
  async function complete(visitor = aVisitor()) {
    const { id, token } = await proven(lending, visitor);
    const body = { registrationToken: token, password: PASSWORD };
    const answer = await callEndpoint(lending, completeRegistration, { params: { id }, body });
    return { answer, jar: new CookieJar().take(answer.headers), visitor };
  }

  const personOf = async ({ db, vault }: TestLending, documentNumber: string) =>
    readPerson(db.kysely, vault, (await findPersonByDocument(db.kysely, vault, 'DNI', documentNumber)) ?? '');

  test('makes the client and signs them in, with the halves of the session in the cookies and nowhere else', {
    tags: ['asvs-3.3.4', 'asvs-6.1.3'],
  }, async () => {
    const { answer, jar, visitor } = await complete();
    expect(acceptedBody(answer)).toEqual({
      expiresAt: '2026-02-14T17:00:00.000Z',
      profileData: { firstName: null, paidLoanCount: 0 },
      nextScreen: { name: 'calculator' },
    });
    expect(JSON.stringify(acceptedBody(answer))).not.toContain(jar.get('auth'));
    const profile = acceptedBody(
      await callEndpoint(lending, getProfile, { headers: jar.headers, query: { view: 'full' } }),
    );
    expect(profile).toMatchObject({ document: { type: 'DNI' }, phone: { verified: true }, email: { verified: false } });
    expect(await personOf(lending, visitor.documentNumber)).toMatchObject({
      phone: `+51${visitor.phone}`,
      language: 'es',
    });
  });

  test('this browser is known from now on: the password alone signs in again', async () => {
    const { jar, visitor } = await complete();
    const body = { identifier: visitor.email, password: PASSWORD };
    const answer = await callEndpoint(lending, signIn, { body, headers: jar.headers });
    expect(acceptedBody(answer)).toHaveProperty('nextScreen');
  });

  test.each([
    [false, { sms: false, email: false, call: false, whatsapp: false }],
    [true, { sms: true, email: true, call: true, whatsapp: true }],
  ])(
    'every yes and every no is in the ledger, with the words that were agreed to (advertising: %s)',
    async (acceptMarketing, channels) => {
      const { jar, visitor } = await complete(aVisitor({ acceptMarketing }));
      const person = await personOf(lending, visitor.documentNumber);
      const rows = await lending.db.kysely
        .selectFrom('consent_event')
        .select(['purpose', 'granted', 'text_version as words', 'actor'])
        .where('person_id', '=', person?.id ?? '')
        .orderBy('purpose')
        .execute();
      expect(rows.map(({ purpose, granted }) => [purpose, granted])).toEqual([
        ['MARKETING_CALL', acceptMarketing],
        ['MARKETING_EMAIL', acceptMarketing],
        ['MARKETING_SMS', acceptMarketing],
        ['MARKETING_WHATSAPP', acceptMarketing],
        ['PRIVACY', true],
        ['TERMS', true],
      ]);
      for (const { words, actor } of rows) expect([words, actor]).toEqual(['b'.repeat(64), 'CLIENT']);
      const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers: jar.headers, query: {} }));
      expect(profile.acceptMarketing?.channels).toEqual(channels);
    },
  );

  test('a yes to one channel is a yes to no other', async () => {
    const { jar } = await complete(aVisitor({ acceptMarketing: true, channels: { email: true } }));
    const { acceptMarketing } = acceptedBody(
      await callEndpoint(lending, getProfile, { headers: jar.headers, query: {} }),
    );
    expect(acceptMarketing?.channels).toEqual({ sms: false, email: true, call: false, whatsapp: false });
  });

  const placeOf = (id: string) => ({ table: 'registration', column: 'details_sealed', id });

  describe('a registration that is open across a change of releases', () => {
    test.each([true, false])('from before the answer by channel has one answer for all (%s)', async (answer) => {
      const { id, token, visitor } = await proven(lending);
      const { documentNumber, phone, email } = visitor;
      const old = `{"documentType":"DNI","documentNumber":"${documentNumber}","phone":"${phone}","email":"${email}","language":"es","acceptMarketing":${answer},"textVersion":"${'b'.repeat(64)}"}`;
      const set = { details_sealed: lending.vault.seal(old, placeOf(id)) };
      await lending.db.kysely.updateTable('registration').set(set).where('id', '=', id).execute();
      const body = { registrationToken: token, password: PASSWORD };
      const done = await callEndpoint(lending, completeRegistration, { params: { id }, body });
      expect(done.status).toBe(201);
      const { headers } = new CookieJar().take(done.headers);
      const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query: {} }));
      expect(profile.acceptMarketing?.channels).toEqual({ sms: answer, email: answer, call: answer, whatsapp: answer });
    });

    test.each([
      ['every channel', {}, true],
      ['one channel', { channels: { email: true } }, false],
    ])('is read by the release before as a yes only when it was one for all: %s', async (_, chosen, read) => {
      const { id } = await begin(lending, aVisitor({ acceptMarketing: true, ...chosen }));
      const { details_sealed: sealed } = await lending.db.kysely
        .selectFrom('registration')
        .select('details_sealed')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(lending.vault.open(sealed ?? '', placeOf(id)))).toMatchObject({ acceptMarketing: read });
    });
  });

  test.each(LOCALES)('a consent that names no words is one to those the server has in %s', async (language) => {
    const { id, token, visitor } = await proven(lending, aVisitor({ textVersion: undefined }), language);
    const body = { registrationToken: token, password: PASSWORD };
    await callEndpoint(lending, completeRegistration, { params: { id }, body });
    const person = await personOf(lending, visitor.documentNumber);
    const rows = await lending.db.kysely
      .selectFrom('consent_event')
      .select('text_version')
      .distinct()
      .where('person_id', '=', person?.id ?? '')
      .execute();
    const shown = await consentDigest(registrationWords((key) => MESSAGES[key][language]));
    expect(rows).toEqual([{ text_version: shown }]);
  });

  test('nothing of the password can be read in the tables', async () => {
    await complete();
    const rows = await lending.db.kysely.selectFrom('credential').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(new Set(rows.map(({ password_hash }) => password_hash)).size).toBe(rows.length);
  });

  test('what was typed for a registration is kept no longer than it is needed', async () => {
    await complete();
    const rows = await lending.db.kysely
      .selectFrom('registration')
      .select('details_sealed')
      .where('completed_at', 'is not', null)
      .execute();
    for (const row of rows) expect(row.details_sealed).toBeNull();
  });

  test('the mailbox that was typed gets a link to confirm it, and nothing that opens the account before', {
    tags: 'promise-an-e-mail-that-is-not-confirmed-yet',
  }, async () => {
    const { visitor } = await complete();
    const letters = async () => (await messagesTo(lending, visitor.email)).map(({ template }) => template);
    expect(await letters()).toEqual(['identity-email-own']);
    await callEndpoint(lending, requestPasswordReset, { body: { identifier: visitor.documentNumber } });
    expect(await letters()).toEqual(['identity-email-own']);
  });
});

describe('400', () => {
  test('a password everybody tries first, or that says whose it is, is not taken; another one may be tried', async () => {
    const { id, token, visitor } = await proven(lending);
    const complete = (password: string) =>
      callEndpoint(lending, completeRegistration, { params: { id }, body: { registrationToken: token, password } });
    for (const [password, code] of [
      ['corta', 'too_short'],
      ['x'.repeat(129), 'too_long'],
      ['1234567890', 'not_allowed'],
      ['QwertyUiop', 'not_allowed'],
      ['ñññññññññññ', 'not_allowed'],
      [`clave ${visitor.documentNumber} mía`, 'not_allowed'],
      [`mi ${visitor.phone} clave`, 'not_allowed'],
    ] as const) {
      expect(fieldCodes(await complete(password)), password).toEqual([`password.${code}`]);
    }
    expect((await complete(PASSWORD)).status).toBe(201);
  });
});

describe('404', () => {
  test('an address that cannot be a registration is not there', async () => {
    const body = { registrationToken: 'x', password: PASSWORD };
    expect((await callEndpoint(lending, completeRegistration, { params: { id: 'x' }, body })).status).toBe(404);
  });
});

describe('410', () => {
  const complete = async (id: string, registrationToken: string) => {
    const body = { registrationToken, password: PASSWORD };
    return (await callEndpoint(lending, completeRegistration, { params: { id }, body })).status;
  };

  test('a registration is completed once, also when the button is pressed five times', async () => {
    const { id, token } = await proven(lending);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => complete(id, token)));
    expect(statuses.sort()).toEqual([201, 410, 410, 410, 410]);
  });

  test('only the token of the very registration completes it, and for half an hour', async () => {
    const [mine, theirs, unproven] = [await proven(lending), await proven(lending), await begin(lending)];
    expect(await complete(mine.id, theirs.token)).toBe(410);
    expect(await complete(unproven.id, mine.token)).toBe(410);
    expect(await complete(mine.id, 'x')).toBe(410);
    lending.clock.pass({ minutes: 30 });
    expect(await complete(mine.id, mine.token)).toBe(410);
  });

  test('of two registrations of one document only the first becomes a client', async () => {
    const documentNumber = '61999999';
    const first = await proven(lending, aVisitor({ documentNumber }));
    const second = await proven(lending, aVisitor({ documentNumber }));
    expect(await complete(first.id, first.token)).toBe(201);
    expect(await complete(second.id, second.token)).toBe(410);
  });

  test('who is a client already cannot become one again', async () => {
    const { documentNumber } = await aClient(lending);
    const { id, token } = await proven(lending, aVisitor({ documentNumber }));
    expect(token).toBe('');
    expect(await complete(id, token)).toBe(410);
  });
});
