import { sendInquiry } from '#api/endpoints/applications/send-inquiry.ts';
import { calendarDate } from '#loan/calendar.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import { storeDocument } from '#server/lending/documents/document-store.ts';
import { issueTaxPapers } from '#server/lending/tax-documents/issue-tax-papers.ts';
import { EX1_INQUIRY, uploadFile } from '../applications/applicant.ts';
import { loanServiceOf } from '../loans/client-loans.ts';
import { aLoan } from '../loans/loan-service.ts';
import { aTransferTo } from '../payments/payments.ts';
import { type Borrower, signIn } from '../people/borrower.ts';
import { documentThrough } from '../tax-documents/tax-service.ts';
import { acceptedBody, callEndpoint, type TestLending } from './lending-app.ts';

/** The values of a path's braces, and what else a call needs to get as far as looking for them. */
export interface OwnershipSample {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something that belongs to `owner`, and the same call for something that does not exist. */
export type OwnershipSamples = (
  lending: TestLending,
  owner: Borrower,
) => Promise<{ readonly theirs: OwnershipSample; readonly absent: OwnershipSample }>;

/**
 * Samples for every protected endpoint whose path names something of a client's: "not yours" is "not there", byte for
 * byte (domain 2.0). The authorisation test fails for an endpoint that has no entry here.
 */
export const OWNERSHIP_SAMPLES: Readonly<Record<string, OwnershipSamples>> = {
  'revoke-session': async (lending, owner) => {
    const { sessionId } = await signIn(lending, owner.personId);
    return { theirs: { params: { id: sessionId } }, absent: { params: { id: uuidv7(Date.now()) } } };
  },
  'revoke-passkey': async ({ db }, { personId }) => {
    const [id, at] = [uuidv7(Date.now()), new Date()];
    const passkey = {
      id,
      credential_id: id,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      name: 'Chrome',
    };
    const times = { created_at: at, counts_at: at, last_used_at: null, removed_at: null };
    const owner = { person_id: personId, session_id: null, rp_id: 'localhost', user_handle: 'handle' };
    await db.kysely
      .insertInto('person_passkey')
      .values({ ...passkey, ...times, ...owner })
      .execute();
    return { theirs: { params: { id } }, absent: { params: { id: uuidv7(Date.now()) } } };
  },
  ...aLoanOf(
    'get-loan',
    'get-payment-options',
    'get-payoff-quote',
    'get-what-if',
    'make-payment-preview',
    'request-refund',
  ),
  ...aPaymentOf('get-payment', 'cancel-payment', 'send-voucher'),
  'delete-application-document': async (lending, owner) => {
    const { headers } = owner;
    acceptedBody(await callEndpoint(lending, sendInquiry, { headers, body: EX1_INQUIRY }));
    const documentId = await uploadFile(lending, headers, 'SELFIE');
    return { theirs: { params: { documentId } }, absent: { params: { documentId: uuidv7(Date.now()) } } };
  },
  'get-document-file': async ({ db, vault, clock }, { personId }) => {
    const notice = {
      personId,
      loanId: null,
      type: 'PRIVACY_NOTICE',
      cause: 'sign-up',
      language: 'es',
      title: 'Aviso de privacidad',
      bytes: Buffer.from('%PDF-1.7 /Type /Page '),
      businessDate: calendarDate(clock.businessDate()),
      now: clock.now(),
    } as const;
    const { id } = await db.kysely.transaction().execute((trx) => storeDocument(trx, vault, notice));
    return { theirs: { params: { id } }, absent: { params: { id: '01890000-0000-7000-8000-000000000000' } } };
  },
  'get-tax-document-xml': async (lending, { personId }) => {
    const loans = loanServiceOf(lending);
    const { id: loanId } = await aLoan(loans, undefined, personId);
    await documentThrough(loans, '2026-02-15');
    await issueTaxPapers({
      db: lending.db,
      vault: lending.vault,
      siteUrl: 'https://example.pe',
      log: loans.context.log,
    });
    const paper = lending.db.kysely.selectFrom('document').select('id').where('loan_id', '=', loanId);
    const { id } = await paper.where('type', '=', 'TAX_RECEIPT').executeTakeFirstOrThrow();
    return { theirs: { params: { id } }, absent: { params: { id: '01890000-0000-7000-8000-000000000000' } } };
  },
};

/** Calls about a loan, by its number. */
function aLoanOf(...calls: readonly string[]): Record<string, OwnershipSamples> {
  const samples: OwnershipSamples = async (lending, { personId }) => {
    const { loan } = await aLoan(loanServiceOf(lending), undefined, personId);
    return { theirs: { params: { number: loan.number } }, absent: { params: { number: 'P-2026-9999999' } } };
  };
  return Object.fromEntries(calls.map((call) => [call, samples]));
}

/** Calls about a payment, by its id. */
function aPaymentOf(...calls: readonly string[]): Record<string, OwnershipSamples> {
  const samples: OwnershipSamples = async (lending, { personId }) => {
    const { loan } = await aLoan(loanServiceOf(lending), undefined, personId);
    const id = await aTransferTo(lending, loan.number, personId);
    return { theirs: { params: { id } }, absent: { params: { id: uuidv7(Date.now()) } } };
  };
  return Object.fromEntries(calls.map((call) => [call, samples]));
}
