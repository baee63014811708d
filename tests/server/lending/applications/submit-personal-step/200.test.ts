import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';

const lending = withTestLending();
const submit = async (headers: Record<string, string>, body: unknown) =>
  acceptedBody(await callEndpoint(lending, submitPersonalStep, { headers, body }));

test('a complete step leads on, and what was said becomes the client’s data', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const state = await submit(headers, aPersonalStep({ birthDate: '01/05/1990' }));
  expect(state).toMatchObject({ application: { stage: 'FINANCIAL' }, nextScreen: { name: 'application-financial' } });
  const query = { view: 'full' };
  const profile = acceptedBody(await callEndpoint(lending, getProfile, { headers, query }));
  expect(profile).toMatchObject({ firstName: 'Ana Lucía', birthDate: '1990-05-01', address: { ubigeo: '150105' } });
});

test('corrected from the device step it leads back there: the income is not asked again', async () => {
  const { headers } = await anApplicant(lending, 'DEVICE');
  const state = await submit(headers, aPersonalStep({ street: 'Los Pinos' }));
  expect(state.application?.stage).toBe('DEVICE');
  const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
  expect(steps.personal.data?.street).toBe('Los Pinos');
  expect(steps.financial.data?.monthlyIncome).toBe(2500);
});

test('the answer carries the version that the next change starts from', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const body = aPersonalStep();
  const answer = await callEndpoint(lending, submitPersonalStep, { headers, body });
  const version = acceptedBody(answer).application?.version;
  expect(answer.headers.get('ETag')).toBe(`"${version}"`);
});

test('for S/ 500 nothing more is needed than who somebody is, where they live, and whether they hold an office', async () => {
  const { headers } = await anApplicant(lending, 'PERSONAL');
  const { firstName, lastName1, birthDate, ubigeo, street, number, pep } = aPersonalStep();
  const state = await submit(headers, { firstName, lastName1, birthDate, ubigeo, street, number, pep });
  expect(state.nextScreen).toEqual({ name: 'application-financial' });
});
