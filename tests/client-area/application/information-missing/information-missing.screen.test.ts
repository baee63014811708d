import { expect, test } from 'vitest';
import { hashPassword } from '#server/kit/passwords.ts';
import { storePassword } from '#server/lending/people/store/credential-store.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant, aRefusedAccount, aRefusedLoanByOperator } from '#tests/support/applications/information.ts';
import { writtenOf } from '#tests/support/applications/offers.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { choose as chooseOption, proveBoth } from '#tests/support/browser/screen-acts.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { aClient, browserOf, PASSWORD } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withTestLending({ operatorToken: OPERATOR_TOKEN });
/** A person looks at such an application. */
const POLITICIAN = { pep: true, pepPosition: 'Regidora' };
const UPLOAD = 'POST /api/v1/application/documents';

function choose(input: HTMLInputElement, name: string): void {
  const file = new File(['%PDF-1.7 payslip'], name, { type: 'application/pdf' });
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a second file that is chosen while the first is being sent does not leave one behind that nobody meant', async () => {
  const applicant = await anAskedApplicant(lending, [{ code: 'income_proof' }]);
  const screen = await openClientScreen(lending, 'application-information-missing', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('input[type=file]'));
  expect(screen.text()).toContain('Send it by 22/01/2026 at 12:00');
  const input = screen.find<HTMLInputElement>('input[type=file]');
  choose(input, 'first.pdf');
  choose(input, 'second.pdf');
  await screen.until(() => expect(screen.find('.drop').textContent).toContain('KB'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(screen.environment.requests.filter((request) => request === UPLOAD)).toHaveLength(1);
  expect(screen.find('.drop').textContent).toContain('first.pdf');
});

test('a file that the network loses may be chosen again', async () => {
  const applicant = await anAskedApplicant(lending, [{ code: 'income_proof' }]);
  const screen = await openClientScreen(lending, 'application-information-missing', { jar: browserOf(applicant) });
  await screen.until(() => screen.find('input[type=file]'));
  const input = screen.find<HTMLInputElement>('input[type=file]');
  screen.environment.offline = true;
  choose(input, 'first.pdf');
  await screen.until(() => expect(screen.find('.field').textContent).toContain('did not arrive'));
  screen.environment.offline = false;
  choose(input, 'first.pdf');
  await screen.until(() => expect(screen.find('.drop').textContent).toContain('KB'));
});

test('another account after a refusal of the bank is sent once the password and a code have proved it', async () => {
  const client = await aRefusedAccount(lending, {});
  await storePassword(lending.db.kysely, client.personId, await hashPassword(PASSWORD), lending.clock.now());
  const screen = await openClientScreen(lending, 'application-information-missing', { jar: browserOf(client) });
  await screen.until(() => screen.find('input[inputmode=numeric]'));
  expect(screen.text()).toContain('Give us another account by 19/01/2026');
  expect(screen.text()).toContain('the money leaves 24 hours later');
  await screen.type('input[inputmode=numeric]', '011 814 000212345678 18');
  await screen.press('form button[type=submit]');
  await proveBoth(lending, screen, client.phone);
  await screen.until(() => expect(window.location.pathname).toContain('/application/completed'));
  expect((await writtenOf(lending, client)).items).toMatchObject([{ answered_at: expect.any(Date) }]);
});

test('the account for a loan that an operator made has its field, and home follows', async () => {
  const client = await aClient(lending, { session: 'full' });
  await aRefusedLoanByOperator(lending, client);
  const screen = await openClientScreen(lending, 'application-information-missing', { jar: browserOf(client) });
  await screen.until(() => screen.find('input[inputmode=numeric]'));
  expect(screen.text()).toContain('Give us another account by 19/01/2026');
  await screen.type('input[inputmode=numeric]', '011 814 000212345678 18');
  await screen.press('form button[type=submit]');
  await proveBoth(lending, screen, client.phone);
  await screen.until(() => expect(window.location.pathname).toBe('/en/profile/'));
  await screen.until(() => expect(screen.text()).toContain('The bank sent it back'));
});

test.each([
  ['application-information-missing', (to: typeof lending) => aRefusedAccount(to)],
  ['application-information-missing', (to: typeof lending) => anAskedApplicant(to, [{ code: 'income_proof' }])],
  ['application-in-progress', (to: typeof lending) => anApplicant(to, 'MANUAL_REVIEW', { personal: POLITICIAN })],
  ['application-waiting', (to: typeof lending) => anApplicant(to, 'SCORING')],
] as const)('on %s an application can be given up', async (name, make) => {
  const applicant = await make(lending);
  const screen = await openClientScreen(lending, name, { jar: browserOf(applicant) });
  await screen.until(() => expect(screen.text()).toContain('Cancel my application'));
  await screen.pressText('Cancel my application');
  await chooseOption(screen, '#leave-reason', 'NO_LONGER_NEEDED');
  await screen.pressText('Cancel the application');
  await screen.until(() => expect(screen.find('h1').textContent).toBe('Your application is closed'));
});
