import { expect, test } from 'vitest';
import { getMissingInformation } from '#api/endpoints/applications/get-missing-information.ts';
import { anAskedApplicant } from '#tests/support/applications/information.ts';
import { callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });

test('who has never applied is asked for nothing, whoever else is', async () => {
  await anAskedApplicant(lending, [{ code: 'selfie' }]);
  const { headers } = await aBorrower(lending);
  const { status, body } = await callEndpoint(lending, getMissingInformation, { headers });
  expect([status, body]).toEqual([404, { error: { code: 'not_found', message: 'There is nothing here.' } }]);
});
