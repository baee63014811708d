import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anApplicant, aRepeatClient, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

/** What stands above a step. */
async function countAt(name: 'application-personal' | 'application-iov', client: Borrower, count: string) {
  const screen = await openClientScreen(lending, name, { jar: browserOf(client) });
  await screen.until(() => screen.find('form button[type=submit], main .btn.big'));
  // Until the profile has come nobody knows whether it is a first loan.
  await screen.until(() => expect(screen.find('.steps p').textContent).toBe(count));
  const looks = [...document.querySelectorAll('.strip li')].map(({ className }) => className);
  await screen.close();
  return looks;
}

test('a next loan begins with sending: three steps, and the first has the name of what is asked', async () => {
  const client = await aRepeatClient(lending);
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers: client.headers, body: EX1_INQUIRY }));
  expect(await countAt('application-iov', client, 'Step 1 of 3 · Check and send')).toEqual(['now', '', '']);
});

test('a first loan names the forms; sending takes the place of the last one when it is shown', async () => {
  const client = await anApplicant(lending, 'DEVICE');
  const looks = await countAt('application-iov', client, 'Step 3 of 5 · Check and send');
  expect(looks).toEqual(['done', 'done', 'now', '', '']);
  await countAt('application-personal', await anApplicant(lending, 'PERSONAL'), 'Step 2 of 5 · About you');
});
