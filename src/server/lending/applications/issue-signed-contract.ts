import { withDefaultLocale } from '#i18n/locale.ts';
import { calendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import { titleOf } from '#server/lending/documents/document-head.ts';
import { type StoredDocument, storeDocument } from '#server/lending/documents/document-store.ts';
import { renderContract } from '#server/lending/loan-documents/contract.ts';
import { SIGNED } from '#server/lending/loan-documents/due-documents.ts';
import { maskedAccount } from '#server/lending/loan-documents/ensure-loan-document.ts';
import type { SignatureEvidence } from '#server/lending/loan-documents/signature-evidence.ts';
import { readBorrower } from '#server/lending/people/borrower.ts';
import { personSeal } from '#server/lending/people/person-seal.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { consultedOf, readChecks } from './checks/external-check-store.ts';
import { documentHead } from './draft-papers.ts';
import type { AgreementContext } from './prepare-agreement.ts';
import { readSteps } from './store/application-step-store.ts';

/** A signature whose contract has no proof in it yet. */
interface Unprinted {
  readonly signatureId: string;
  readonly personId: string;
  readonly loanId: string;
  readonly applicationId: string;
  readonly reference: string;
  readonly terms: LoanTerms;
  readonly valueDate: string;
  readonly shownAt: Date;
  readonly evidenceSealed: string;
  readonly seal: string;
}

/**
 * Prints the contracts that are missing, of all clients or of one.
 * @returns how many contracts were printed
 */
export async function issueSignedContracts(context: AgreementContext): Promise<number> {
  const unprinted = await readUnprinted(context);
  for (const one of unprinted) {
    try {
      await print(context, one);
    } catch (error) {
      context.log.error({ err: error, loanId: one.loanId }, 'a signed contract could not be printed');
    }
  }
  return unprinted.length;
}

/** The signed contract of a client's newest signature, if it is missing. */
export async function issueSignedContract(
  context: AgreementContext,
  { personId }: { readonly personId: string },
): Promise<void> {
  for (const one of await readUnprinted(context, personId)) await print(context, one);
}

async function readUnprinted({ db }: AgreementContext, personId?: string): Promise<Unprinted[]> {
  let query = db.kysely
    .selectFrom('signature')
    .innerJoin('agreement', 'agreement.id', 'signature.agreement_id')
    .innerJoin('application', 'application.id', 'agreement.application_id')
    .leftJoin('document', (join) =>
      join
        .onRef('document.loan_id', '=', 'signature.loan_id')
        .on('document.type', '=', 'CONTRACT')
        .on('document.cause', '=', SIGNED),
    )
    .select([
      'signature.id as signatureId',
      'signature.person_id as personId',
      'signature.loan_id as loanId',
      'application.id as applicationId',
      'application.reference',
      'agreement.terms',
      'agreement.value_date as valueDate',
      'agreement.created_at as shownAt',
      'signature.evidence_sealed as evidenceSealed',
      'signature.seal',
    ])
    .where('document.id', 'is', null)
    .orderBy('signature.signed_at')
    .limit(20);
  if (personId !== undefined) query = query.where('signature.person_id', '=', personId);
  return query.execute();
}

/** The very text that was shown, with the proof on its last page. */
async function print(context: AgreementContext, one: Unprinted): Promise<void> {
  const { db, vault, clock } = context;
  const person = await readPerson(db.kysely, vault, one.personId);
  // Somebody whose data were erased gets no more papers.
  if (!person) return;
  const seal = await personSeal(db.kysely, vault, one.personId);
  const { financial } = await readSteps(db.kysely, seal, one.applicationId);
  const signature = openEvidence(context, one);
  const valueDate = calendarDate(one.valueDate);
  const loan = { reference: one.reference, terms: one.terms, valueDate };
  const account = financial.data && maskedAccount(financial.data.cci);
  const consulted = consultedOf(await readChecks(db.kysely, seal, one.applicationId));
  const borrower = await readBorrower(db.kysely, person);
  for (const language of withDefaultLocale(person.language)) {
    const head = { ...documentHead(context, language), issuedAt: one.shownAt, issuedOn: valueDate };
    const bytes = await renderContract({ head, borrower, loan, account, consulted, signature });
    await db.kysely.transaction().execute(
      (trx): Promise<StoredDocument> =>
        storeDocument(trx, vault, {
          personId: one.personId,
          loanId: one.loanId,
          type: 'CONTRACT',
          cause: SIGNED,
          language,
          title: titleOf('CONTRACT', language, one.reference),
          bytes,
          businessDate: calendarDate(clock.businessDate()),
          now: clock.now(),
        }),
    );
  }
}

/** The evidence as it was sealed; a value that was changed does not open, or has another seal. */
function openEvidence({ vault }: AgreementContext, one: Unprinted): SignatureEvidence {
  const place = { table: 'signature', column: 'evidence_sealed', id: one.signatureId };
  const text = vault.open(one.evidenceSealed, place);
  if (vault.blindIndex('signature', text) !== one.seal) throw new Error('the seal of a signature is not its own');
  const evidence = JSON.parse(text) as Omit<SignatureEvidence, 'seal' | 'signedAt'> & { readonly signedAt: string };
  return { ...evidence, signedAt: new Date(evidence.signedAt), seal: one.seal };
}
