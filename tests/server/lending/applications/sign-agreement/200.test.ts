import { expect, test } from 'vitest';
import { signAgreement } from '#api/endpoints/applications/sign-agreement.ts';
import { listDocuments } from '#api/endpoints/documents/list-documents.ts';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { createBusinessCalendar } from '#server/lending/parameters/business-calendar.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { verifyLedger } from '#server/lending/portfolio/verify-ledger.ts';
import { applyContactChanges } from '#server/lending/profile/apply-contact-changes.ts';
import {
  anAgreement,
  aSigner,
  payOut,
  readAgreement,
  signatureOf,
  stateOf,
} from '#tests/support/applications/applicant.ts';
import { accept, aRepeatOffer, writtenOf } from '#tests/support/applications/offers.ts';
import { acceptedBody, callEndpoint, identityContext, withTestLending } from '#tests/support/lending/lending-app.ts';
import { TestBank } from '#tests/support/loans/loan-service.ts';
import type { Borrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const sign = ({ headers }: Borrower, body: object, more: Record<string, string> = {}) =>
  callEndpoint(lending, signAgreement, { headers: { ...headers, ...more }, body });

async function aReadySigner() {
  const { applicant, agreement } = await anAgreement(lending);
  return { applicant, agreement, body: await signatureOf(lending, applicant, agreement) };
}

const ordersOf = async (applicant: Borrower) => {
  const { loans } = await writtenOf(lending, applicant);
  return (await Promise.all(loans.map(({ id }) => readOrders(lending.db.kysely, id)))).flat();
};

test('the loan, the order to pay it out and the step of the application come with the signature, all at once', async () => {
  const { applicant, body } = await aReadySigner();
  expect(acceptedBody(await sign(applicant, body))).toMatchObject({
    application: { stage: 'ISSUING', status: 'ISSUING_LOAN' },
    nextScreen: { name: 'application-completed' },
    loan: { status: 'ORIGINATED' },
  });
  const { loans, applications, agreements } = await writtenOf(lending, applicant);
  expect(applications).toMatchObject([{ loan_id: loans[0]?.id }]);
  expect(agreements).toMatchObject([{ id: body.agreementId, signed_at: expect.any(Date), voided_at: null }]);
  expect(await ordersOf(applicant)).toMatchObject([{ purpose: 'loan' }]);
  const { problems } = await verifyLedger(lending.db.kysely, createBusinessCalendar(lending.clock.now));
  expect(problems).toEqual([]);
});

test('the proof says who signed which papers, sealed: neither telephone nor words are in the table', async () => {
  const { applicant, agreement, body } = await aReadySigner();
  await sign(applicant, body);
  const row = await lending.db.kysely
    .selectFrom('signature')
    .selectAll()
    .where('agreement_id', '=', body.agreementId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ person_id: applicant.personId, challenge_id: expect.any(String) });
  const place = { table: 'signature', column: 'evidence_sealed', id: row.id };
  const text = lending.vault.open(row.evidence_sealed, place);
  expect(JSON.parse(text)).toMatchObject({
    signedOn: '2026-01-15',
    channel: 'SMS',
    documents: agreement.documents.map(({ title, sha256 }) => ({ title, sha256 })),
    acceptances: [agreement.acceptance],
  });
  expect(row.seal).toBe(lending.vault.blindIndex('signature', text));
  expect(text).not.toContain(applicant.phone);
  expect(row.evidence_sealed).not.toContain(agreement.acceptance);
});

test('on an English screen titles and the box are English, and the proof has the words that stood there', async () => {
  const { applicant } = await anAgreement(lending);
  const english = { ...applicant, headers: { ...applicant.headers, 'accept-language': 'en' } } as Borrower;
  const agreement = await readAgreement(lending, english);
  expect(agreement.documents[0]).toMatchObject({ language: 'es', title: expect.stringMatching(/^Loan contract /) });
  expect(agreement.acceptance).toContain('I have read the contract with its schedule, the summary sheet');
  const body = await signatureOf(lending, english, agreement);
  acceptedBody(await callEndpoint(lending, signAgreement, { headers: english.headers, body }));
  const { id, evidence_sealed } = await lending.db.kysely
    .selectFrom('signature')
    .selectAll()
    .where('agreement_id', '=', body.agreementId)
    .executeTakeFirstOrThrow();
  const place = { table: 'signature', column: 'evidence_sealed', id };
  expect(JSON.parse(lending.vault.open(evidence_sealed, place)).acceptances).toEqual([agreement.acceptance]);
});

test('the signed papers are the loan’s from now on, the contract with its proof among them', {
  tags: 'promise-offers-and-signing',
}, async () => {
  const signer = await aSigner(lending);
  const { loan } = await stateOf(lending, signer);
  const { items } = acceptedBody(await callEndpoint(lending, listDocuments, { headers: signer.headers }));
  const ofLoan = items.filter(({ loanNumber }) => loanNumber === loan?.number).map(({ type }) => type);
  expect(ofLoan).toEqual(expect.arrayContaining(['CONTRACT', 'HOJA_RESUMEN', 'SCHEDULE']));
});

test('a double click without a key, and the same key again, are one loan', async () => {
  const { applicant, body } = await aReadySigner();
  const key = { 'Idempotency-Key': 'sign-agreement-1' };
  const first = acceptedBody(await sign(applicant, body, key));
  const again = await sign(applicant, body, key);
  expect([acceptedBody(again), again.headers.get('Idempotency-Replayed')]).toEqual([first, 'true']);
  expect(acceptedBody(await sign(applicant, body))).toEqual(first);
  expect(await ordersOf(applicant)).toHaveLength(1);
});

test('ten at once sign once', { tags: 'asvs-2.3.4' }, async () => {
  const { applicant, body } = await aReadySigner();
  const answers = await Promise.all(Array.from({ length: 10 }, () => sign(applicant, body)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const orders = await ordersOf(applicant);
  expect(orders).toHaveLength(1);
  const bank = await payOut(lending);
  expect(bank.paidOut.get(orders[0]?.id ?? '')).toMatchObject({ amountCents: 50_000 });
});

test('a client who has paid a loan signs another one, and sees their own screen', async () => {
  const { applicant, offer } = await aRepeatOffer(lending);
  await accept(lending, applicant, offer.offerId);
  lending.clock.pass({ minutes: 1 });
  const body = await signatureOf(lending, applicant, await readAgreement(lending, applicant));
  expect(acceptedBody(await sign(applicant, body))).toMatchObject({
    nextScreen: { name: 'application-completed-returning' },
    loan: { status: 'ORIGINATED' },
  });
  expect((await writtenOf(lending, applicant)).loans.map(({ status }) => status).sort()).toEqual([
    'ORIGINATED',
    'PAID',
  ]);
});

test('an account that was named in the settings meanwhile gets the money, after its day', async () => {
  const { applicant, agreement } = await anAgreement(lending, { stepUp: ['change-bank-account'] });
  const account = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
  acceptedBody(await callEndpoint(lending, changeBankAccount, { headers: applicant.headers, body: account }));
  acceptedBody(await sign(applicant, await signatureOf(lending, applicant, agreement)));
  const bank = new TestBank(lending.clock);
  const paid = async () => {
    // Others of this file are paid first, ten at a time.
    for (let round = 0; round < 4; round += 1) await payOut(lending, bank);
    return [...bank.paidOut.values()].filter(({ cci }) => cci === account.cci);
  };
  expect(await paid()).toEqual([]);
  lending.clock.pass({ hours: 25 });
  await applyContactChanges(identityContext(lending));
  expect(await paid()).toMatchObject([{ amountCents: 50_000 }]);
});
