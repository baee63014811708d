import { describe, expect, test } from 'vitest';
import { declineTopUp } from '#api/endpoints/arrangements/decline-top-up.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const loans = withClientLoans();

describe('200', () => {
  test('a top-up that waits can be let go of, and asked for again', async () => {
    const { headers, loan } = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    expect(acceptedBody(await callEndpoint(loans, declineTopUp, { headers }))).toEqual({
      nextScreen: { name: 'profile' },
    });
    expect(acceptedBody(await callEndpoint(loans, getActiveLoan, { headers })).loan).toMatchObject({
      topUpStatus: null,
    });
    expect((await callEndpoint(loans, requestTopUp, { headers, body: { principal: 100 } })).status).toBe(201);
    const rows = await loans.db.kysely.selectFrom('top_up').select('status').where('loan_id', '=', loan.id).execute();
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['DECLINED', 'ORIGINATED']);
  });

  test('declining what is not there changes nothing', async () => {
    expect((await callEndpoint(loans, declineTopUp, { headers: (await aBorrower(loans)).headers })).status).toBe(200);
    const { headers } = await aToppableClient(loans);
    expect((await callEndpoint(loans, declineTopUp, { headers })).status).toBe(200);
  });
});

describe('409', () => {
  test('what is signed is on its way and cannot be declined', async () => {
    const { headers } = await aToppableClient(loans);
    await callEndpoint(loans, requestTopUp, { headers, body: { principal: 200 } });
    await callEndpoint(loans, signTopUp, { headers, body: { acceptTerms: true } });
    const answer = await callEndpoint(loans, declineTopUp, { headers });
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'top_up_signed' } }]);
  });
});
