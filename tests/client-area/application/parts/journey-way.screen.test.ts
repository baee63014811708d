import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anApplicant, aRepeatClient, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();

/** What stands above and beside a step: its count, once it is that, and the steps by their names. */
async function wayAt(name: 'application-personal' | 'application-iov', client: Borrower, count: string) {
  const screen = await openClientScreen(lending, name, { jar: browserOf(client) });
  await screen.until(() => screen.find('form button[type=submit], main .btn.big'));
  // Until the profile has come nobody knows whether it is a first loan.
  await screen.until(() => expect(screen.find('.steps p').textContent).toBe(count));
  const steps = [...document.querySelectorAll('aside .way li')];
  const now = steps.filter((step) => step.getAttribute('aria-current') === 'step').map((step) => step.textContent);
  const shown = { steps: steps.map((step) => step.textContent), now };
  await screen.close();
  return shown;
}

test('a next loan begins with sending: three steps, and the first has the name of what is asked', async () => {
  const client = await aRepeatClient(lending);
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers: client.headers, body: EX1_INQUIRY }));
  expect(await wayAt('application-iov', client, 'Step 1 of 3 · Check and send')).toEqual({
    steps: ['Check and send (now)', 'Your offer (later)', 'Your signature (later)'],
    now: ['Check and send (now)'],
  });
});

test('a first loan names the forms; sending takes the place of the last one when it is shown', async () => {
  const client = await anApplicant(lending, 'DEVICE');
  expect(await wayAt('application-iov', client, 'Step 3 of 5 · Check and send')).toEqual({
    steps: [
      'Your account (done)',
      'About you (done)',
      'Check and send (now)',
      'Your offer (later)',
      'Your signature (later)',
    ],
    now: ['Check and send (now)'],
  });
  const other = await anApplicant(lending, 'PERSONAL');
  const { steps } = await wayAt('application-personal', other, 'Step 2 of 5 · About you');
  expect(steps).toEqual([
    'Your account (done)',
    'About you (now)',
    'Your income and your account (later)',
    'Your offer (later)',
    'Your signature (later)',
  ]);
});
