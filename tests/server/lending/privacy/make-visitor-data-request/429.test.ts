import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aVisitorRequest, forgetVisitors } from '#tests/support/privacy/visitor-requests.ts';

const lending = withTestLending();

beforeEach(() => forgetVisitors(lending));

test('a mailbox that somebody types gets three letters an hour; the requests are taken all the same', async () => {
  const sent = [];
  for (const documentNumber of ['45678911', '45678912', '45678914', '45678915', '45678916']) {
    sent.push(
      (await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest({ documentNumber }) })).status,
    );
  }
  expect(sent).toEqual([201, 201, 201, 201, 201]);
  expect(await messagesTo(lending, 'rosa@example.pe')).toHaveLength(3);
});

test('one address asks twenty times a day, and at five hundred that wait nobody is added', async () => {
  const sent = [];
  for (let n = 0; n < 21; n++) {
    const body = aVisitorRequest({ documentNumber: String(45678920 + n), email: `rosa${n}@example.pe` });
    sent.push(await callEndpoint(lending, makeVisitorDataRequest, { body }));
    lending.clock.pass({ minutes: 1 });
  }
  expect(sent.map(({ status }) => status).lastIndexOf(201)).toBe(19);
  expect(sent.at(-1)?.status).toBe(429);
  await sql`insert into visitor_data_request (id, kind, asked_sealed, identity_sealed, identity_media_type, status, due_on, created_at)
    select gen_random_uuid(), kind, asked_sealed, identity_sealed, identity_media_type, status, due_on, created_at
    from visitor_data_request, generate_series(1, 24)`.execute(lending.db.kysely);
  lending.clock.pass({ hours: 25 });
  const full = await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest() });
  expect([full.status, full.headers.get('retry-after')]).toEqual([429, '3600']);
});

test('documents without a session are limited by address', async () => {
  const ask = () => callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest() });
  const statuses = [];
  for (let n = 0; n < 7; n++) statuses.push((await ask()).status);
  expect(statuses.at(-1)).toBe(429);
});
