import { expect, test } from 'vitest';
import { getLoan } from '#api/endpoints/arrangements/get-loan.ts';
import { callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClient, withClientLoans } from '#tests/support/loans/client-loans.ts';

const loans = withClientLoans();

test.each(['P-2026-9999999', 'P-2026-1', 'active1', "' or 1=1 --"])('there is no loan %s', async (number) => {
  const { headers } = await aClient(loans);
  const answer = await callEndpoint(loans, getLoan, { headers, params: { number } });
  expect([answer.status, answer.body]).toEqual([
    404,
    { error: { code: 'not_found', message: 'There is nothing here.' } },
  ]);
});

test('another client’s loan is not there, byte for byte', async () => {
  const [client, other] = [await aClient(loans), await aClient(loans)];
  const read = async (number: string) => {
    const response = await loans.app.request(`/api/v1/loan/${number}`, { headers: client.headers });
    return { status: response.status, text: await response.text() };
  };
  expect(await read(other.loan.loan.number)).toEqual(await read('P-2026-9999999'));
});
