import type { Kysely } from 'kysely';
import type { FieldError } from '#api/errors.ts';
import type { TopUpBody, TopUpOfferBody } from '#api/top-up-body.ts';
import { isDisbursed } from '#loan/loan.ts';
import { type Cents, toSoles, ZERO } from '#loan/money.ts';
import { standingOn } from '#loan/standing.ts';
import { checkTopUpAmount, type TopUpOffer, type TopUpPrices, topUpOffer } from '#loan/top-up.ts';
import { type CodeOf, invalidFields, type Refusal, refusedBecause } from '#server/kit/errors.ts';
import type { Tables } from '#server/kit/tables.ts';
import { offerIdOf } from '#server/lending/applications/offer-id.ts';
import type { LoanSnapshot } from '#server/lending/loans/loan-snapshot.ts';
import { presentTerm } from '#server/lending/loans/present-term.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import { type TopUpSituation, topUpPricesToday, topUpSituation } from './top-up-situation.ts';
import type { TopUpRequest } from './top-up-store.ts';

export type PricedTopUp =
  | { readonly kind: 'priced'; readonly offer: TopUpOffer; readonly prices: TopUpPrices }
  | Refusal;

/**
 * Prices a top-up of the loan today (domain 2.15, 3.8), or says why it is not available.
 * @param field the caller's name of the amount: `amount` of the offer, `principal` of the request
 */
export async function priceTopUp(
  db: Kysely<Tables>,
  snapshot: LoanSnapshot | undefined,
  parameters: ParametersInForce,
  { amountCents, field }: { readonly amountCents: Cents; readonly field: 'amount' | 'principal' },
): Promise<PricedTopUp> {
  if (!snapshot) return notAvailable('no-active-loan');
  const situation = await topUpSituation(db, snapshot, parameters);
  const prices = pricesOf(situation);
  if (prices.kind === 'refused') return prices;
  const wrong = checkAmount(snapshot, situation, amountCents, field);
  if (wrong) return invalidFields([wrong]);
  return { ...prices, offer: offerOn(snapshot, amountCents, prices.prices) };
}

/** The prices of a top-up that may be agreed now, or the reason why none may be. */
export function pricesOf({
  refusal,
  prices,
}: TopUpSituation): { readonly kind: 'priced'; readonly prices: TopUpPrices } | Refusal {
  return refusal || !prices ? notAvailable(refusal ?? 'not-priced') : { kind: 'priced', prices };
}

/** Checks the amount against what is available now: more than that, or nothing, is refused. */
export function checkAmount(
  { loan }: LoanSnapshot,
  { availableCents }: TopUpSituation,
  amountCents: Cents,
  field: 'amount' | 'principal',
): (FieldError & { readonly code: 'out_of_range' | 'step' }) | undefined {
  const wrong = checkTopUpAmount(amountCents, availableCents, loan.terms.policy.topUp.stepCents);
  return wrong && { field, code: wrong.code };
}

/** The breakdown of a top-up that is paid out today. */
export function offerOn({ loan, day }: LoanSnapshot, amountCents: Cents, prices: TopUpPrices): TopUpOffer {
  if (!isDisbursed(loan)) throw new RangeError(`loan ${loan.number} has not been paid out`);
  return topUpOffer(standingOn(loan, day), loan.facts, amountCents, prices);
}

type NoTopUp =
  | NonNullable<TopUpSituation['refusal']>
  | 'out_of_range'
  | 'step'
  | 'no-active-loan'
  | 'none-was-asked-for'
  | 'not-priced';

const NO_TOP_UP: CodeOf<NoTopUp> = {
  'not-a-single-payment': 'not_available',
  'loan-not-performing': 'not_available',
  'top-up-in-progress': 'not_available',
  'extension-in-progress': 'not_available',
  'was-late': 'not_available',
  'too-early': 'not_available',
  'too-close-to-due-date': 'not_available',
  'nothing-available': 'not_available',
  'loan-not-disbursed': 'not_available',
  'under-review': 'not_available',
  out_of_range: 'not_available',
  step: 'not_available',
  'no-active-loan': 'not_available',
  'none-was-asked-for': 'not_available',
  'not-priced': 'not_available',
  'parameter-missing': 'parameter_missing',
  'rate-cap-changed': 'rate_cap_changed',
};

export function notAvailable(reason: NoTopUp): Refusal {
  return refusedBecause(reason, NO_TOP_UP, `No top-up: ${reason}.`);
}

export function presentTopUpOffer({ loan }: LoanSnapshot, offer: TopUpOffer): TopUpOfferBody {
  // In one order, so that an offer has the same name after it was stored.
  const names = (Object.keys(offer.feesCents) as (keyof TopUpOfferBody['fees'])[]).sort();
  const figures = {
    principalRequested: toSoles(offer.principalRequestedCents),
    fees: Object.fromEntries(names.map((name) => [name, { net: toSoles(offer.feesCents[name] ?? ZERO) }])),
    totalFeesVat: toSoles(offer.totalFeesVatCents),
    topUpTotal: toSoles(offer.topUpTotalCents),
    dueDate: offer.dueDate,
    tcea: offer.tceaPercent,
    loanTotalAfter: toSoles(offer.loanTotalAfterCents),
  };
  const offerId = offerIdOf([loan.number, figures]);
  return { offerId, ...figures, loanTerms: offer.loanTerms.map(presentTerm) };
}

/**
 * Presents a top-up on its way: while it waits for the signature with what it costs today, afterwards with what was
 * signed. On a day without a price it shows the offer as requested, which cannot be signed then.
 */
export function presentTopUp(
  snapshot: LoanSnapshot,
  request: TopUpRequest,
  status: 'ORIGINATED' | 'DISBURSING',
  parameters: ParametersInForce,
): TopUpBody {
  const prices = topUpPricesToday(parameters);
  const today = typeof prices === 'object' ? offerOn(snapshot, request.principalCents, prices) : request.offer;
  const offer = request.signedOffer ?? today;
  return { status, offer: presentTopUpOffer(snapshot, offer), expiresAt: request.expiresAt.toISOString() };
}
