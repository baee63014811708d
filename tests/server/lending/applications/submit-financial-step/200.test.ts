import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

test('a complete step leads to the device check', async () => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep() });
  expect(acceptedBody(answer)).toMatchObject({
    application: { stage: 'DEVICE' },
    nextScreen: { name: 'application-iov' },
  });
});

test('check digits that do not add up are doubted, not refused', async () => {
  const { headers } = await anApplicant(lending, 'FINANCIAL');
  const body = aFinancialStep({ cci: '00219100001234567853' });
  const answer = await callEndpoint(lending, submitFinancialStep, { headers, body });
  expect(answer.status).toBe(200);
});

test('corrected from the device step it leads back there', async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const body = aFinancialStep({ monthlyIncome: 3000 });
  const state = acceptedBody(await callEndpoint(lending, submitFinancialStep, { headers, body }));
  expect(state.application?.stage).toBe('DEVICE');
});

test('for S/ 500 an employee says what they earn and owe and where the money goes, and gets an offer', async () => {
  const { incomeSource, monthlyIncome, monthlyExpenses, otherLoanPayments, bankId, cci } = aFinancialStep();
  const financial = {
    lengthOfIncome: undefined,
    employerName: undefined,
    payday: undefined,
    bankAccountType: undefined,
  };
  const personal = {
    streetType: undefined,
    residenceStatus: undefined,
    timeAtAddressMonths: undefined,
    referrals: undefined,
  };
  const applicant = await anApplicant(lending, 'OFFER', { personal, financial });
  const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers: applicant.headers }));
  const { cci: theirs, ...told } = steps.financial.data ?? {};
  expect(theirs).toMatch(/^\d{20}$/);
  expect({ ...told, cci }).toEqual({ incomeSource, monthlyIncome, monthlyExpenses, otherLoanPayments, bankId, cci });
});
