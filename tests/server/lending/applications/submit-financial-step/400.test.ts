import { expect, test } from 'vitest';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };

test.each([
  [{ bankId: 'nowhere' }, ['bankId.unknown']],
  [{ cci: '00389800312345678944' }, ['cci.mismatch']],
  [{ accountNumber: '123456789012' }, ['accountNumber.invalid']],
  [{ cci: '123' }, ['cci.invalid']],
  [{ monthlyIncome: 100_001 }, ['monthlyIncome.out_of_range']],
  [{ employerRuc: '20131312954' }, ['employerRuc.checksum']],
])('%j: %j', async (changes, codes) => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  const body = aFinancialStep(changes);
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});

test.each([
  [{ employerName: undefined }, ['employerName.required']],
  [{ incomeSource: 'PENSION', employerName: undefined, payday: undefined }, ['payday.required']],
  [
    { lengthOfIncome: undefined, monthlyExpenses: undefined, otherLoanPayments: undefined, bankAccountType: undefined },
    ['lengthOfIncome.required', 'monthlyExpenses.required', 'otherLoanPayments.required', 'bankAccountType.required'],
  ],
])('above S/ 500, %j: %j', async (changes, codes) => {
  const { headers } = await anApplicant(lending, 'FINANCIAL', MORE);
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep(changes) });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});

test('what S/ 500 does not ask for is checked when it is given', async () => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep({ payday: 32 }) });
  expect(fieldCodes(answer)).toEqual(['payday.out_of_range']);
});
