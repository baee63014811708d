import { describe, expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { anApplicant, aRepeatClient, detailsOf, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();

describe('200', () => {
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

  test('for S/ 500 an employee says what they earn, what is left and where the money goes, and gets an offer', async () => {
    const { incomeSource, monthlyIncome, bankId, cci } = aFinancialStep();
    const monthlyFree = 700;
    const financial = {
      monthlyFree,
      monthlyExpenses: undefined,
      otherLoanPayments: undefined,
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
    expect({ ...told, cci }).toEqual({ incomeSource, monthlyIncome, monthlyFree, bankId, cci });
  });
});

describe('400', () => {
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
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test.each([
    [{ lengthOfIncome: undefined }, ['lengthOfIncome.required']],
    [
      { monthlyExpenses: undefined, otherLoanPayments: undefined },
      ['monthlyExpenses.required', 'otherLoanPayments.required'],
    ],
  ])('above S/ 500, %j: %j', async (changes, codes) => {
    const { headers } = await anApplicant(lending, 'FINANCIAL', MORE);
    const answer = await callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep(changes) });
    expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  });

  test('above S/ 500 neither the employer nor the payday nor the type of the account has to be said', async () => {
    const { headers } = await anApplicant(lending, 'FINANCIAL', MORE);
    const body = aFinancialStep({ employerName: undefined, payday: undefined, bankAccountType: undefined });
    acceptedBody(await callEndpoint(lending, submitFinancialStep, { headers, body }));
  });

  test('for S/ 500 what is left of a month has to be said, unless expenses and other loans say it', async () => {
    const { headers } = await anApplicant(lending, 'FINANCIAL');
    const body = aFinancialStep({ otherLoanPayments: undefined });
    const answer = await callEndpoint(lending, submitFinancialStep, { headers, body });
    expect(fieldCodes(answer)).toEqual(['monthlyFree.required']);
    acceptedBody(await callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep() }));
  });

  test('what S/ 500 does not ask for is checked when it is given', async () => {
    const { headers } = await anApplicant(lending, 'FINANCIAL');
    const answer = await callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep({ payday: 32 }) });
    expect(fieldCodes(answer)).toEqual(['payday.out_of_range']);
  });
});

describe('409', () => {
  const submit = (headers: Record<string, string>) =>
    callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep() });

  test.each(['PERSONAL', 'SCORING'] as const)('at %s it is out of order', { tags: 'asvs-2.3.1' }, async (stage) => {
    const { headers } = await anApplicant(lending, stage);
    expect(detailsOf(await submit(headers))).toMatchObject({ code: 'illegal_transition', details: { stage } });
  });

  test('from an older version it is refused', async () => {
    const { headers } = await anApplicant(lending, 'FINANCIAL');
    expect(detailsOf(await submit({ ...headers, 'If-Match': '"1"' })).code).toBe('stale_version');
  });
});

describe('428', () => {
  const ASKED = {
    error: { reauth: { level: 'stepUp', purpose: 'change-bank-account', methods: ['password', 'otp'] } },
  };

  test('another account than the one that was paid to needs the password and a code, and nothing is written before', {
    tags: 'asvs-7.5.1',
  }, async () => {
    const { headers, personId } = await aRepeatClient(lending);
    acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
    const read = async () => acceptedBody(await callEndpoint(lending, getApplication, { headers })).steps.financial;
    const before = await read();
    const body = aFinancialStep({ bankId: 'bbva', cci: '01181400021234567818' });
    const answer = await callEndpoint(lending, submitFinancialStep, { headers, body });
    expect([answer.status, answer.body]).toMatchObject([428, ASKED]);
    expect(await read()).toEqual(before);
    const changes = lending.db.kysely.selectFrom('contact_change').select('id').where('person_id', '=', personId);
    expect(await changes.execute()).toEqual([]);
  });
});
