import { expect, test } from 'vitest';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test.each([
  [{ bankId: 'nowhere' }, ['bankId.unknown']],
  [{ cci: '00389800312345678944' }, ['cci.mismatch']],
  [{ accountNumber: '123456789012' }, ['accountNumber.invalid']],
  [{ cci: '123' }, ['cci.invalid']],
  [{ monthlyIncome: 100_001 }, ['monthlyIncome.out_of_range']],
  [{ employerName: undefined }, ['employerName.required']],
  [{ employerRuc: '20131312954' }, ['employerRuc.checksum']],
])('%j: %j', async (changes, codes) => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  const body = aFinancialStep(changes);
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});
