import { getActiveLoan } from '#api/endpoints/arrangements/get-active-loan.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { listPayments } from '#api/endpoints/payments/list-payments.ts';
import type { LoanBody } from '#api/loan-body.ts';
import type { PaymentBody } from '#api/payment.ts';
import { formatSoles } from '#i18n/format.ts';
import { fromSoles } from '#loan/money.ts';
import type { Applicant, Lender } from './applicant.ts';
import { expect } from './journey.ts';
import { enter } from './keyboard.ts';
import { call } from './prepared.ts';

/** Loan that is taken: S/ 500 for 30 days, unless told. */
interface Terms {
  readonly product: number;
  readonly amount: number;
  readonly term: number;
}

const SINGLE: Terms = { product: 1, amount: 500, term: 30 };
/** S/ 1.200 in six instalments. */
export const IN_INSTALMENTS: Terms = { product: 11, amount: 1200, term: 6 };

/** Somebody an operator has made a client of, signed in. @returns who they are to an operator */
async function becomeClient(applicant: Applicant, lender: Lender): Promise<string> {
  const { documentNumber, phone, email, firstName, lastName1, lastName2 } = applicant.who;
  const name = ['--first-name', firstName, '--last-name1', lastName1, '--last-name2', lastName2];
  const contact = ['--phone', phone, '--email', email, '--birth-date', '1990-05-01'];
  const made = await lender('person', 'create', documentNumber, ...contact, ...name);
  await signIn(applicant, lender);
  return /^Client (\S+) was/.exec(made)?.[1] ?? made;
}

/** Opens the client area in the page's browser, as a link of the sandbox does. */
async function signIn({ page, who }: Applicant, lender: Lender): Promise<void> {
  const session = await lender('session', 'issue', who.documentNumber);
  // What the page shows meanwhile is nobody's business: the journey opens its own.
  await page.request.get(/http\S+sign-in\/\S+/.exec(session)?.[0] ?? '', { maxRedirects: 0 });
}

/** Somebody whose money has arrived today, signed in. @returns the loan's number */
export async function borrow(applicant: Applicant, lender: Lender, terms: Terms = SINGLE): Promise<string> {
  const { cci, firstName, lastName1, lastName2 } = applicant.who;
  const personId = await becomeClient(applicant, lender);
  const product = ['--product', String(terms.product), '--amount', String(terms.amount), '--term', String(terms.term)];
  const account = ['--bank', '002', '--cci', cci, '--holder', `${firstName} ${lastName1} ${lastName2}`];
  const made = await lender('loan', 'originate', personId, ...product, ...account);
  const number = /P-[\d-]+/.exec(made)?.[0] ?? made;
  await expect.poll(async () => (await activeLoan(applicant))?.status).toBe('PERFORMING');
  return number;
}

/** The loan as the ledger has it. */
export async function activeLoan(applicant: Applicant): Promise<LoanBody | null> {
  return (await (await call(applicant, getActiveLoan)).json()).loan;
}

/** The lender's today, `YYYY-MM-DD`. */
export async function todayOf(applicant: Applicant, number: string): Promise<string> {
  return (await (await call(applicant, getPayoffQuote, { params: { number } })).json()).date;
}

/** Every payment that was ever started, newest first. */
export async function paymentsOf(applicant: Applicant): Promise<readonly PaymentBody[]> {
  return (await (await call(applicant, listPayments)).json()).payments;
}

/** An amount in soles as every screen writes it. */
export function soles(amount: number): string {
  return formatSoles(fromSoles(amount));
}

/** Pays the code that the screen shows, at the sandbox's till; the till may say so more than once. */
export async function payAtTheTill(
  { page, request }: Applicant,
  { copies = 1, amount }: { readonly copies?: number; readonly amount?: number } = {},
): Promise<void> {
  const code = ((await page.locator('.pay-code').textContent()) ?? '').replace(/\D/g, '');
  const part = amount === undefined ? {} : { amount: String(amount) };
  const form = { message: 'send', copies: String(copies), delay: '0', ...part };
  await request.post(`/sandbox/pagoefectivo/cips/${code}/pay`, { form });
}

/** Waits on the screen of a payment until it says how it ended. */
export async function seesTheEnd({ page, say }: Applicant, title: string): Promise<void> {
  await expect(async () => {
    const look = page.getByRole('button', { name: say('pay_look') });
    if (await look.isVisible()) await look.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title, { timeout: 2_000 });
  }).toPass({ timeout: 240_000 });
}

/** Gives the code that a call asks for as a proof, in the window that has opened; the focus is where it is typed. */
export async function proveByCode(applicant: Applicant): Promise<void> {
  const { page, say } = applicant;
  const dialog = page.getByRole('dialog', { name: say('reauth_title') });
  const field = dialog.getByLabel(say('reauth_code'));
  const password = dialog.getByLabel(say('reauth_password'));
  await expect(field.or(password)).toBeFocused();
  if (await password.isVisible()) await enter(page, dialog.getByRole('button', { name: say('reauth_code_send') }));
  await expect(field).toBeFocused();
  await page.keyboard.type(await applicant.code());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Gives the password and then the code: what opens or empties an account asks for both. */
export async function proveByBoth(applicant: Applicant): Promise<void> {
  const { page, say, who } = applicant;
  const dialog = page.getByRole('dialog', { name: say('reauth_title') });
  await expect(dialog.getByLabel(say('reauth_password'), { exact: true })).toBeFocused();
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(say('reauth_code'))).toBeFocused();
  await page.keyboard.type(await applicant.code());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

/** Signs in on a device that is not known, with the password and a code. */
export async function signInWithPassword(applicant: Applicant): Promise<void> {
  const { page, at, who } = applicant;
  await page.goto(at('/sign-in'));
  await applicant.fill('sign_in_identifier', who.documentNumber);
  await applicant.field('sign_in_password').fill(who.password);
  await applicant.press('sign_in_go');
  await applicant.fill('code_label', await applicant.code());
  await applicant.press('code_go');
  await expect(page.locator('.account-btn')).toBeVisible();
}

/** The whole ledger, every hash and every control account, as the operator's command proves it. */
export async function expectTrueLedger(lender: Lender): Promise<void> {
  expect(await lender('ledger', 'verify')).toMatch(/^loans: \d+/);
}
