import type { ProfileState } from '#api/application-body.ts';
import { signAgreement as endpoint } from '#api/endpoints/applications/sign-agreement.ts';
import { preferredLocale } from '#i18n/preferred-locale.ts';
import { areSameDocuments, type SignedDocument } from '#loan/application-decisions.ts';
import { invalidFields, type Refusal, refused, tooManyRequests } from '#server/kit/errors.ts';
import type { Client } from '#server/kit/gate.ts';
import { attachToLoan } from '#server/lending/documents/document-store.ts';
import { readOpenLoan } from '#server/lending/loans/store/loan-store.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { sealDestinations } from '#server/lending/payouts/payout-destination.ts';
import { type Done, doOnce } from '#server/lending/people/idempotent-call.ts';
import type { IdentityContext } from '#server/lending/people/people-context.ts';
import { answerChallenge, type Challenge, isCode } from '#server/lending/people/store/challenge-store.ts';
import { ACCEPTANCE_TEXTS } from './acceptance-texts.ts';
import { issueSignedContract } from './issue-signed-contract.ts';
import type { LockedApplication } from './locked-application.ts';
import { destinationOf } from './named-account.ts';
import { originateLoan } from './originate-loan.ts';
import { type AgreementContext, findAgreement, type Prepared } from './prepare-agreement.ts';
import { stateOf } from './read-profile-state.ts';
import { markAgreementSigned, type StoredAgreement } from './store/agreement-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { recordSignature, type Signer } from './store/record-signature.ts';
import { causeOrThrow, withApplication } from './with-application.ts';

export type SigningContext = AgreementContext & IdentityContext;

/** The request to sign, with the code. */
export interface Signing extends Signer {
  readonly request: Request;
  readonly client: Client;
  readonly body: { readonly agreementId: string; readonly code: string; readonly documents: readonly SignedDocument[] };
}

/**
 * Signs what was shown (domain 2.3.2 row 20): everything else is checked before the code, so that a refusal never burns
 * one. The loan, the order to pay it out, the proof of the signature and the application's step are one transaction. The
 * signed contract is printed afterwards, by the job if this request does not get to it.
 */
export async function signAgreement(context: SigningContext, signing: Signing): Promise<Done<ProfileState>> {
  const { client, request, body } = signing;
  const parameters = await context.parameters.inForce();
  const now = context.clock.now();
  const signed = await withApplication(context, client.personId, (held) =>
    doOnce<ProfileState>({ trx: held.trx, now }, { endpoint, request, client, body }, () =>
      sign(context, held, signing, parameters),
    ),
  );
  if (signed.kind === 'ok') await printContract(context, client.personId);
  return signed;
}

async function sign(
  context: SigningContext,
  held: LockedApplication,
  signing: Signing,
  parameters: ParametersInForce,
): Promise<ProfileState | Refusal> {
  const { trx, personId, application, now } = held;
  if (application && (await isSignedAlready(held, application, signing.body.agreementId))) {
    return stateOf(trx, personId, application, now);
  }
  const found = await findAgreement(context, held, parameters);
  if (found.kind === 'refused') return found;
  if (!application || found.kind !== 'prepared' || !isWhatWasShown(found.agreement, signing.body)) {
    return refused(409, 'document_changed', 'The papers are not those that stand to be signed.');
  }
  if (await readOpenLoan(trx, personId)) return refused(409, 'active_loan', 'There is a loan that is not paid.');
  const proof = await checkCode(context, held, signing);
  if (proof.kind === 'refused') return proof;
  const loanId = await makeLoan(context, held, application, found);
  await storeEvidence(context, held, { ...found, loanId, challenge: proof.challenge }, signing);
  await causeOrThrow(held, 'agreement-signed', {
    actor: 'client',
    data: { agreement: found.agreement.id },
    change: { loan_id: loanId },
  });
  return stateOf(trx, personId, held.application, now);
}

/** Detects a double click without an idempotency key by the agreement itself. */
async function isSignedAlready({ trx }: LockedApplication, { id }: StoredApplication, agreementId: string) {
  const row = await trx
    .selectFrom('agreement')
    .select('id')
    .where('application_id', '=', id)
    .where('id', '=', agreementId)
    .where('signed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

function isWhatWasShown(agreement: StoredAgreement, { agreementId, documents }: Signing['body']): boolean {
  return agreement.id === agreementId && areSameDocuments(agreement.documents, documents);
}

/** The code that was sent for this very session and purpose; a wrong one counts, whatever happens to the rest. */
async function checkCode(
  { clock, vault }: SigningContext,
  { trx }: LockedApplication,
  { client, body }: Signing,
): Promise<{ readonly kind: 'met'; readonly challenge: Challenge } | Refusal> {
  const row = await trx
    .selectFrom('challenge')
    .select(['id', 'subject'])
    .where('session_id', '=', client.sessionId)
    .where('kind', '=', 'STEP_UP')
    .where('purpose', '=', 'sign-agreement')
    .where('method', '=', 'otp')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  // Papers of a new day are another agreement: their code names what they cost.
  if (!row || row.subject !== body.agreementId) return invalidFields([{ field: 'code', code: 'expired' }]);
  const outcome = await answerChallenge(trx, row.id, clock.now(), (challenge) => isCode(vault, challenge, body.code));
  if (outcome.kind === 'met') return outcome;
  if (outcome.kind === 'worn-out') return tooManyRequests(outcome.retryAfterSeconds);
  return invalidFields([{ field: 'code', code: outcome.kind === 'wrong' ? 'invalid' : 'expired' }]);
}

async function makeLoan(
  context: SigningContext,
  held: LockedApplication,
  application: StoredApplication,
  { agreement }: Prepared,
): Promise<string> {
  const { clock, vault } = context;
  const made = await originateLoan(
    held.trx,
    { clock, sealDestination: sealDestinations(vault) },
    {
      personId: held.personId,
      terms: agreement.terms,
      ...(await destinationOf(context, held)),
    },
  );
  if (made.kind === 'refused') throw new Error(`${application.reference}: ${made.reason}`);
  return made.loanId;
}

/** The proof; and the papers become the loan's. */
async function storeEvidence(
  context: SigningContext,
  { trx, personId, now }: LockedApplication,
  signed: Prepared & { readonly loanId: string; readonly challenge: Challenge },
  signing: Signing,
): Promise<void> {
  const { agreement, loanId, challenge } = signed;
  const { documents } = agreement;
  const subject = { agreement_id: agreement.id, top_up_id: null };
  const acceptances = [ACCEPTANCE_TEXTS[preferredLocale(signing.request, signed.language)]];
  await recordSignature(trx, context, { personId, loanId, subject, challenge, documents, acceptances }, signing);
  await markAgreementSigned(trx, agreement.id, now);
  const own = documents.filter(({ type }) => type !== 'PRIVACY_NOTICE').map((document) => document.id);
  await attachToLoan(trx, own, { personId, loanId });
}

async function printContract(context: SigningContext, personId: string): Promise<void> {
  try {
    await issueSignedContract(context, { personId });
  } catch (error) {
    // The signature stands: the job prints the contract with its proof.
    context.log.error({ err: error, personId }, 'the signed contract could not be printed yet');
  }
}
