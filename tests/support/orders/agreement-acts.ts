import { randomInt, randomUUID } from 'node:crypto';
import { cancelApplication } from '#api/endpoints/applications/cancel-application.ts';
import { declineOffer } from '#api/endpoints/applications/decline-offer.ts';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { closeAccount } from '#api/endpoints/profile/close-account.ts';
import { cciCheckDigits } from '#api/field-rules/bank-account.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { advanceApplications } from '#server/lending/applications/advance-applications.ts';
import { anAgreement, NO_PICTURES, payOut, scoringContext, signatureOf } from '../applications/applicant.ts';
import { aRefusedAccount } from '../applications/information.ts';
import type { Payments } from '../payments/payments.ts';
import type { Borrower } from '../people/borrower.ts';
import { clientCall } from './client-call.ts';
import { said, signedIn } from './colleagues.ts';
import { atLeast } from './late-loan.ts';
import { putToRest } from './quiet.ts';
import { job, once, type Prepare } from './story.ts';

const TODAY = calendarDate('2026-01-15');

export interface Signer extends Borrower {
  readonly agreement: Awaited<ReturnType<typeof anAgreement>>['agreement'];
}

/** A device that others have applied with would be looked at by a person. */
const ownDevice = () => ({ ...NO_PICTURES, blackbox: randomUUID().replaceAll('-', '').repeat(2) });
const stepUp = ['change-bank-account', 'close-account', 'change-phone'] as const;

/** A client who has read the papers of their offer. */
export async function aSignerToBe(payments: Payments): Promise<Signer> {
  await putToRest(payments.db);
  payments.clock.moveTo(TODAY);
  const { applicant, agreement } = await anAgreement(payments, { device: ownDevice(), stepUp });
  return { ...applicant, agreement };
}

/** A client who has signed, and whose account the bank has refused. */
export async function aRefusedSigner(payments: Payments): Promise<Borrower> {
  await putToRest(payments.db);
  payments.clock.moveTo(TODAY);
  return aRefusedAccount(payments, { device: ownDevice(), stepUp });
}

/** One code, in however many windows. */
const signatureIn = once((payments: Payments, signer: Signer) => signatureOf(payments, signer, signer.agreement));

export const AGREEMENT_ACTS = {
  'the client signs': async (payments, signer) => {
    const headers = { ...signer.headers, 'Idempotency-Key': randomUUID() };
    return clientCall(payments, signAgreement, { headers, body: await signatureIn(payments, signer) });
  },
  'the client declines the offer': async (payments, { headers }) =>
    clientCall(payments, declineOffer, { headers, body: { reason: 'TOO_EXPENSIVE' } }),
  'a colleague makes the client a loan': async (payments, { personId }) => {
    // Of their own: an account of somebody who was flagged in an earlier story would be a flag in this one.
    const number = `002191${randomInt(10_000_000, 100_000_000)}7777`;
    const account = { bankId: '002', cci: `${number}${cciCheckDigits(number)}`, holder: 'Rosa Quispe' };
    const body = { personId, productId: 1, amount: 500, term: 30, ...account };
    const ana = await signedIn(payments, 'Ana');
    return async () => said(await ana('loans', body));
  },
} as const satisfies Readonly<Record<string, Prepare<Signer>>>;

export const REFUSED_ACTS = {
  'the client gives the application up': async (payments, { headers }) =>
    clientCall(payments, cancelApplication, { headers, body: { reason: 'TOO_EXPENSIVE' } }),
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;

export const APPLICANT_ACTS = {
  'the client closes the account': async (payments, { headers }) => clientCall(payments, closeAccount, { headers }),
  'orders are sent, and the bank pays': async (payments) => job(() => payOut(payments)),
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;

export const APPLICANT_NIGHT_ACTS = {
  'applications advance after a month': async (payments) => {
    atLeast(payments.clock, addDays(TODAY, 31));
    return job(() => advanceApplications(scoringContext(payments)));
  },
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;
