import { expect, test } from 'vitest';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { requestReview } from '#api/endpoints/applications/request-review.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { anApplicant, scoringContext, stateOf } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const open = (applicant: Borrower) => openClientScreen(lending, 'application-cancelled', { jar: browserOf(applicant) });
const giveUp = async ({ headers }: Borrower) =>
  acceptedBody(await callEndpoint(lending, cancelApplication, { headers, body: { reason: 'TOO_EXPENSIVE' } }));

test('given up: nothing is owed, its number is there for questions, and one can apply again whenever one likes', async () => {
  const applicant = await anApplicant(lending, 'FINANCIAL');
  const { application } = await giveUp(applicant);
  const screen = await open(applicant);
  await screen.until(() => expect(screen.text()).toContain(application?.reference ?? 'its number'));
  expect(screen.find('h1').textContent).toBe('Your application is closed');
  expect(screen.text()).toContain('You withdrew it. You owe nothing');
  expect(screen.text()).toContain('Apply again whenever you like');
  expect(screen.find('aside a[href^="https://wa.me/"]').textContent).toBe('WhatsApp');
  await screen.pressText('Calculate a loan');
  await screen.until(() => expect(screen.window.location.pathname).toBe('/en/calculator/'));
  expect((await stateOf(lending, applicant)).nextScreen.name).toBe('calculator');
});

test('who gives up the review of a refusal waits as long as without it', async () => {
  const applicant = await anApplicant(lending, 'REJECTED', { financial: { monthlyIncome: 300, monthlyExpenses: 0 } });
  const { headers } = applicant;
  const refusal = (await stateOf(lending, applicant)).application;
  const body = { comment: 'I also receive 600 soles of rent each month.' };
  acceptedBody(await callEndpoint(lending, requestReview, { headers, body }));
  await giveUp(applicant);
  const screen = await open(applicant);
  const [year, month, day] = String(refusal?.canReapplyAt).split('-');
  await screen.until(() => expect(screen.text()).toContain(`You can apply again from ${day}/${month}/${year}.`));
  expect(screen.text()).not.toContain('whenever you like');
});

test('one whose time ran out is called expired, not given up', async () => {
  const applicant = await anApplicant(lending, 'PERSONAL');
  lending.clock.moveTo('2026-03-15');
  await advanceApplications(scoringContext(lending));
  expect((await stateOf(lending, applicant)).application?.stage).toBe('EXPIRED');
  const screen = await open(applicant);
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your application has expired'));
  expect(screen.text()).toContain('The time to continue it ran out. You owe nothing');
  expect(screen.text()).not.toContain('You withdrew it');
});
