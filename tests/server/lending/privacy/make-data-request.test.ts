import { describe, expect, test } from 'vitest';
import { getAccessLog } from '#api/endpoints/privacy/get-access-log.ts';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { messagesTo } from '#tests/support/messages/messages.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('201', () => {
  test('the legal term begins, somebody gets the task, and the client is told the day', {
    tags: 'promise-data-of-a-client',
  }, async () => {
    const { headers, email } = await aBorrower(lending, { stepUp: ['data-request'] });
    const body = { type: 'ACCESS', detail: 'Quiero saber qué datos míos tienen.' };
    const request = acceptedBody(await callEndpoint(lending, makeDataRequest, { headers, body }));
    // 20 business days from Thursday 15/01/2026.
    expect(request).toMatchObject({ ...body, status: 'RECEIVED', dueDate: '2026-02-12', answer: null });
    const tasks = await listTasks(lending.db.kysely);
    expect(tasks).toMatchObject([{ kind: 'data-request', subject: `data-request:${request.id}` }]);
    expect((await messagesTo(lending, email)).at(-1)?.body).toContain('12/02/2026');
    const { items } = acceptedBody(await callEndpoint(lending, getAccessLog, { headers }));
    expect(items.map(({ kind }) => kind)).toContain('DATA_REQUESTED');
  });
});

describe('400', () => {
  test.each([
    [{ detail: 'Quiero saber qué datos tienen.' }, ['type.required']],
    [{ type: 'ACCESS' }, ['detail.required']],
    [{ type: 'ACCESS', detail: 'todo' }, ['detail.too_short']],
  ])('%j cannot be asked', async (body, codes) => {
    const { headers } = await aBorrower(lending, { stepUp: ['data-request'] });
    const answer = await callEndpoint(lending, makeDataRequest, { headers, body });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });
});

describe('409', () => {
  test('the same asked twice at once is one request; another kind is another', async () => {
    const { headers } = await aBorrower(lending, { stepUp: ['data-request'] });
    const ask = (type: string) =>
      callEndpoint(lending, makeDataRequest, { headers, body: { type, detail: 'Lo que tengan sobre mí.' } });
    const answers = await Promise.all([ask('ACCESS'), ask('ACCESS')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await ask('RECTIFICATION')).status).toBe(201);
    const { items } = acceptedBody(await callEndpoint(lending, listDataRequests, { headers }));
    expect(items.map(({ type }) => type)).toEqual(['RECTIFICATION', 'ACCESS']);
  });
});
