import { expect, test } from 'vitest';
import { getApplication } from '#api/endpoints/applications/get-application.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aPersonalStep } from '#tests/support/applications/application-form.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };
const ONLY_ABOVE = ['Two people who know you', 'The home is', 'How long have you lived there?', 'Type of street'];

/** The form with everything a small amount asks for, as typed before. */
async function aHalfTypedForm(options = {}) {
  const applicant = await anApplicant(lending, 'PERSONAL', options);
  const { firstName, lastName1, birthDate, ubigeo, street, number, pep } = aPersonalStep();
  const body = { firstName, lastName1, birthDate, ubigeo, street, number, pep };
  const path = '/api/v1/application/draft/personal';
  const headers = { ...applicant.headers, 'Content-Type': 'application/json' };
  const saved = await lending.app.request(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(saved.status).toBe(204);
  const screen = await openClientScreen(lending, 'application-personal', { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('Your name'));
  return { applicant, screen };
}

test('for S/ 500 the form has fewer questions, and is sent without the others', async () => {
  const { applicant, screen } = await aHalfTypedForm();
  for (const question of ONLY_ABOVE) expect(screen.text()).not.toContain(question);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/financial'));
  const { headers } = applicant;
  const { steps } = acceptedBody(await callEndpoint(lending, getApplication, { headers }));
  expect(steps.personal.data).not.toHaveProperty('referrals');
});

test('above it the same form asks for them, each with its error, and nothing is sent', async () => {
  const { screen } = await aHalfTypedForm(MORE);
  for (const question of ONLY_ABOVE) expect(screen.text()).toContain(question);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Choose what kind of home it is.'));
  expect(screen.text()).toContain('Choose the type of street.');
  expect(screen.environment.requests).not.toContain('POST /api/v1/application/personal');
});
