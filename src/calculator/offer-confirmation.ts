import { call, type Route } from '#api/call.ts';
import type { getProductSettings, ProductSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { makePublicOffer, PublicOfferBody } from '#api/endpoints/applications/make-public-offer.ts';
import { toSoles } from '#loan/money.ts';
import type { Offer } from '#loan/offer.ts';
import type { Selection } from '#loan/selection.ts';
import { environment } from '#stores/environment.ts';
import { foregroundFetch } from '#stores/request.ts';
import { $accessToken } from '#stores/session.ts';

/**
 * Repeated here so that the home page does not load the endpoints' schemas; a test compares them with the endpoints.
 */
export const MAKE_PUBLIC_OFFER: Route<typeof makePublicOffer> = { method: 'POST', path: '/api/v1/public/offer' };
export const GET_PRODUCT_SETTINGS: Route<typeof getProductSettings> = {
  method: 'GET',
  path: '/api/v1/public/offer/product-settings',
};

/**
 * `differs`: the server has newer prices, or no longer accepts the amount, the term or the product. `closed`: nothing
 * is sold today.
 */
export type Answer = 'confirmed' | 'differs' | 'failed' | 'closed' | 'aborted';

/** Requests the server's offer for a selection and compares it with ours. */
export async function askForOffer(selection: Selection, offer: Offer, signal: AbortSignal): Promise<Answer> {
  const { amount, term, productId } = selection;
  const inquiry = { amount, term, productId };
  const body = selection.productType === 'SINGLE_PAY' ? { singlePayInquiry: inquiry } : { installmentInquiry: inquiry };
  const answer = await call(MAKE_PUBLIC_OFFER, { body }, callEnvironment(signal));
  if (answer.kind === 'ok') return isSame(offer, answer.value.offer) ? 'confirmed' : 'differs';
  if (answer.kind === 'refused') return answer.status === 400 || answer.status === 409 ? 'differs' : 'failed';
  return answer.kind === 'aborted' ? 'aborted' : 'failed';
}

/** Fetches today's products and prices: those of a first loan, or a repeat client's own. */
export async function fetchSettings(
  signal: AbortSignal,
  sequence: '1' | '2' = '1',
): Promise<ProductSettingsBody | 'failed' | 'closed' | 'aborted'> {
  const answer = await call(GET_PRODUCT_SETTINGS, { query: { sequence } }, callEnvironment(signal));
  if (answer.kind === 'ok') return answer.value;
  if (answer.kind === 'refused' && answer.status === 409) return 'closed';
  return answer.kind === 'aborted' ? 'aborted' : 'failed';
}

function callEnvironment(signal: AbortSignal) {
  const { validate } = environment();
  return { fetch: foregroundFetch, signal, accessToken: $accessToken.get(), ...(validate && { validate }) };
}

function isSame(ours: Offer, theirs: PublicOfferBody['offer']): boolean {
  return (
    toSoles(ours.totalCents) === theirs.total &&
    toSoles(ours.totalFeesCents) === theirs.totalFees &&
    ours.dueDate === theirs.dueDate &&
    ours.tceaPercent === theirs.tcea
  );
}
