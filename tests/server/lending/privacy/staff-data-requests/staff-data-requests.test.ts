import { expect, test } from 'vitest';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { erasePerson } from '#server/lending/people/store/person-store.ts';
import { readAudit } from '#server/lending/staff/audit-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN, staffCall } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
const answerIt = (id: string, body: object, token?: string) =>
  staffCall(lending, `data-requests/${id}/answer`, body, { token });
const list = (token?: string) => staffCall(lending, 'data-requests', undefined, { token });

async function asked() {
  const client = await aBorrower(lending, { stepUp: ['data-request'] });
  const body = { type: 'ACCESS', detail: 'Quiero saber qué datos míos tienen.' };
  const { headers } = client;
  return { client, request: acceptedBody(await callEndpoint(lending, makeDataRequest, { headers, body })) };
}

test('an operator’s answer reaches the client, ends the task, and is on record', async () => {
  const { client, request } = await asked();
  const answer = 'Le enviamos sus datos a su correo, en un archivo.';
  expect((await answerIt(request.id, { status: 'DONE', answer })).status).toBe(204);
  const { headers, email, personId } = client;
  const { items } = acceptedBody(await callEndpoint(lending, listDataRequests, { headers }));
  expect(items).toMatchObject([{ status: 'DONE', answer, decidedAt: expect.any(String) }]);
  expect(await listTasks(lending.db.kysely)).toEqual([]);
  expect((await messagesTo(lending, email)).at(-1)?.template).toBe('identity-data-request-answered');
  const rows = await readAudit(lending.db.kysely, `person:${personId}`);
  expect(rows.map(({ action }) => action)).toContain('data-request.answer');
});

test('operators see what waits, in the client’s words and the most urgent first, and nobody else does', async () => {
  const { client, request } = await asked();
  expect((await list('wrong')).status).toBe(401);
  const { requests } = (await (await list()).json()) as { requests: unknown };
  expect(requests).toMatchObject([{ id: request.id, personId: client.personId, detail: request.detail }]);
  await answerIt(request.id, { status: 'DONE', answer: 'Le enviamos sus datos.' });
  const nothing = { from: null, to: null, of: 0, isMore: false };
  expect(await (await list()).json()).toEqual({ requests: [], page: nothing, next: null });
});

test('what a person asked who was erased, or whose key is missing, is in the list without its words and ends on record', async () => {
  const [erased, keyless, open] = [await asked(), await asked(), await asked()];
  const { kysely } = lending.db;
  await kysely.transaction().execute((trx) => erasePerson(trx, erased.client.personId, lending.clock.now()));
  const lost = kysely.updateTable('person').set({ data_key: '1.lost.AAAA' });
  await lost.where('id', '=', keyless.client.personId).execute();
  const { requests } = (await (await list()).json()) as { requests: { readonly id: string }[] };
  expect(requests.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
    { id: erased.request.id, personId: erased.client.personId, detail: null, isErased: true },
    { id: keyless.request.id, detail: null, isErased: false },
    { id: open.request.id, detail: open.request.detail, isErased: false },
  ]);
  const answer = 'Ya no hay datos de esta persona.';
  expect((await answerIt(erased.request.id, { status: 'DENIED', answer })).status).toBe(204);
  const rows = await readAudit(kysely, `person:${erased.client.personId}`);
  expect(rows.map(({ action }) => action)).toContain('data-request.answer');
  const letters = await messagesTo(lending, erased.client.email);
  expect(letters.map(({ template }) => template)).not.toContain('identity-data-request-denied');
  await answerIt(open.request.id, { status: 'DENIED', answer });
});

test('it is answered once, with words, and by operators only', async () => {
  const { request } = await asked();
  const without = await answerIt(request.id, { status: 'DENIED' });
  expect([without.status, fieldCodes({ body: await without.json() })]).toEqual([400, ['answer.required']]);
  const body = { status: 'DENIED', answer: 'La ley nos obliga a conservar estos datos.' };
  expect((await answerIt(request.id, body, 'wrong')).status).toBe(401);
  expect([(await answerIt(request.id, body)).status, (await answerIt(request.id, body)).status]).toEqual([204, 404]);
});

test.each([
  ['es', 'El motivo:', 'Autoridad Nacional de Protección de Datos Personales'],
  ['en', 'The reason:', 'national authority for the protection of personal data'],
] as const)(
  'a no tells the client why and where to take it, in their language (%s)',
  { tags: 'promise-data-of-a-client' },
  async (language, reason, where) => {
    const client = await aBorrower(lending, { stepUp: ['data-request'], language });
    const body = { type: 'CANCELLATION', detail: 'Quiero que borren mi préstamo.' };
    const { headers, email } = client;
    const { id } = acceptedBody(await callEndpoint(lending, makeDataRequest, { headers, body }));
    const answer = 'La ley nos obliga a conservar los contratos por diez años. {name} y {link} van tal cual.';
    expect((await answerIt(id, { status: 'DENIED', answer })).status).toBe(204);
    const letter = (await messagesTo(lending, email)).at(-1);
    expect(letter?.template).toBe('identity-data-request-denied');
    // Given up, it is a task: a law gives each of them a date.
    const owed = await lending.db.kysely
      .selectFrom('outbox')
      .select('owed_about')
      .where('template', 'like', '%data-request-%')
      .execute();
    expect(owed.length).toBeGreaterThan(0);
    for (const { owed_about: about } of owed) expect(about).toMatch(/^person:/);
    expect(letter?.body).toContain(`${reason}\n\n${answer}\n\n`);
    expect(letter?.body).toContain(where);
    expect(letter?.body).toContain('/profile/settings');
  },
);
