import { describe, expect, test } from 'vitest';
import { listDataRequests } from '#api/endpoints/privacy/list-data-requests.ts';
import { makeDataRequest } from '#api/endpoints/privacy/make-data-request.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  test('everybody sees their own requests and nobody else’s', async () => {
    const [one, other] = [
      await aBorrower(lending, { stepUp: ['data-request'] }),
      await aBorrower(lending, { stepUp: ['data-request'] }),
    ];
    const body = { type: 'OPPOSITION', detail: 'No quiero que usen mi dirección.' };
    await callEndpoint(lending, makeDataRequest, { headers: one.headers, body });
    const of = async ({ headers }: { readonly headers: Record<string, string> }) =>
      acceptedBody(await callEndpoint(lending, listDataRequests, { headers })).items;
    expect(await of(one)).toMatchObject([{ ...body, status: 'RECEIVED', dueDate: '2026-01-29' }]);
    expect(await of(other)).toEqual([]);
  });
});
