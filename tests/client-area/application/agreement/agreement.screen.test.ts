import { expect, test } from 'vitest';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { anAgreement, signatureOf } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose } from '#tests/support/browser/screen-acts.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

async function opened() {
  const { applicant, agreement } = await anAgreement(lending);
  const screen = await openClientScreen(lending, 'application-agreement', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('#contract'));
  return { applicant, agreement, screen };
}

test('signed in another window: asking for the code here leads on, and tells nobody to open the page again', async () => {
  const { applicant, agreement, screen } = await opened();
  const body = await signatureOf(lending, applicant, agreement);
  acceptedBody(await callEndpoint(lending, signAgreement, { headers: applicant.headers, body }));
  for (const box of ['contract', 'hojaResumen', 'dataProcessing']) await screen.press(`#${box}`);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toContain('Your money is on its way'));
});

test('given up in another window: giving it up here is no failure either', async () => {
  const { applicant, screen } = await opened();
  const { headers } = applicant;
  acceptedBody(await callEndpoint(lending, declineOffer, { headers, body: { reason: 'TOO_EXPENSIVE' } }));
  await screen.pressText('I do not want to sign');
  await choose(screen, '#leave-reason', 'TOO_EXPENSIVE');
  await screen.press('dialog button[type=submit]');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your application is closed'));
});
