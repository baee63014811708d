import { confirmPaymentPlan } from '#api/endpoints/arrangements/confirm-payment-plan.ts';
import { requestExtension } from '#api/endpoints/arrangements/request-extension.ts';
import type { SigningPurpose } from '#api/signing.ts';
import { validate } from '#api/validate.ts';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { flexTerms } from '#loan/flex-pay.ts';
import { isDisbursed } from '#loan/loan.ts';
import { standingOn } from '#loan/standing.ts';
import type { TopUpOffer } from '#loan/top-up.ts';
import { type LoanSnapshot, policiesOf, readOpenLoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import type { Policies } from '#server/lending/parameters/policies.ts';
import type { IdentityContext, SignedAct } from '#server/lending/people/people-context.ts';
import type { ArrangementContext } from './arrangement-context.ts';
import { readExtensions, readLoanOfQuote } from './extension-store.ts';
import { offerPlan, planEligibility } from './plan-eligibility.ts';
import { offerOn } from './top-up-pricing.ts';
import { topUpPricesToday } from './top-up-situation.ts';
import { hasExpired, readLastTopUp, type TopUpRequest } from './top-up-store.ts';

/**
 * Finds what the code of an extension, a plan, flex pay or a top-up would sign, as it stands now, for the words of the
 * code's message.
 */
export function actToSign(services: ArrangementContext): IdentityContext['actToSign'] {
  const acts: Readonly<Record<SigningPurpose, (personId: string, act: unknown) => Promise<SignedAct | undefined>>> = {
    extend: (personId, act) => extension(services, personId, act),
    'confirm-plan': async (personId, act) => withSnapshot(services, personId, (...on) => plan(services, act, ...on)),
    'activate-flex': async (personId) => withSnapshot(services, personId, async (...on) => flex(...on)),
    'top-up': async (personId) => withSnapshot(services, personId, (snapshot) => topUp(services, snapshot)),
  };
  return (personId, purpose, act) => acts[purpose](personId, act);
}

async function withSnapshot(
  services: ArrangementContext,
  personId: string,
  read: (snapshot: LoanSnapshot, policies: Policies) => Promise<SignedAct | undefined>,
): Promise<SignedAct | undefined> {
  const snapshot = await readOpenLoanSnapshot(services, personId);
  return snapshot && read(snapshot, await policiesOf(services));
}

async function extension(
  { db, clock }: ArrangementContext,
  personId: string,
  act: unknown,
): Promise<SignedAct | undefined> {
  const body = requestExtension.body && validate(requestExtension.body, act);
  if (body?.kind !== 'valid') return undefined;
  const { quoteId } = body.value;
  if (!(await readLoanOfQuote(db.kysely, { id: quoteId, personId }))) return undefined;
  const [quote] = await readExtensions(db.kysely, [quoteId]);
  // One that was asked for may be asked for again, to pay it in another way.
  const isOpen = quote?.status === 'QUOTED' || quote?.status === 'PAYMENT_PENDING';
  if (!quote || !isOpen || clock.businessDate() > quote.validUntil) return undefined;
  const figures = { date: formatDate(quote.quote.price.newDueDate), amount: formatSoles(quote.priceCents) };
  return { subject: subjectOf('extend', quoteId), figures };
}

async function plan(
  { db }: ArrangementContext,
  act: unknown,
  snapshot: LoanSnapshot,
  { plan: settings }: Policies,
): Promise<SignedAct | undefined> {
  const body = confirmPaymentPlan.body && validate(confirmPaymentPlan.body, act);
  const eligibility = await planEligibility(db.kysely, snapshot, settings);
  if (body?.kind !== 'valid' || !eligibility || eligibility.reason) return undefined;
  const offered = offerPlan(snapshot, eligibility, body.value, settings);
  if (offered.kind === 'invalid') return undefined;
  const { payments, totalCents } = offered.offer;
  const figures = { count: String(payments.length), amount: formatSoles(totalCents) };
  return { subject: subjectOf('confirm-plan', offered.body.offerId), figures };
}

async function flex({ loan, day }: LoanSnapshot, { flex: settings }: Policies): Promise<SignedAct | undefined> {
  if (!isDisbursed(loan)) return undefined;
  const { minMonthlyCents } = flexTerms(standingOn(loan, day), settings);
  const subject = subjectOf('activate-flex', `${loan.number} ${minMonthlyCents}`);
  return { subject, figures: { amount: formatSoles(minMonthlyCents) } };
}

/** At the prices of today, which are those that are charged. */
async function topUp(
  { db: { kysely }, parameters }: ArrangementContext,
  snapshot: LoanSnapshot,
): Promise<SignedAct | undefined> {
  const { id, loan, day, now } = snapshot;
  const request = loan.topUp?.status === 'ORIGINATED' && (await readLastTopUp(kysely, id));
  const prices = topUpPricesToday(await parameters.inForce());
  if (!request || hasExpired(request, day.date, now) || typeof prices !== 'object') return undefined;
  const offer = offerOn(snapshot, request.principalCents, prices);
  const figures = { amount: formatSoles(offer.principalRequestedCents), total: formatSoles(offer.topUpTotalCents) };
  return { subject: subjectOfTopUp(request, offer), figures };
}

/** A top-up at its price: another price is another subject. */
export function subjectOfTopUp({ id }: TopUpRequest, { topUpTotalCents }: TopUpOffer): string {
  return subjectOf('top-up', `${id} ${topUpTotalCents}`);
}

/** The subject of a code: the one act that a code for this purpose may sign. */
export function subjectOf(purpose: SigningPurpose, what: string): string {
  return `${purpose}:${what}`;
}
