import type { ApplicationOffer } from '#api/application-body.ts';
import { fromOffer } from '#api/convert.ts';
import { type OfferRefusal, offerRefusal } from '#loan/application-decisions.ts';
import type { CalendarDate } from '#loan/calendar.ts';
import { type Offer, priceOffer } from '#loan/offer.ts';
import { allProducts, type Pricing, type Product } from '#loan/product.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import type { ParametersInForce } from '#server/lending/parameters/parameters.ts';
import type { StoredOffer } from './store/offer-store.ts';

/** The legal figures of today, which no promise of ours can freeze. */
type LegalFigures = Pick<Pricing, 'businessDate' | 'capPercent' | 'igvPercent' | 'parameterVersion'>;

/** An offer as it is today: its own rate and fees, which were promised, under today's cap and taxes. */
export interface OfferToday {
  readonly kind: 'offer';
  readonly product: Product;
  readonly priced: Offer;
  /** Why it does not stand, if it does not. */
  readonly refusal: OfferRefusal | undefined;
}

/** Prices a stored offer on a day. A refusal when the lender has no figures for the day. */
export function offerToday(
  offer: StoredOffer,
  { pricing }: ParametersInForce,
  { today, now }: { readonly today: CalendarDate; readonly now: number },
): OfferToday | Refusal {
  if (pricing.kind === 'refused') return refused(409, 'parameter_missing', pricing.message);
  const legal = legalFigures(allProducts(pricing.settings[2])[0]);
  const product = { ...offer.product, pricing: { ...offer.product.pricing, ...legal } };
  return {
    kind: 'offer',
    product,
    priced: priceOffer(product, offer.amount, offer.term, today),
    refusal: offerRefusal({
      isExpired: offer.validUntil.getTime() <= now,
      isCurrent: true,
      teaPercent: product.pricing.teaPercent,
      capPercent: product.pricing.capPercent,
    }),
  };
}

function legalFigures(product: Product | undefined): LegalFigures | undefined {
  if (!product) return undefined;
  const { businessDate, capPercent, igvPercent, parameterVersion } = product.pricing;
  return { businessDate, capPercent, igvPercent, parameterVersion };
}

/** From the engine to the wire. */
export function presentOffer(offer: StoredOffer, { product, priced }: OfferToday): ApplicationOffer {
  const { minAmount, maxAmount, terms, limits } = offer.approved;
  return {
    offer: fromOffer(priced).offer,
    offerId: offer.id,
    selection: {
      productType: product.productType,
      productId: product.productId,
      amount: offer.amount,
      term: offer.term,
    },
    validUntil: offer.validUntil.toISOString(),
    approved: {
      minAmount,
      maxAmount,
      terms: [...terms],
      limits: limits.map(({ term, maxAmount: max }) => ({ term, maxAmount: max })),
    },
  };
}
