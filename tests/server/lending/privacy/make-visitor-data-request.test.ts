import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { createVault } from '#server/kit/vault.ts';
import {
  readIdentity,
  readWaitingVisitorRequests,
  resealVisitorRequests,
} from '#server/lending/privacy/visitor-request-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';
import { PICTURE } from '#tests/support/people/recovery.ts';
import { testKey } from '#tests/support/people/vault.ts';
import { aVisitorRequest, forgetVisitors } from '#tests/support/privacy/visitor-requests.ts';

describe('201', () => {
  const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

  const staff = (path: string, body?: unknown) => staffCall(lending, `data-requests${path}`, body);

  beforeEach(() => forgetVisitors(lending));

  async function ask(changes: Readonly<Record<string, unknown>> = {}) {
    return acceptedBody(await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest(changes) }));
  }

  test('somebody who is not a client asks, staff see who they are, and the answer comes by e-mail', {
    tags: 'promise-data-of-a-client',
  }, async () => {
    const { id, dueDate } = await ask();
    // 20 business days from Thursday 15/01/2026.
    expect(dueDate).toBe('2026-02-12');
    expect(await listTasks(lending.db.kysely)).toMatchObject([{ kind: 'data-request', subject: `data-request:${id}` }]);
    expect((await messagesTo(lending, 'rosa@example.pe')).at(-1)?.body).toContain('12/02/2026');

    const { requests } = await (await staff('')).json();
    expect(requests).toMatchObject([
      { id, type: 'ACCESS', asked: { lastNames: 'Quispe', documentNumber: '45678913' } },
    ]);
    const identity = await staff(`/${id}/identity`);
    expect(Buffer.from(await identity.arrayBuffer()).toString('base64')).toBe(PICTURE);

    const answer = { status: 'DONE', answer: 'No tenemos ningún dato tuyo, salvo esta solicitud.' };
    expect((await staff(`/${id}/answer`, answer)).status).toBe(204);
    expect((await messagesTo(lending, 'rosa@example.pe')).at(-1)?.body).toContain(answer.answer);
    expect((await (await staff('')).json()).requests).toEqual([]);
    expect((await staff(`/${id}/identity`)).status).toBe(404);
    expect((await staff(`/${id}/answer`, answer)).status).toBe(404);
  });

  test('whether their document is a client’s only staff see, and data of a client go to no mailbox that a stranger typed', async () => {
    const { documentNumber, personId } = await aBorrower(lending);
    const body = aVisitorRequest({ documentNumber, email: 'otra@example.pe' });
    const answered = await callEndpoint(lending, makeVisitorDataRequest, { body });
    const stranger = await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest() });
    const shape = ({ status, body }: typeof answered) => [status, Object.keys(body as object).sort()];
    expect(shape(answered)).toEqual(shape(stranger));
    const { id } = acceptedBody(answered);
    const { requests } = await (await staff('')).json();
    expect(requests).toMatchObject([{ id, clientId: personId, personId: null }, { clientId: null }]);

    const answer = (more: object) => staff(`/${id}/answer`, { answer: 'Estos son sus datos.', ...more });
    const refusal = await answer({ status: 'DONE' });
    expect([refusal.status, (await refusal.json()).error.code]).toEqual([409, 'is_a_client']);
    expect(await messagesTo(lending, 'otra@example.pe')).toHaveLength(1);
    expect((await answer({ status: 'DONE', toClient: true })).status).toBe(204);
    expect(await messagesTo(lending, 'otra@example.pe')).toHaveLength(2);
  });

  test('the list has what waits page by page', async () => {
    const { kysely } = lending.db;
    await ask();
    const columns = ['kind', 'identity_sealed', 'identity_media_type', 'status', 'due_on', 'created_at'] as const;
    const waits = await kysely.selectFrom('visitor_data_request').select(columns).executeTakeFirstOrThrow();
    const ids = Array.from({ length: 120 }, (_each, n) => `019bc299-8680-7216-b705-${String(n).padStart(12, '0')}`);
    const asked = { detail: 'x', documentType: 'DNI', documentNumber: '45678913', firstName: 'R', lastNames: 'Q' };
    const sealed = (id: string) =>
      lending.vault.seal(JSON.stringify(asked), { table: 'visitor_data_request', column: 'asked_sealed', id });
    const rows = ids.map((id) => ({ ...waits, id, asked_sealed: sealed(id), asked_index: null }));
    await kysely.insertInto('visitor_data_request').values(rows).execute();
    const first = await (await staff('')).json();
    const second = await (await staff(`?cursor=${first.next}`)).json();
    expect([first.requests.length, second.requests.length, second.next]).toEqual([100, 21, null]);
    expect(new Set([...first.requests, ...second.requests].map(({ id }) => id)).size).toBe(121);
  });

  test('a request that waits is sealed with a new master key, and one that does not open closes no list', async () => {
    const { kysely } = lending.db;
    const { id } = await ask();
    const { id: lost } = await ask({ type: 'CANCELLATION' });
    const fresh = createVault({
      masterKeys: [
        { id: '2027', key: testKey('newer') },
        { id: 'test', key: testKey('master') },
      ],
      indexKey: testKey('index'),
    });
    await kysely
      .updateTable('visitor_data_request')
      .set({ asked_sealed: '1.gone.AAAA' })
      .where('id', '=', lost)
      .execute();
    expect([await resealVisitorRequests(kysely, fresh), await resealVisitorRequests(kysely, fresh)]).toEqual([1, 0]);
    const requests = await readWaitingVisitorRequests(kysely, fresh, [id, lost]);
    expect(requests.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))).toMatchObject([
      { id: lost, asked: null },
      { id, asked: { firstName: 'Rosa' } },
    ]);
    expect(Buffer.from((await readIdentity(kysely, fresh, id))?.bytes ?? []).toString('base64')).toBe(PICTURE);

    // Under the older keys neither opens any more.
    expect((await (await staff('')).json()).requests).toMatchObject([{ asked: null }, { asked: null, clientId: null }]);
    const answer = { status: 'DENIED', answer: 'No sabemos a quién responder.' };
    expect((await staff(`/${id}/answer`, answer)).status).toBe(409);
  });

  test('what they sent cannot be read without a key, and the document is gone with the answer', {
    tags: 'promise-how-long-data-are-kept',
  }, async () => {
    const { id } = await ask();
    const rows = lending.db.kysely.selectFrom('visitor_data_request').selectAll().where('id', '=', id);
    const row = () => rows.executeTakeFirstOrThrow();
    const dump = JSON.stringify(await row());
    for (const secret of ['"Rosa', 'Quispe', '45678913', 'rosa@example.pe', PICTURE.slice(0, 40)]) {
      expect(dump).not.toContain(secret);
    }
    const answer = { status: 'DENIED', answer: 'El documento no es tuyo.' };
    await staff(`/${id}/answer`, answer);
    expect(await row()).toMatchObject({ status: 'DENIED', identity_sealed: null });
  });
});

describe('400', () => {
  const lending = withTestLending();

  const codes = async (changes: Readonly<Record<string, unknown>>) =>
    fieldCodes(await callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest(changes) }));

  test.each([
    ['no kind', { type: undefined }, 'type.required'],
    ['few words', { detail: 'Corto' }, 'detail.too_short'],
    ['a number that is none', { documentNumber: '1234' }, 'documentNumber.invalid'],
    ['a mailbox that is none', { email: 'rosa' }, 'email.invalid'],
    ['no document', { identity: undefined }, 'identity.required'],
    ['what is no base64', { identity: '%%%' }, 'identity.invalid'],
    ['a file of another kind', { identity: Buffer.from('a text').toString('base64') }, 'identity.unsupported_type'],
  ])('with %s it is not taken', async (_, changes, code) => {
    expect(await codes(changes)).toEqual([code]);
  });
});

describe('409', () => {
  const lending = withTestLending();

  test('the same is asked once while it waits; another kind or mailbox asks for itself', async () => {
    const ask = (changes: Readonly<Record<string, unknown>>) =>
      callEndpoint(lending, makeVisitorDataRequest, { body: aVisitorRequest(changes) });
    expect((await ask({})).status).toBe(201);
    expect((await ask({ email: 'ROSA@example.pe' })).body).toMatchObject({ error: { code: 'already_asked' } });
    expect((await ask({ type: 'CANCELLATION' })).status).toBe(201);
    // A stranger who types this document keeps nobody from asking.
    expect((await ask({ email: 'otra@example.pe' })).status).toBe(201);
  });
});

describe('429', () => {
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
});
