import { expect, test } from 'vitest';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { aFinancialStep } from '#tests/support/applications/application-form.ts';
import { openClientScreen } from '#tests/support/browser/client-screen.ts';
import { withTestLending } from '#tests/support/lending/lending-app.ts';
import { browserOf } from '#tests/support/people/client.ts';

const lending = withTestLending();
const MORE = { inquiry: { installmentInquiry: { amount: 600, term: 3, productId: 11 } } };
const ONLY_ABOVE = ['For how long?', 'What you spend in a month', 'What you pay for other loans or cards'];

/** Step 2 with what a small amount asks for, as typed before. */
async function aTypedForm(options = {}, failing?: string) {
  const applicant = await anApplicant(lending, 'FINANCIAL', options);
  const { incomeSource, monthlyIncome, bankId, cci } = aFinancialStep();
  const body = { incomeSource, monthlyIncome, monthlyFree: 900, bankId, cci };
  const path = '/api/v1/application/draft/financial';
  const headers = { ...applicant.headers, 'Content-Type': 'application/json' };
  const saved = await lending.app.request(path, { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(saved.status).toBe(204);
  const screen = await openClientScreen(lending, 'application-financial', {
    jar: browserOf(applicant),
    ...(failing && { failing }),
  });
  await screen.until(() => screen.find('form button[type=submit]'));
  return screen;
}

test('for S/ 500 an employee is not asked for an employer, nor for a payday: one press sends the application', {
  tags: 'promise-what-is-asked-of-a-browser-and-what-is-not',
}, async () => {
  const screen = await aTypedForm();
  for (const question of ONLY_ABOVE) expect(screen.text()).not.toContain(question);
  expect(screen.text()).toContain('By sending your application you agree that we check the phone or device you use');
  expect(screen.text()).toContain('Who we ask about you');
  expect(screen.text()).toContain('A system of rules may answer you.');
  expect(screen.find('form button[type=submit]').textContent).toContain('Apply for S/');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/waiting'));
  expect(screen.environment.requests).toContain('POST /api/v1/application/iov');
});

test('if sending fails, what was written is kept and the last screen offers it again', async () => {
  const screen = await aTypedForm({}, '/api/v1/application/iov');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/iov'));
});

test('above it they are, on the one page, each with its error, and nothing is sent', async () => {
  const screen = await aTypedForm(MORE);
  for (const question of ONLY_ABOVE) expect(screen.text()).toContain(question);
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('Choose for how long.'));
  expect(screen.environment.requests).not.toContain('POST /api/v1/application/financial');
});

test('what is left of a month is asked in place of what is spent; it cannot be more than comes in', async () => {
  const screen = await aTypedForm();
  for (const question of ['What you spend in a month', 'What you pay for other loans or cards']) {
    expect(screen.text()).not.toContain(question);
  }
  await screen.type('#monthlyFree', '2600');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('More is left than you receive: check both amounts.'));
  expect(screen.environment.requests).not.toContain('POST /api/v1/application/financial');
  await screen.type('#monthlyFree', '600');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/waiting'));
});

test('the CCI names the bank; one of a bank that cannot be paid to is refused in words', async () => {
  const screen = await aTypedForm();
  await screen.until(() => expect(screen.text()).toContain('BCP'));
  await screen.type('#cci', '99919100001234567852');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(screen.text()).toContain('We cannot send money to this bank.'));
  expect(screen.environment.requests).not.toContain('POST /api/v1/application/financial');
});

test('a CCI whose last digits do not add up is doubted beside it, and taken: some banks make them otherwise', async () => {
  const screen = await aTypedForm();
  await screen.until(() => expect(screen.text()).toContain('BCP'));
  const doubt = 'The last two digits of the CCI do not add up';
  expect(screen.text()).not.toContain(doubt);
  await screen.type('#cci', '00219100001234567853');
  await screen.until(() => expect(screen.text()).toContain(doubt));
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/waiting'));
});

test('without a network nothing is lost or sent, and once it is back nobody is told that it is missing', {
  tags: 'promise-without-a-network',
}, async () => {
  const screen = await aTypedForm();
  const failure = () => screen.find('.failure').textContent;
  const setNetwork = (isThere: boolean) => {
    screen.environment.offline = !isThere;
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: isThere });
    dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  };
  setNetwork(false);
  await screen.type('#monthlyFree', '950');
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(failure()).toContain('There is no connection'));
  expect(screen.find<HTMLInputElement>('#monthlyFree').value).toBe('950');
  setNetwork(true);
  await screen.until(() => expect(failure()).toBe(''));
  await screen.press('form button[type=submit]');
  await screen.until(() => expect(window.location.pathname).toContain('/application/waiting'));
});
