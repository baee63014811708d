import { atom, onMount, type ReadableAtom } from 'nanostores';
import { makePublicOffer, type PublicOfferBody } from '#api/endpoints/applications/make-public-offer.ts';
import type { Selection } from '#loan/selection.ts';
import { request } from '#stores/protected-call.ts';

/** The chosen loan; its price follows, at today's figures, and is omitted when it cannot be loaded. */
export interface Order {
  readonly selection: Selection;
  readonly offer?: PublicOfferBody['offer'] | undefined;
}

/** Creates the chosen loan with its costs, because every step must show them, not only the last (product-spec §5). */
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
