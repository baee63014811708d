import { atom, onMount, type ReadableAtom } from 'nanostores';
import { makePublicOffer, type PublicOfferBody } from '#api/endpoints/applications/make-public-offer.ts';
import type { Selection } from '#loan/selection.ts';
import { request } from '#stores/protected-call.ts';

/** What somebody asks for; the price comes a moment later, at today's figures, and is left out when it cannot be had. */
export interface Order {
  readonly selection: Selection;
  readonly offer?: PublicOfferBody['offer'] | undefined;
}

/** The order beside the steps: the costs stand there all the way, not only at the end (product-spec §5). */
export function createOrder(selection: Selection): ReadableAtom<Order> {
  const $order = atom<Order>({ selection });
  onMount($order, () => {
    price(selection).then((offer) => {
      if (offer) $order.set({ selection, offer });
    });
  });
  return $order;
}

async function price({ productType, productId, amount, term }: Selection) {
  const inquiry = { amount, term, productId };
  const body = productType === 'SINGLE_PAY' ? { singlePayInquiry: inquiry } : { installmentInquiry: inquiry };
  const answer = await request(makePublicOffer, { body }, { quiet: true });
  return answer.kind === 'ok' ? answer.value.offer : undefined;
}
