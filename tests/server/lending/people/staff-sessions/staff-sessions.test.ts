import { expect, test } from 'vitest';
import { getSession } from '#api/endpoints/people/get-session.ts';
import { verifyAudit } from '#server/lending/staff/audit-store.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aClient, type CookieJar, enter } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN, operatorOf } from '#tests/support/people/operator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const operator = operatorOf(() => lending.app);
const statusOf = async (jar: CookieJar) => (await callEndpoint(lending, getSession, { headers: jar.headers })).status;
const lender = lenderOf(lending, 'Rosa');
const REASON = 'Llamó: perdió su celular, caso 4711.';

test('an operator ends every session of one client, who is told and proves each browser again', {
  tags: 'asvs-7.4.5',
}, async () => {
  const [client, other] = [await aClient(lending), await aClient(lending)];
  const jars = [await enter(lending, client, { trustDevice: true }), await enter(lending, other)] as const;
  // With the one that the client had from the start.
  expect(await lender(`session end ${client.documentNumber}`, { reason: REASON })).toMatch(
    /^2 sessions were ended\.\n/,
  );
  expect([await statusOf(jars[0]), await statusOf(jars[1])]).toEqual([401, 200]);
  expect((await messagesTo(lending, client.email)).map(({ subject }) => subject)).toContain(
    'Cerramos las sesiones de tu cuenta',
  );
  const { body } = await operator('Rosa', `/api/v1/staff/audit?subject=person:${client.personId}`);
  expect((body['rows'] as { action: string; after: unknown; actor: string }[]).at(-1)).toMatchObject({
    actor: 'operator:Rosa',
    action: 'session.end',
    after: { reason: REASON, ended: 2 },
  });
  expect((await verifyAudit(lending.db.kysely)).kind).toBe('intact');
  // The browser that was trusted is asked for a code again.
  lending.clock.pass({ minutes: 2 });
  expect(await statusOf(await enter(lending, client, { jar: jars[0] }))).toBe(200);
});

test('an operator ends every session of everybody', { tags: 'asvs-7.4.5' }, async () => {
  const jars = await Promise.all([1, 2].map(async () => enter(lending, await aClient(lending))));
  expect(await lender('session end', { everyone: true, reason: REASON })).toMatch(/^[1-9]\d* sessions were ended\.$/);
  expect(await Promise.all(jars.map(statusOf))).toEqual([401, 401]);
  expect(await lender('session end', { everyone: true, reason: REASON })).toBe('0 sessions were ended.');
});

test('nobody ends sessions without the token, without a reason or for an unknown document', async () => {
  const path = '/api/v1/staff/session-ends';
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"everyone":true}' };
  expect((await lending.app.request(path, init)).status).toBe(401);
  expect((await operator('Rosa', path, { everyone: true })).status).toBe(400);
  expect((await operator('Rosa', path, { everyone: false, reason: REASON })).status).toBe(400);
  expect((await operator('Rosa', path, { documentNumber: '45678913', reason: REASON })).status).toBe(404);
  expect((await operator('Rosa', path, { documentNumber: '00000000', reason: REASON })).status).toBe(400);
  await expect(lender('session end 45678912')).rejects.toThrow('reason: too_short');
  await expect(lender('session end', { reason: REASON })).rejects.toThrow('everyone: required');
});

test('a digit too many never ends the sessions of the client whose DNI the first eight are', async () => {
  const client = await aClient(lending);
  const jar = await enter(lending, client);
  const typed = `${client.documentNumber}7`;
  const refused = await operator('Rosa', '/api/v1/staff/session-ends', { documentNumber: typed, reason: REASON });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: { fieldErrors: [{ field: 'documentNumber', code: 'invalid' }] } },
  });
  expect(await statusOf(jar)).toBe(200);
  // As it is printed on the card.
  expect(await lender(`session end ${client.documentNumber}-7`, { reason: REASON })).toMatch(/^[1-9]\d* sessions? w/);
  expect(await statusOf(jar)).toBe(401);
});
