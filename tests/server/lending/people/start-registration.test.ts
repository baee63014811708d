import { describe, expect, test } from 'vitest';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aVisitor, begin } from '#tests/support/people/registration.ts';

describe('201', () => {
  const lending = withTestLending();

  test('sends a code to the telephone, in a text message the phone can read for its owner', {
    tags: 'promise-codes',
  }, async () => {
    const visitor = aVisitor();
    const answer = await callEndpoint(lending, startRegistration, { body: visitor });
    expect(acceptedBody(answer)).toEqual({
      registrationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      channel: 'SMS',
      maskedPhone: `+51 9•• ••• ${visitor.phone.slice(-3)}`,
      resendInSec: 60,
      expiresInSec: 300,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [message] = await messagesTo(lending, `+51${visitor.phone}`);
    expect(message).toMatchObject({ channel: 'sms', template: 'identity-code', sealed: true });
    const code = /\d{6}/.exec(message?.body ?? '')?.[0];
    expect(message?.body).toBe(
      `Mañay: usa ${code} para crear tu cuenta. Vale 5 minutos. No lo des a nadie: nunca lo pedimos.\n\n@localhost #${code}`,
    );
  });

  test('writes in the language of the visitor’s browser', async () => {
    const visitor = aVisitor();
    await callEndpoint(lending, startRegistration, { body: visitor, headers: { 'Accept-Language': 'en-GB,en;q=0.9' } });
    expect((await messagesTo(lending, `+51${visitor.phone}`))[0]?.body).toMatch(
      /^Mañay: use \d{6} to create your account\./,
    );
  });

  test('answers somebody who is a client already exactly like anybody else', async () => {
    const { documentNumber } = await aClient(lending);
    const [known, unknown] = [aVisitor({ documentNumber }), aVisitor()];
    const bodies = [];
    for (const visitor of [known, unknown]) {
      const { registrationId, maskedPhone, ...rest } = acceptedBody(
        await callEndpoint(lending, startRegistration, { body: visitor }),
      );
      expect([typeof registrationId, maskedPhone.length]).toEqual(['string', 15]);
      bodies.push(rest);
    }
    expect(bodies[0]).toEqual(bodies[1]);
  });

  test('keeps what was typed, and the code, where nobody can read them', async () => {
    const { phone, visitor } = await begin(lending);
    const [message] = await messagesTo(lending, phone);
    const code = /\d{6}/.exec(message?.body ?? '')?.[0] ?? '';
    for (const table of ['registration', 'challenge', 'outbox', 'throttle_event'] as const) {
      const rows = await lending.db.kysely.selectFrom(table).selectAll().execute();
      expect(rows.length, table).toBeGreaterThan(0);
      const dump = JSON.stringify(rows);
      for (const secret of [visitor.documentNumber, visitor.phone, visitor.email]) expect(dump).not.toContain(secret);
      expect(dump).not.toMatch(new RegExp(`\\b${code}\\b`));
    }
  });
});

describe('400', () => {
  const lending = withTestLending();

  test.each<[Record<string, unknown>, string[]]>([
    [{ acceptTerms: false }, ['acceptTerms.required']],
    [{ acceptPrivacy: undefined }, ['acceptPrivacy.required']],
    [{ acceptMarketing: 'yes' }, ['acceptMarketing.invalid']],
    [{ acceptMarketing: true, channels: { sms: false } }, ['channels.mismatch']],
    [{ channels: { sms: true } }, ['channels.mismatch']],
    [{ phone: '01 555 1234' }, ['phone.invalid']],
    [{ email: 'ana@', documentNumber: '123' }, ['email.invalid', 'documentNumber.invalid']],
    [{ textVersion: 'v1' }, ['textVersion.invalid']],
    [{ role: 'admin' }, ['role.unknown']],
  ])('%j is refused, and nothing is sent', async (changes, codes) => {
    const visitor = aVisitor(changes);
    const answer = await callEndpoint(lending, startRegistration, { body: visitor });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
    expect(await messagesTo(lending, `+51${visitor.phone}`)).toEqual([]);
  });
});

describe('429', () => {
  const lending = withTestLending({ trustedProxies: 1 });

  let address = 0;

  /** From another address each time, unless told. */
  const start = (phone: string, from = `203.0.113.${++address}`) =>
    callEndpoint(lending, startRegistration, { body: aVisitor({ phone }), headers: { 'X-Forwarded-For': from } });

  test('one telephone gets a code a minute, five an hour and ten a day, from any address', async () => {
    const phone = '987100001';
    expect((await start(phone)).status).toBe(201);
    const tooSoon = await start(phone);
    expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, '60']);
    const tryAfter = async (minutes: number) => {
      lending.clock.pass({ minutes });
      return (await start(phone)).status;
    };
    for (let n = 2; n <= 5; n++) expect(await tryAfter(1)).toBe(201);
    expect(await tryAfter(1)).toBe(429);
    expect(await tryAfter(55)).toBe(201);
    for (let n = 7; n <= 10; n++) expect(await tryAfter(15)).toBe(201);
    expect(await tryAfter(120)).toBe(429);
    expect(await messagesTo(lending, `+51${phone}`)).toHaveLength(10);
  });

  test('what was refused does not count: nobody keeps somebody else from their code', async () => {
    const phone = '987100002';
    await start(phone);
    for (let n = 0; n < 30; n++) expect((await start(phone)).status).toBe(429);
    lending.clock.pass({ seconds: 60 });
    expect((await start(phone)).status).toBe(201);
  });

  test('three hundred people behind one carrier’s address each get their code; the next one waits seconds, not an hour', {
    tags: 'asvs-2.4.1',
  }, async () => {
    const from = '198.51.100.77';
    const telephone = (n: number) => `9872${String(n).padStart(5, '0')}`;
    for (let n = 0; n < 300; n++) expect((await start(telephone(n), from)).status).toBe(201);
    const refused = await start(telephone(300), from);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '12']);
    expect((await start(telephone(300))).status).toBe(201);
    lending.clock.pass({ seconds: 12 });
    expect((await start(telephone(301), from)).status).toBe(201);
  });

  test('a telephone that has had enough uses nothing up of the address it is asked from', async () => {
    const from = '198.51.100.78';
    for (let n = 0; n < 310; n++) await start('987250001', from);
    expect((await start('987250002', from)).status).toBe(201);
  });

  test('of many at once only one gets through', async () => {
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await start('987300001')).status));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  });
});
