import { profileStateBody, STATE_EXAMPLE } from '#api/application-body.ts';
import { financialStep } from '#api/application-form.ts';
import { endpoint } from '#api/endpoint.ts';

export const submitFinancialStep = endpoint({
  name: 'submit-financial-step',
  method: 'POST',
  path: '/api/v1/application/financial',
  summary:
    'Sends the step that says what the client lives on. Sent again from a later step it corrects what was said; nothing is lost. Another bank account than the one that counts needs password and code, and is paid to from a day later.',
  access: 'full',
  body: financialStep,
  response: profileStateBody,
  refusals: ['illegal_transition', 'stale_version', 'reauth_required'],
  examples: [
    {
      title: 'complete',
      body: {
        incomeSource: 'EMPLOYEE',
        lengthOfIncome: '1_3Y',
        employerName: 'Textiles del Sur S. A. C.',
        monthlyIncome: 2500,
        monthlyExpenses: 900,
        otherLoanPayments: 0,
        payday: 30,
        bankId: 'bcp',
        bankAccountType: 'SAVINGS',
        cci: '00219100001234567852',
      },
      response: STATE_EXAMPLE,
    },
  ],
});
