import { expect, test } from 'vitest';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { anApplicant, aRepeatClient, EX1_INQUIRY } from '#tests/support/applications/applicant.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint, withTestLending } from '#tests/support/lending/lending-app.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
/** People and pictures have a screen of their own. */
const MORE = { inquiry: { installmentInquiry: { amount: 2000, term: 12, productId: 12 } } };

/** Reads what is above a step. */
async function countAt(name: 'application-personal' | 'application-iov', client: Borrower, count: string) {
  const screen = await openClientScreen(lending, name, { jar: browserOf(client) });
  await screen.until(() => screen.find('form button[type=submit], main .btn.big'));
  await screen.until(() => expect(screen.find('.steps p').textContent).toBe(count));
  const looks = [...document.querySelectorAll('.strip li')].map(({ className }) => className);
  await screen.close();
  return looks;
}

test('a next loan begins with sending, and counts no steps', async () => {
  const client = await aRepeatClient(lending);
  acceptedBody(await callEndpoint(lending, sendInquiry, { headers: client.headers, body: EX1_INQUIRY }));
  const screen = await openClientScreen(lending, 'application-iov', { jar: browserOf(client) });
  await screen.until(() => screen.find('main form button[type=submit]'));
  await screen.until(() => expect(document.querySelector('.steps')).toBeNull());
});

test('a first loan counts as many steps as its amount has screens before it is sent', async () => {
  const atData = await anApplicant(lending, 'PERSONAL');
  expect(await countAt('application-personal', atData, 'Step 2 of 3')).toEqual(['done', 'now', '']);
  // Sending takes the place of the last form when it is shown.
  await countAt('application-iov', await anApplicant(lending, 'DEVICE'), 'Step 3 of 3');
  await countAt('application-personal', await anApplicant(lending, 'PERSONAL', MORE), 'Step 2 of 5');
  await countAt('application-iov', await anApplicant(lending, 'DEVICE', MORE), 'Step 5 of 5');
});
