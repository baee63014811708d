import { fromOffer } from '#api/convert.ts';
import { makePublicOffer, type PublicOfferRequest } from '#api/endpoints/applications/make-public-offer.ts';
import { priceOffer } from '#loan/offer.ts';
import { checkInquiry, type Product, type ProductSettings } from '#loan/product.ts';
import { invalidFields, type Refusal, refused } from '#server/kit/errors.ts';
import type { Route } from '#server/kit/serve-endpoint.ts';
import { closedProduct } from '../application-refusals.ts';
import { settingsOfClient, signedInPerson } from '../personal-settings.ts';
import { type PublicOfferContext, publicOfferLimit } from '../public-offer.ts';

/** Prices an offer for a visitor who is not signed in: the figures of a first loan (design §8). */
const ANONYMOUS_SEQUENCE = 1;

/**
 * Prices an amount and a term with today's figures; a client who is signed in gets their own. The answer depends on the
 * body, the business date, the parameter version and the client's level alone, and there are only as many as steps × terms: each is computed and written once. Browsers do not keep
 * it, because tomorrow it is another.
 */
export function makePublicOfferRoute(context: PublicOfferContext): Route<typeof makePublicOffer> {
  // Settings are a new object with every business date and version, so that old offers vanish with them.
  const written = new WeakMap<ProductSettings, Map<string, string>>();

  function write(settings: ProductSettings, product: Product, amount: number, term: number): string {
    const offers = written.get(settings) ?? new Map<string, string>();
    written.set(settings, offers);
    const key = `${product.productId} ${amount} ${term}`;
    const known = offers.get(key);
    if (known !== undefined) return known;
    const json = JSON.stringify(fromOffer(priceOffer(product, amount, term, product.pricing.businessDate)));
    offers.set(key, json);
    return json;
  }

  return {
    endpoint: makePublicOffer,
    limit: publicOfferLimit(context),
    async answer({ body, request }) {
      const parameters = await context.parameters.inForce();
      const { pricing } = parameters;
      if (pricing.kind === 'refused') return refused(409, pricing.code, pricing.message);
      const personId = await signedInPerson(context, request);
      const settings =
        personId === undefined
          ? pricing.settings[ANONYMOUS_SEQUENCE]
          : await settingsOfClient(context, personId, parameters, pricing);
      const inquiry = decideInquiry(settings, body);
      if (inquiry.kind === 'refused') return inquiry;
      const { product, amount, term } = inquiry;
      return { kind: 'json', json: write(settings, product, amount, term), headers: { 'Cache-Control': 'no-store' } };
    },
  };
}

type Inquiry =
  | { readonly kind: 'valid'; readonly product: Product; readonly amount: number; readonly term: number }
  | Refusal;

/** A product is known only under its own kind of inquiry: asking for an instalment product as a single payment finds none. */
function decideInquiry(settings: ProductSettings, body: PublicOfferRequest): Inquiry {
  const [inquiry, products] =
    'singlePayInquiry' in body
      ? [body.singlePayInquiry, [settings.singlePayProduct]]
      : [body.installmentInquiry, settings.installmentProducts];
  const product = products.find(({ productId }) => productId === inquiry.productId);
  if (!product) return invalidFields([{ field: 'productId', code: 'unknown' }]);
  const closed = closedProduct(product);
  if (closed) return closed;
  const fieldErrors = checkInquiry(product, inquiry.amount, inquiry.term);
  if (fieldErrors.length > 0) return invalidFields(fieldErrors);
  return { kind: 'valid', product, amount: inquiry.amount, term: inquiry.term };
}
