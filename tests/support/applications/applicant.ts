import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { ProfileState } from '#api/application-body.ts';
import { acceptOffer } from '#api/endpoints/applications/accept-offer.ts';
import { getAgreement } from '#api/endpoints/applications/get-agreement.ts';
import { getApplicationOffer } from '#api/endpoints/applications/get-application-offer.ts';
import { getProfileState } from '#api/endpoints/applications/get-profile-state.ts';
import { sendAgreementCode } from '#api/endpoints/applications/send-agreement-code.ts';
import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { submitDeviceStep } from '#api/endpoints/applications/submit-device-step.ts';
import { submitFinancialStep } from '#api/endpoints/applications/submit-financial-step.ts';
import { submitPersonalStep } from '#api/endpoints/applications/submit-personal-step.ts';
import { uploadApplicationDocument } from '#api/endpoints/applications/upload-application-document.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { errorBody } from '#api/errors.ts';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import type { ApplicationStage } from '#loan/application.ts';
import { decideRepayment } from '#loan/repayment.ts';
import { createLog } from '#server/kit/log.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { type ScoringContext, scoreApplications } from '#server/lending/applications/score-application.ts';
import { flagPerson } from '#server/lending/fraud/fraud-flag-store.ts';
import { type Checks, noChecks } from '#server/lending/gateways/checks/checks.ts';
import type { DeviceRisk } from '#server/lending/gateways/device-risk/device-risk.ts';
import { velocityRules } from '#server/lending/gateways/device-risk/velocity-rules.ts';
import { withLoan } from '#server/lending/loans/with-loan.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { openDestinations } from '#server/lending/payouts/payout-destination.ts';
import { createServices } from '#server/lending/services.ts';
import { acceptedBody, callEndpoint, type TestLending } from '../lending/lending-app.ts';
import { paid } from '../loan/loans.ts';
import { TestBank } from '../loans/loan-service.ts';
import { codeTo } from '../messages/messages.ts';
import { aBorrower, type Borrower, type BorrowerOptions } from '../people/borrower.ts';
import { aFinancialStep, aPersonalStep } from './application-form.ts';

/** S/ 500 for 30 days: EX1. */
export const EX1_INQUIRY = { singlePayInquiry: { amount: 500, term: 30, productId: 1 } };
export const NO_PICTURES = {
  blackbox: 'b'.repeat(64),
  blackboxState: 'ok',
  deviceConsent: true,
  identity: {},
} as const;

/** Opens what the job that decides works with; the rules alone judge devices, and nobody is asked, unless told. */
export function scoringContext(
  lending: TestLending,
  deviceRisk: DeviceRisk = velocityRules,
  log = createLog({ level: 'silent', name: 'test' }),
  checks: Checks = noChecks,
): ScoringContext {
  const { db, vault, clock } = lending;
  const config = { sandbox: false, production: false, trustedProxies: 0 };
  return { ...createServices({ db, vault, clock, log, config, parameterMaxAgeMs: 0 }), deviceRisk, checks };
}

export interface ApplicantOptions extends BorrowerOptions {
  readonly inquiry?: unknown;
  readonly personal?: Readonly<Record<string, unknown>>;
  readonly financial?: Readonly<Record<string, unknown>>;
  readonly device?: unknown;
}

/** The stages a client gets to by writing alone, and then by the engine. */
type Reachable = Extract<
  ApplicationStage,
  'PERSONAL' | 'FINANCIAL' | 'DEVICE' | 'SCORING' | 'OFFER' | 'MANUAL_REVIEW' | 'REJECTED' | 'INFO_MISSING'
>;

/**
 * Nobody shares a name, an account, a telephone or an address with anybody by accident: that is what the rules look
 * for.
 */
function ownDetails({ documentNumber }: Borrower) {
  const letters = [...documentNumber].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');
  const first = `002191${documentNumber.padStart(12, '0')}`;
  return {
    lastName2: `Ñ${letters}`,
    altPhone: `01${documentNumber.slice(-7)}`,
    street: `Los Álamos ${letters}`,
    cci: `${first}${cciCheckDigits(first)}`,
  };
}

/** A client who has applied and come as far as told, over HTTP like everybody. */
export async function anApplicant(
  lending: TestLending,
  stage: Reachable,
  options: ApplicantOptions = {},
): Promise<Borrower> {
  const { inquiry = EX1_INQUIRY, personal, financial, device = NO_PICTURES, ...person } = options;
  const applicant = await aBorrower(lending, person);
  const { headers } = applicant;
  const { cci, ...own } = ownDetails(applicant);
  const steps = [
    () => callEndpoint(lending, sendInquiry, { headers, body: inquiry }),
    () => callEndpoint(lending, submitPersonalStep, { headers, body: aPersonalStep({ ...own, ...personal }) }),
    () => callEndpoint(lending, submitFinancialStep, { headers, body: aFinancialStep({ cci, ...financial }) }),
    () => callEndpoint(lending, submitDeviceStep, { headers, body: device }),
    () => scoreApplications(scoringContext(lending)),
  ];
  const count = { PERSONAL: 1, FINANCIAL: 2, DEVICE: 3, SCORING: 4 }[stage as string] ?? 5;
  for (const step of steps.slice(0, count)) {
    const answer = await step();
    if (typeof answer === 'object' && answer.kind === 'refused') throw new Error(JSON.stringify(answer.body));
  }
  expect((await stateOf(lending, applicant)).application?.stage).toBe(stage);
  return applicant;
}

/** Reads where somebody stands. */
export async function stateOf(lending: TestLending, { headers }: Pick<Borrower, 'headers'>): Promise<ProfileState> {
  return acceptedBody(await callEndpoint(lending, getProfileState, { headers }));
}

type Agreement = z.output<(typeof getAgreement)['response']>;

/** A client who has accepted an offer and read its papers. */
export async function anAgreement(
  lending: TestLending,
  options: ApplicantOptions = {},
): Promise<{ readonly applicant: Borrower; readonly agreement: Agreement }> {
  const applicant = await anApplicant(lending, 'OFFER', options);
  const { headers } = applicant;
  const { offerId } = acceptedBody(await callEndpoint(lending, getApplicationOffer, { headers }));
  acceptedBody(await callEndpoint(lending, acceptOffer, { headers, body: { offerId } }));
  return { applicant, agreement: await readAgreement(lending, applicant) };
}

export async function readAgreement(lending: TestLending, { headers }: Pick<Borrower, 'headers'>): Promise<Agreement> {
  return acceptedBody(await callEndpoint(lending, getAgreement, { headers }));
}

/** Makes the body that signs what was shown, with the code that has just arrived. */
export async function signatureOf(lending: TestLending, applicant: Borrower, agreement: Agreement) {
  const { headers, phone } = applicant;
  acceptedBody(await callEndpoint(lending, sendAgreementCode, { headers }));
  return {
    agreementId: agreement.agreementId,
    code: await codeTo(lending, phone),
    documents: agreement.documents.map(({ id, sha256 }) => ({ id, sha256 })),
    acceptTerms: true as const,
  };
}

/** A client who has signed and waits for the money. */
export async function aSigner(lending: TestLending, options: ApplicantOptions = {}): Promise<Borrower> {
  const { applicant, agreement } = await anAgreement(lending, options);
  const body = await signatureOf(lending, applicant, agreement);
  acceptedBody(await callEndpoint(lending, signAgreement, { headers: applicant.headers, body }));
  return applicant;
}

/** Makes a signer who has named another account in the settings before: nothing is sent to it for a day. */
export async function aSignerWhoWaits(lending: TestLending): Promise<Borrower> {
  const { applicant, agreement } = await anAgreement(lending, { stepUp: ['change-bank-account'] });
  const { headers } = applicant;
  lending.clock.pass({ minutes: 1 });
  const account = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' } as const;
  acceptedBody(await callEndpoint(lending, changeBankAccount, { headers, body: account }));
  const body = await signatureOf(lending, applicant, agreement);
  acceptedBody(await callEndpoint(lending, signAgreement, { headers, body }));
  return applicant;
}

/** A client who has signed, and whom colleagues have flagged since. */
export async function aFlaggedSigner(lending: TestLending): Promise<Borrower> {
  const client = await aSigner(lending);
  const { personId } = client;
  const flag = { personId, reason: 'Found later.', by: 'operator:ana', now: lending.clock.now() };
  await lending.db.kysely.transaction().execute((trx) => flagPerson(trx, flag));
  return client;
}

/** The bank pays, or does whatever it is told to. */
export async function payOut(lending: TestLending, bank = new TestBank(lending.clock)): Promise<TestBank> {
  const { db, vault } = lending;
  const context = scoringContext(lending);
  await dispatchDisbursements({ ...context, payout: bank, openDestination: openDestinations(db.kysely, vault) });
  return bank;
}

/** A picture of a card with a face and lines of text, drawn for tests. */
export const PHOTO = new Uint8Array(readFileSync(new URL('./photo.jpg', import.meta.url)));

/** Another file with the same picture: what follows the end of a picture is not drawn. */
export function anotherPhoto(): Uint8Array {
  return Buffer.concat([PHOTO, randomBytes(8)]);
}

/** Sends one file, another one each time. @returns its id */
export async function uploadFile(
  lending: TestLending,
  headers: Readonly<Record<string, string>>,
  type: string,
  bytes: Uint8Array = anotherPhoto(),
): Promise<string> {
  const form = new FormData();
  form.set('type', type);
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'foto.jpg');
  const { path } = uploadApplicationDocument;
  const response = await lending.app.request(path, { method: 'POST', headers, body: form });
  const body = await response.json();
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body.documentId;
}

/** The code and the details of a refusal. */
export function detailsOf(answer: { readonly body: unknown }) {
  const { code, details } = z.parse(errorBody, answer.body).error;
  return { code, ...(details && { details }) };
}

/** A client who has had a loan and paid it back in time. */
export async function aRepeatClient(lending: TestLending, options: ApplicantOptions = {}): Promise<Borrower> {
  const client = await aSigner(lending, options);
  await payOut(lending);
  const { loan } = await stateOf(lending, client);
  await withLoan(scoringContext(lending), { number: loan?.number ?? '' }, async (locked) => {
    const payment = paid(locked.day.date, 509.44, { kind: 'ordinary' }, uuidv7(Date.now()));
    const decision = decideRepayment(locked.loan, payment, locked.day);
    if (decision.kind === 'refused') throw new Error(decision.reason);
    await locked.save(decision, { kind: 'payment', ref: payment.id });
  });
  expect((await stateOf(lending, client)).loan?.status).toBe('PAID');
  return client;
}
