import { expect, test } from 'vitest';
import { makeVisitorDataRequest } from '#api/endpoints/privacy/make-visitor-data-request.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aVisitorRequest } from '#tests/support/privacy/visitor-requests.ts';

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
