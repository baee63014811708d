import { expect, test } from 'vitest';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };

test.each([
  [{ firstName: '' }, ['firstName.required']],
  [{ birthDate: '16/01/2008' }, ['birthDate.underage']],
  [{ birthDate: '14/02/1950' }, ['birthDate.out_of_range']],
  [{ birthDate: '01/05/2030' }, ['birthDate.future']],
  [{ birthDate: '31/02/1990' }, ['birthDate.invalid']],
  [{ ubigeo: '150199' }, ['ubigeo.unknown']],
  [{ pep: true }, ['pepPosition.required']],
])('%j: %j', { tags: 'asvs-2.2.2' }, async (changes, codes) => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const body = aPersonalStep(changes);
  const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});

test('a referral is somebody else', { tags: 'asvs-2.1.2' }, async () => {
  const { headers, phone } = await anApplicant(lending, 'PERSONAL');
  const [first, second] = aPersonalStep().referrals;
  const body = aPersonalStep({ referrals: [first, { ...second, phone }] });
  const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
  expect(fieldCodes(answer)).toEqual(['referrals.1.phone.duplicate']);
});

test('an unknown field is told by its name', { tags: 'asvs-15.3.3' }, async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const body = aPersonalStep({ gender: 'F' });
  const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
  expect(fieldCodes(answer)).toEqual(['gender.unknown']);
});

test.each([
  [{ streetType: undefined }, ['streetType.required']],
  [
    { residenceStatus: undefined, timeAtAddressMonths: undefined },
    ['residenceStatus.required', 'timeAtAddressMonths.required'],
  ],
  [{ referrals: undefined }, ['referrals.required']],
  [{ referrals: aPersonalStep().referrals.slice(0, 1) }, ['referrals.required']],
])('above S/ 500, %j: %j', async (changes, codes) => {
  const { headers } = await anApplicant(lending, 'PERSONAL', MORE);
  const answer = await callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep(changes) });
  expect(answer.status).toBe(400);
  expect(fieldCodes(answer)).toEqual(codes);
});

test('what S/ 500 does not ask for is checked when it is given', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const [first] = aPersonalStep().referrals;
  const body = aPersonalStep({ residenceStatus: 'CASTLE', referrals: [{ ...first, phone: '12' }] });
  const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
  expect(fieldCodes(answer)).toEqual(['residenceStatus.unknown', 'referrals.0.phone.invalid']);
});
