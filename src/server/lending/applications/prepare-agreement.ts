import type { DocumentLanguage } from '#api/document-types.ts';
import type { PaperBlock } from '#api/paper-words.ts';
import type { ReceivingAccount } from '#api/payout-body.ts';
import { withDefaultLocale } from '#i18n/locale.ts';
import { allowedEvents } from '#loan/application.ts';
import { type AgreementFigures, type ChangedFigure, changedFigures } from '#loan/application-decisions.ts';
import type { BankCalendar } from '#loan/business-days.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import type { LoanTerms } from '#loan/loan.ts';
import { loanTerms } from '#loan/loan-terms.ts';
import type { Offer } from '#loan/offer.ts';
import type { Consulted } from '#loan/requirements.ts';
import type { Refusal } from '#server/kit/errors.ts';
import { uuidv7 } from '#server/kit/uuid.ts';
import type { Borrower } from '#server/lending/documents/document-head.ts';
import type { DocumentsContext } from '#server/lending/documents/documents-context.ts';
import { maskedAccount } from '#server/lending/loan-documents/ensure-loan-document.ts';
import { priceContract } from '#server/lending/loan-documents/loan-figures.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import type { DataOfficer } from '#server/lending/parameters/policies.ts';
import { readBorrower } from '#server/lending/people/borrower.ts';
import { readPerson } from '#server/lending/people/store/person-store.ts';
import { receivingAccountOf } from './account-in-use.ts';
import type { ApplicationContext } from './application-context.ts';
import { expiredOr, illegalTransition, noApplication, offerRefused } from './application-refusals.ts';
import type { ChecksContext } from './checks/ask-checks.ts';
import { consultedOf, readChecks } from './checks/external-check-store.ts';
import { type Draft, renderDrafts, storeDrafts, wordsOf } from './draft-papers.ts';
import type { LockedApplication } from './locked-application.ts';
import { offerToday } from './offer-today.ts';
import { readCurrentAgreement, replaceAgreement, type StoredAgreement } from './store/agreement-store.ts';
import { readSteps } from './store/application-step-store.ts';
import type { StoredApplication } from './store/application-store.ts';
import { readCurrentOffer, type StoredOffer } from './store/offer-store.ts';
import { causeOrThrow, withApplication } from './with-application.ts';

/** Applications whose papers are printed. */
export type AgreementContext = ChecksContext & Pick<DocumentsContext, 'provider' | 'siteUrl'>;

/** The agreement that can be signed today. */
export interface Prepared {
  readonly kind: 'prepared';
  readonly agreement: StoredAgreement;
  readonly offer: StoredOffer;
  readonly priced: Offer;
  readonly language: DocumentLanguage;
  /** The words of the papers, by their ids. */
  readonly words: ReadonlyMap<string, PaperBlock[]>;
  readonly account: ReceivingAccount | null;
}

/** Everything the papers of an agreement are printed from. */
interface Source {
  readonly kind: 'source';
  readonly application: StoredApplication;
  readonly offer: StoredOffer;
  readonly terms: LoanTerms;
  readonly valueDate: CalendarDate;
  readonly borrower: Borrower;
  readonly account: string;
  readonly language: DocumentLanguage;
  readonly consulted: Consulted;
  readonly dataOfficer: DataOfficer | undefined;
  /** The agreement that was shown before, if there was one. */
  readonly before: StoredAgreement | undefined;
  readonly changed: readonly ChangedFigure[];
}

/**
 * The papers to be signed today (domain 2.3.2 rows 15 and 19): those that were shown, while every figure and date in them
 * is still true; new ones otherwise, with what has changed. They are rendered outside any transaction; of two
 * concurrent requests the one that stores first wins.
 */
export async function prepareAgreement(context: AgreementContext, personId: string): Promise<Prepared | Refusal> {
  const parameters = await context.parameters.inForce();
  const days = await context.calendar.days(context.db.kysely);
  const found = await withApplication(context, personId, (held) => findAgreement(context, held, parameters));
  if (found.kind !== 'source') return found;
  const id = uuidv7(context.clock.now());
  const drafts = await renderAll(context, found, days);
  return withApplication(context, personId, async (held) => {
    const again = await findAgreement(context, held, parameters);
    if (again.kind !== 'source') return again;
    if (again.offer.id !== found.offer.id || held.today !== found.valueDate) {
      throw new Error(`the offer of ${again.application.reference} moved while its papers were printed`);
    }
    await storeAgreement(context, held, { ...again, id }, drafts);
    return preparedOf(
      context,
      held,
      again,
      (await readCurrentAgreement(held.trx, again.application.id)) as StoredAgreement,
    );
  });
}

/** Finds the agreement that stands, or the source of a new one, or the reason why there cannot be one. */
export async function findAgreement(
  { vault }: Pick<ApplicationContext, 'vault'>,
  held: LockedApplication,
  parameters: ParametersInForce,
): Promise<Prepared | Source | Refusal> {
  const { application, trx, today, now } = held;
  if (!application) return noApplication();
  if (application.stage !== 'AGREEMENT') return notAtAgreement(application);
  const offer = await readCurrentOffer(trx, application.id);
  if (!offer) throw new Error(`${application.reference} is at its agreement and has no offer`);
  const current = offerToday(offer, parameters, { today, now });
  if (current.kind === 'refused') return current;
  if (current.refusal) return offerRefused(current.refusal);
  const { loan, dataOfficer } = parameters.policies();
  const terms = loanTerms(current.product, offer.amount, offer.term, loan);
  const before = await readCurrentAgreement(trx, application.id);
  const changed = before ? changedFigures(figuresOf(before.terms, before.valueDate), figuresOf(terms, today)) : [];
  const source = { kind: 'source', application, offer, terms, valueDate: today, before, changed } as const;
  if (before && before.offerId === offer.id && changed.length === 0) return preparedOf({ vault }, held, source, before);
  return { ...source, dataOfficer, ...(await readParty(vault, held, application)) };
}

function notAtAgreement({ stage }: StoredApplication): Refusal {
  const events = allowedEvents(stage, 'client');
  const refusal = { kind: 'refused', reason: 'illegal-transition', stage, allowedEvents: events } as const;
  return expiredOr(stage, illegalTransition(refusal));
}

async function preparedOf(
  { vault }: Pick<ApplicationContext, 'vault'>,
  { trx, personId, seal }: LockedApplication,
  { offer }: Pick<Source, 'offer'>,
  agreement: StoredAgreement,
): Promise<Prepared> {
  const { language } = await trx
    .selectFrom('person')
    .select('language')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const { offer: priced } = priceContract(agreement.terms, agreement.valueDate);
  const words = agreement.documents.flatMap((document) => {
    const said = wordsOf(seal, agreement.id, document);
    return said ? [[document.id, said] as const] : [];
  });
  const account = await receivingAccountOf(trx, vault, personId);
  return { kind: 'prepared', agreement, offer, priced, language, words: new Map(words), account };
}

async function readParty(
  vault: ApplicationContext['vault'],
  { trx, seal, personId }: LockedApplication,
  { id, reference }: StoredApplication,
): Promise<Pick<Source, 'borrower' | 'account' | 'language' | 'consulted'>> {
  const person = await readPerson(trx, vault, personId);
  const { financial } = await readSteps(trx, seal, id);
  if (!person || !financial.data) throw new Error(`${reference} has no signer or no account to pay to`);
  return {
    borrower: await readBorrower(trx, person),
    account: maskedAccount(financial.data.cci),
    language: person.language,
    consulted: consultedOf(await readChecks(trx, seal, id)),
  };
}

function figuresOf(terms: LoanTerms, valueDate: CalendarDate): AgreementFigures {
  const { offer } = priceContract(terms, valueDate);
  return {
    dueDate: offer.dueDate,
    totalCents: offer.totalCents,
    tceaPercent: offer.tceaPercent,
    scheduleDates: (offer.schedule ?? []).map(({ dueDate }) => dueDate),
    scheduleCents: (offer.schedule ?? []).map(({ totalCents }) => totalCents),
  };
}

/** Renders the papers in Spanish, the text that binds, and in English for clients who read English. */
async function renderAll(context: AgreementContext, source: Source, calendar: BankCalendar): Promise<Draft[]> {
  const { application, terms, valueDate, borrower, account, language, consulted, dataOfficer } = source;
  const loan = { reference: application.reference, terms, valueDate };
  const drafts: Draft[] = [];
  for (const one of withDefaultLocale(language)) {
    drafts.push(...(await renderDrafts(context, { loan, borrower, account, calendar, consulted, dataOfficer }, one)));
  }
  return drafts;
}

async function storeAgreement(
  context: AgreementContext,
  held: LockedApplication,
  source: Source & { readonly id: string },
  drafts: readonly Draft[],
): Promise<void> {
  const { trx, personId, seal, now } = held;
  const { id, application, offer, terms, valueDate, before, changed, consulted } = source;
  const documents = await storeDrafts(trx, context, { personId, seal, agreementId: id, consulted }, drafts);
  await replaceAgreement(trx, {
    id,
    applicationId: application.id,
    offerId: offer.id,
    terms,
    valueDate,
    documents,
    changed,
    now,
  });
  if (before) await causeOrThrow(held, 'agreement-renewed', { actor: 'clock', data: { changed } });
}
