import { expect, test } from 'vitest';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

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
