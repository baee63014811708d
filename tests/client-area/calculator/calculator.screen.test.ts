import Cookies from 'js-cookie';
import { describe, expect, test } from 'vitest';
import { activateFlexPay } from '#api/endpoints/arrangements/activate-flex-pay.ts';
import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { requestTopUp } from '#api/endpoints/arrangements/request-top-up.ts';
import { signTopUp } from '#api/endpoints/arrangements/sign-top-up.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { aFlaggedSigner, anAgreement, anApplicant, aSignerWhoWaits } from '#tests/support/applications/applicant.ts';
import { anAskedApplicant } from '#tests/support/applications/information.ts';
import { type ClientScreen, openClientScreen } from '#tests/support/browser/client-screen.ts';
import { acceptedBody, callEndpoint } from '#tests/support/lending/lending-app.ts';
import { aClientOn, aToppableClient, withClientLoans } from '#tests/support/loans/client-loans.ts';
import { anOriginatedLoan } from '#tests/support/loans/loan-service.ts';
import { aBorrower, type Borrower, signIn } from '#tests/support/people/borrower.ts';
import { browserOf } from '#tests/support/people/client.ts';
import { OPERATOR_TOKEN } from '#tests/support/people/operator.ts';

const lending = withClientLoans({ operatorToken: OPERATOR_TOKEN });

const open = (client?: Pick<Borrower, 'token' | 'bind'>) =>
  openClientScreen(lending, 'calculator', client ? { jar: browserOf(client) } : undefined);

/** The figures of a state, name by name. */
function facts(): string[][] {
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => (textContent ?? '').replaceAll('\u00a0', ' '));
  const values = texts('.state dd');
  return texts('.state dt').map((name, index) => [name, values[index] ?? '']);
}

/** Words that name each of the nine states of product-spec §2. */
const STATES = [
  'How much?',
  'New loan pending',
  'You can borrow a little more',
  'Your previous application was rejected',
  'This loan first',
  'Please repay your loan',
  'Your topup loan is pending',
  'You have active Flex Payment, please pay',
  'You have active Payment Plan, please pay',
] as const;

/** The screen shows this state, and no other. */
function isOnly(screen: ClientScreen, state: (typeof STATES)[number]): void {
  expect(STATES.filter((each) => screen.text().includes(each))).toEqual([state]);
}

const PENDING = 'Your application is being processed, we will contact You shortly.';

/** The sentences below the title of a state, without the small print. */
function pendingSays(): (string | null)[] {
  const below = [...document.querySelectorAll('.state > p')].filter(({ children }) => children.length === 0);
  return below.filter(({ classList }) => !classList.contains('small')).map(({ textContent }) => textContent);
}

describe('before the calculator stands', () => {
  test('a visitor: the calculator of a first loan, on instalments', {
    tags: ['spec-2.47', 'spec-2.48', 'spec-2.62', 'spec-4.24'],
  }, async () => {
    const screen = await open();
    await screen.until(() => expect(screen.find('form.calc').textContent).toContain('How much?'));
    isOnly(screen, 'How much?');
    expect(screen.find<HTMLInputElement>('input[value=INSTALLMENT]').checked).toBe(true);
    expect(screen.find<HTMLAnchorElement>('.cta a').getAttribute('href')).toMatch(/^\/en\/application\/new-client\/\?/);
  });

  test('a client whose loan cannot be topped up: that one first, and where it is paid', {
    tags: ['spec-2.47', 'spec-2.52', 'spec-4.12'],
  }, async () => {
    const client = await aClientOn(lending, '2026-01-16');
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('This loan first'));
    isOnly(screen, 'This loan first');
    expect(screen.text()).toContain('Please pay your current loan in order to inquire for a new one.');
    // It is owed by its date, not today.
    expect(screen.find('.state').textContent).toContain('Next payment');
    expect(screen.text()).not.toContain('You owe today');
    const pay = screen.find<HTMLAnchorElement>('.state .btn');
    expect(pay.getAttribute('href')).toBe(`/en/profile/components/payment/repay-loan/?loan=${client.loan.loan.number}`);
  });

  test('a client whose money has not left yet owes nothing, is not sent to pay, and reads why it waits', {
    tags: 'spec-2.52',
  }, async () => {
    const screen = await open(await aSignerWhoWaits(lending));
    await screen.until(() => expect(screen.text()).toContain('This loan first'));
    expect(screen.text()).toContain('We send your money from Friday 16/01/2026, 12:01 on');
    expect(screen.find('.state').querySelector('a[href*="repay-loan"]')).toBeNull();
    expect(screen.text()).not.toContain('S/ 0,00');
  });

  test('a client whose payout people look at first reads that, and no moment', async () => {
    const screen = await open(await aFlaggedSigner(lending));
    await screen.until(() => expect(screen.text()).toContain('somebody of our team checks the transfer'));
    expect(screen.text()).not.toMatch(/on its way|fraud/i);
  });

  test('a loan that the bank is sending: what arrives, what it costs by then, and when it is due first', {
    tags: ['spec-2.47', 'spec-2.49', 'promise-an-application-on-its-way'],
  }, async () => {
    const client = await aBorrower(lending);
    const { loan } = await anOriginatedLoan(lending, undefined, client.personId);
    lending.bank.mode = 'down';
    await dispatchDisbursements(lending.context);
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('S/ 573,03'));
    expect(screen.text()).toContain('New loan pending');
    isOnly(screen, 'New loan pending');
    expect(facts()).toEqual([
      ['Where it stands', 'On its way to your account'],
      ['Loan', loan.number],
      ['You receive', 'S/ 500,00'],
      ['Term', '30 days'],
      ['You pay back in total', 'S/ 573,03: how it is worked out'],
      ['First payment due', '14/02/2026'],
    ]);
    expect(screen.text()).toContain('those of a transfer that arrives today');
    expect(pendingSays()).toEqual([PENDING, 'You have signed, and your money is on its way to your account.']);
  });

  test('an application that is being assessed: what was asked for, and nothing that nobody has promised', {
    tags: ['spec-2.49', 'promise-an-application-on-its-way'],
  }, async () => {
    const screen = await open(await anApplicant(lending, 'SCORING'));
    await screen.until(() => expect(screen.text()).toContain('S/ 500,00'));
    expect(facts().map(([name]) => name)).toEqual(['Where it stands', 'Application', 'Amount', 'Term']);
    expect(screen.find('.state h2, .state h1').textContent).toBe('New loan pending');
    expect(screen.text()).toContain('Being assessed');
    expect(pendingSays()).toEqual([PENDING]);
    expect(screen.text()).not.toContain('You pay back');
  });

  test('an application with an offer: the offer’s own figures', async () => {
    const screen = await open(await anApplicant(lending, 'OFFER'));
    await screen.until(() => expect(screen.text()).toContain('You pay back in total'));
    expect(screen.text()).toContain('You have an offer');
    expect(screen.text()).toContain('S/ 573,03');
    expect(screen.text()).toContain('those of your offer, if you sign it today');
  });

  test.each([
    [
      'INFO_MISSING',
      'We need something more from you to continue.',
      () => anAskedApplicant(lending, [{ code: 'alternative_phone' }]),
    ],
    ['OFFER', 'Our offer is waiting for your decision', () => anApplicant(lending, 'OFFER')],
    ['AGREEMENT', 'Your contract is waiting for your signature.', async () => (await anAgreement(lending)).applicant],
  ])(
    'an application that waits for its client at %s says so, after what every loan that is pending says first',
    { tags: ['spec-2.49', 'promise-an-application-on-its-way'] },
    async (_, text, a) => {
      const screen = await open(await a());
      await screen.until(() => expect(screen.text()).toContain(text));
      expect(pendingSays()).toEqual([PENDING, expect.stringContaining(text)]);
    },
  );

  test('a browser that is only remembered sees where it stands, and is asked for nothing', async () => {
    const { personId } = await anApplicant(lending, 'OFFER');
    const screen = await open(await signIn(lending, personId, 'basic'));
    await screen.until(() => expect(screen.text()).toContain('You have an offer'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(facts().map(([name]) => name)).toEqual(['Where it stands', 'Application']);
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('a client who has begun an application goes on with it beside the calculator', async () => {
    const screen = await open(await anApplicant(lending, 'FINANCIAL'));
    await screen.until(() => expect(screen.text()).toContain('Continue my application'));
    expect(screen.find('form.calc')).toBeTruthy();
    await screen.type('input[name=typed]', '800');
    screen.find('form.calc').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await screen.until(() => expect(screen.find<HTMLInputElement>('input[type=range]').value).toBe('800'));
  });

  const TOO_LITTLE = { financial: { monthlyIncome: 300, monthlyExpenses: 0 } };

  test('whoever was rejected does not apply again before the day they were told', {
    tags: ['spec-2.47', 'spec-2.51', 'spec-2.62', 'spec-8.13'],
  }, async () => {
    const screen = await open(await anApplicant(lending, 'REJECTED', TOO_LITTLE));
    await screen.until(() => expect(screen.text()).toContain('Your previous application was rejected'));
    expect(screen.find('.state h2, .state h1').textContent).toBe('Your previous application was rejected');
    isOnly(screen, 'Your previous application was rejected');
    expect(screen.text()).not.toContain('Apply again');
  });

  test('and does from that day on', { tags: 'spec-2.51' }, async () => {
    const client = await anApplicant(lending, 'REJECTED', TOO_LITTLE);
    lending.clock.moveTo('2026-02-20');
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('Apply again'));
    await screen.pressText('Apply again');
    await screen.until(() => screen.find('form.calc'));
  });

  test('a client without a loan: a first loan', async () => {
    const screen = await open(await aBorrower(lending));
    await screen.until(() => screen.find('form.calc'));
  });

  test('a client who is late: what is owed, how it is worked out, and every way out', {
    tags: ['spec-2.47', 'spec-2.53', 'promise-while-there-is-a-loan'],
  }, async () => {
    const screen = await open(await aClientOn(lending, '2026-02-24'));
    await screen.until(() => expect(screen.text()).toContain('Please repay your loan'));
    isOnly(screen, 'Please repay your loan');
    expect(screen.text()).toContain('Currently you cannot take an additional loan because your current loan is due.');
    expect(screen.text()).toContain('10 days late');
    expect(screen.text()).toContain('S/ 587,49');
    const amount = screen.find<HTMLButtonElement>('.explain');
    amount.focus();
    await screen.press('.explain');
    const dialog = document.querySelector('dialog') as HTMLDialogElement;
    expect(dialog.textContent).toContain('Late interest, without IGV');
    const amounts = [...dialog.querySelectorAll('td')].map((cell) => Number(cents(cell.textContent)));
    expect(amounts.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(amounts.at(-1));
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    await screen.until(() => expect(document.querySelector('dialog')).toBeNull());
    expect(document.activeElement).toBe(amount);
  });

  test('a client on flex pay: the notice, with a way to pay', { tags: ['spec-2.47', 'spec-2.55'] }, async () => {
    const client = await aClientOn(lending, '2026-03-02');
    const { headers } = client;
    acceptedBody(await callEndpoint(lending, activateFlexPay, { body: { acceptTerms: true }, headers }));
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('You have active Flex Payment, please pay'));
    isOnly(screen, 'You have active Flex Payment, please pay');
    expect(screen.find('.state .btn').textContent).toBe('Pay something');
    await opens(screen, '.kv > div:nth-child(1) .explain', 'S/ 596,30', ['Principal500,00']);
    await opens(screen, '.kv > div:nth-child(2) .explain', 'S/ 99,39');
  });

  test('a client on a payment plan sees the notice, its payments and a way to pay', {
    tags: ['spec-2.47', 'spec-2.56'],
  }, async () => {
    const client = await aClientOn(lending, '2026-02-24');
    const body = { numberOfPayments: 3, firstPaymentDate: '2026-03-06', paymentChannel: 'MANUAL' } as const;
    acceptedBody(await callEndpoint(lending, confirmPaymentPlan, { body, headers: client.headers }));
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('You have active Payment Plan, please pay'));
    isOnly(screen, 'You have active Payment Plan, please pay');
    expect(screen.text()).toContain('Plan of 3 payments');
    expect(screen.find('.state .btn').textContent?.replaceAll('\u00a0', ' ')).toBe('Pay S/ 195,10');
    await opens(screen, '.kv > div:nth-child(1) .explain', 'S/ 585,31', ['Principal500,00']);
    await opens(screen, '.kv > div:nth-child(2) .explain', 'S/ 195,10');
  });
});

/** Presses an amount: its dialog is about that amount, says these lines, and adds up to it. */
async function opens(screen: ClientScreen, selector: string, amount: string, lines: readonly string[] = []) {
  await screen.press(selector);
  const dialog = [...document.querySelectorAll('dialog')].at(-1);
  const said = dialog?.textContent?.replaceAll('\u00a0', ' ') ?? '';
  expect(said).toContain(`How ${amount} is worked out`);
  for (const line of lines) expect(said).toContain(line);
  const amounts = [...(dialog?.querySelectorAll('td') ?? [])].map((cell) => Number(cents(cell.textContent)));
  expect(amounts.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(amounts.at(-1));
}

/** `S/ 1.234,56` → 123456. */
function cents(text: string | null): string {
  return (text ?? '').replace(/[^\d]/g, '');
}

describe('more on a running loan', () => {
  test('is bounded by one step and what is available, priced by the server, and asked for with one press', {
    tags: ['spec-1.5', 'spec-2.47', 'spec-2.50', 'spec-5.7'],
  }, async () => {
    const screen = await open(await aToppableClient(lending));
    await screen.until(() => expect(screen.find('.receipt').textContent).toContain('Your loan comes to'));
    const slider = screen.find<HTMLInputElement>('input[type=range]');
    expect([slider.min, slider.max, slider.step, slider.value]).toEqual(['50', '300', '50', '150']);
    isOnly(screen, 'You can borrow a little more');
    await screen.type('input[type=range]', '200');
    await screen.until(() => expect(screen.text()).toContain('S/ 214,66'));
    expect(screen.text()).toContain('S/ 787,69');
    await opens(screen, '.receipt .kv .explain', 'S/ 787,69', ['Principal700,00']);
    await screen.press('.receipt .kv > div:nth-child(3) .explain');
    const said = [...document.querySelectorAll('dialog')].at(-1)?.textContent?.replaceAll('\u00a0', ' ');
    expect(said).toContain(
      'You receive S/ 200,00 more, and pay back S/ 787,69 on 14/02/2026 for the whole loan, as well as anything you have paid before.',
    );
    expect(Cookies.get('calc_selected_topup_amount')).toBe('200');
    await screen.press('.cta button');
    await screen.until(() => expect(screen.window.location.pathname).toBe('/en/application/offer-topup/'));
  });

  test('is signed on the next screen, and then waits for the bank', { tags: ['spec-2.50', 'spec-4.32'] }, async () => {
    const client = await aToppableClient(lending);
    const screen = await open(client);
    await screen.until(() => expect(screen.find('.receipt').textContent).toContain('Your loan comes to'));
    await screen.type('input[type=range]', '300');
    await screen.until(() => expect(screen.text()).toContain('S/ 319,61'));
    await screen.press('.cta button');
    await screen.until(() => screen.find('[name=acceptTerms]'));
    await opens(screen, '.card.edge .explain', 'S/ 319,61', ['Principal300,00']);
    await opens(screen, '.card.edge dl > div:nth-child(4) .explain', 'S/ 892,64', ['Principal800,00']);
    await screen.press('[name=acceptTerms]');
    await screen.press('form button[type=submit]');
    await screen.until(() => expect(screen.window.location.pathname).toBe('/en/application/topup-completed/'));
    await screen.until(() => expect(screen.find('h1').textContent).toBe('Signed. The rest is on its way'));
    await screen.until(() => screen.find('.kv .explain'));
    await opens(screen, '.kv .explain', 'S/ 319,61', ['Principal300,00']);
    const { loan } = acceptedBody(await callEndpoint(lending, getActiveLoan, { headers: client.headers }));
    expect(loan?.topUpStatus).toBe('DISBURSING');
  });

  test('that the bank is paying out: the amount, and to wait', {
    tags: ['spec-2.47', 'spec-2.54', 'spec-4.12'],
  }, async () => {
    const client = await aToppableClient(lending);
    const { headers } = client;
    acceptedBody(await callEndpoint(lending, requestTopUp, { body: { principal: 300 }, headers }));
    acceptedBody(await callEndpoint(lending, signTopUp, { body: { acceptTerms: true }, headers }));
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('Your topup loan is pending'));
    isOnly(screen, 'Your topup loan is pending');
    expect(screen.text()).toContain('Please wait until topup loan for S/ 300,00 is disbursed.');
    await screen.until(() => expect(screen.text()).toContain('You pay back for it'));
    await opens(screen, '.kv .explain', 'S/ 319,61', ['Principal300,00']);
  });

  test('that was asked for waits for the signature beside the calculator, where another amount replaces it', {
    tags: ['spec-2.50', 'spec-4.12', 'promise-top-ups'],
  }, async () => {
    const client = await aToppableClient(lending);
    const { headers } = client;
    acceptedBody(await callEndpoint(lending, requestTopUp, { body: { principal: 300 }, headers }));
    const screen = await open(client);
    await screen.until(() => expect(screen.text()).toContain('You asked to borrow S/ 300,00 more'));
    expect(screen.find<HTMLAnchorElement>('.state .btn').getAttribute('href')).toBe('/en/application/offer-topup/');
    await screen.until(() =>
      expect(screen.text()).toMatch(/waiting for your signature until 26\/01\/2026 at 12:00\. If you do not sign/),
    );
    await screen.until(() => expect(screen.find<HTMLInputElement>('input[type=range]').value).toBe('300'));
    await screen.type('input[type=range]', '200');
    await screen.until(() => expect(screen.text()).toContain('S/ 214,66'));
    expect(screen.find('.receipt').textContent).toContain('This amount replaces the one you asked for.');
    await screen.press('.cta button');
    await screen.until(() => expect(screen.window.location.pathname).toBe('/en/application/offer-topup/'));
    const { loan } = acceptedBody(await callEndpoint(lending, getActiveLoan, { headers }));
    expect(loan).toMatchObject({ topUpStatus: 'ORIGINATED', topUpOffer: { principalRequested: 200 } });
  });
});
