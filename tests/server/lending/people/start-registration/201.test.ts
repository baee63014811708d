import { expect, test } from 'vitest';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient } from '#tests/support/people/client.ts';
import { aVisitor, begin } from '#tests/support/people/registration.ts';

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
