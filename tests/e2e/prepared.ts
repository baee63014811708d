import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { markScreenSeen } from '#api/endpoints/applications/mark-screen-seen.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { getPayoffQuote } from '#api/endpoints/payments/get-payoff-quote.ts';
import { makePayment } from '#api/endpoints/payments/make-payment.ts';
import { completeRegistration } from '#api/endpoints/people/complete-registration.ts';
import { startRegistration } from '#api/endpoints/people/start-registration.ts';
import { verifyRegistration } from '#api/endpoints/people/verify-registration.ts';
import { getProfile } from '#api/endpoints/profile/get-profile.ts';
import { aFinancialStep, aPersonalStep } from '#tests/support/applications/application-form.ts';
import type { Applicant, Lender } from './applicant.ts';
import { stateOf } from './client-file.ts';
import { expect } from './journey.ts';

interface Call {
  readonly method: string;
  readonly path: string;
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A call with the session of the applicant's browser, whose cookies it keeps. */
export async function call(applicant: Applicant, endpoint: Call, { params = {}, body }: CallInput = {}) {
  const { page, who } = applicant;
  const token = (await page.context().cookies()).find(({ name }) => name === 'auth')?.value;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const answer = await page.request.fetch(path, {
    method: endpoint.method,
    headers: { 'x-forwarded-for': who.address, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { data: body }),
    // A connection that nobody used for a while may be closed at the very moment it is used again.
    maxRetries: endpoint.method === 'GET' ? 2 : 0,
  });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer;
}

/** Opens an account, without the screens before it, which are walked elsewhere. */
export async function withAccount(applicant: Applicant): Promise<void> {
  const { who } = applicant;
  const begun = await call(applicant, startRegistration, {
    body: {
      documentType: 'DNI',
      documentNumber: who.documentNumber,
      phone: who.phone,
      email: who.email,
      acceptTerms: true,
      acceptPrivacy: true,
      acceptMarketing: false,
      textVersion: 'b'.repeat(64),
    },
  });
  const params = { id: (await begun.json()).registrationId };
  const verified = await call(applicant, verifyRegistration, { params, body: { code: await applicant.code() } });
  const { registrationToken } = await verified.json();
  await call(applicant, completeRegistration, { params, body: { registrationToken, password: who.password } });
}

export interface ApplicationAnswers {
  readonly inquiry?: unknown;
  readonly personal?: Readonly<Record<string, unknown>>;
  readonly financial?: Readonly<Record<string, unknown>>;
}

const SMALL = { singlePayInquiry: { amount: 300, term: 30, productId: 1 } };

/** An account, and an application of which only the last step is left. */
export async function applied(
  applicant: Applicant,
  { inquiry = SMALL, personal, financial }: ApplicationAnswers = {},
): Promise<void> {
  const { firstName, lastName1, lastName2, cci } = applicant.who;
  await withAccount(applicant);
  await call(applicant, sendInquiry, { body: inquiry });
  const name = { firstName, lastName1, lastName2 };
  await call(applicant, submitPersonalStep, { body: aPersonalStep({ ...name, ...personal }) });
  await call(applicant, submitFinancialStep, { body: aFinancialStep({ cci, ...financial }) });
}

/** Somebody who has had a loan, has paid it back, and whose answers are on file from an application they gave up. */
export async function hasPaidALoan(applicant: Applicant, lender: Lender): Promise<void> {
  const { firstName, lastName1, lastName2, cci } = applicant.who;
  await applied(applicant);
  await call(applicant, cancelApplication, { body: { reason: 'OTHER' } });
  await call(applicant, markScreenSeen, { body: { screen: 'application-cancelled' } });
  const { clientId } = await (await call(applicant, getProfile)).json();
  const loan = ['--product', '1', '--amount', '100', '--term', '7'];
  const account = ['--bank', '002', '--cci', cci, '--holder', `${firstName} ${lastName1} ${lastName2}`];
  const made = await lender('loan', 'originate', clientId, ...loan, ...account);
  const number = /P-[\d-]+/.exec(made)?.[0] ?? made;
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PERFORMING');
  await payBack(applicant, number);
  await expect.poll(async () => (await stateOf(applicant)).loan?.status).toBe('PAID');
}

/** Pays back a loan, by a code at the sandbox's till. */
async function payBack(applicant: Applicant, number: string): Promise<void> {
  const { total } = await (await call(applicant, getPayoffQuote, { params: { number } })).json();
  const body = { loanNumber: number, purpose: 'PAYOFF', amount: total, method: 'PAGOEFECTIVO' };
  const { action } = await (await call(applicant, makePayment, { body })).json();
  const form = { amount: String(total), message: 'send', copies: '1', delay: '0' };
  await applicant.request.post(`/sandbox/pagoefectivo/cips/${action.code}/pay`, { form });
}
