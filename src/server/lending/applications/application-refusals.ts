import type { IllegalTransition } from '#loan/application.ts';
import type { OfferRefusal } from '#loan/application-decisions.ts';
import type { Product } from '#loan/product.ts';
import { type Refusal, refused } from '#server/kit/errors.ts';
import { reasonClosed } from '#server/lending/parameters/parameters.ts';
import type { StoredApplication } from './store/application-store.ts';

/** 409: the stage does not have this step; the client learns which it has. */
export function illegalTransition({ stage, allowedEvents }: IllegalTransition): Refusal {
  return {
    ...refused(409, 'illegal_transition', `An application at ${stage} has no such step.`),
    details: { stage, allowedEvents: [...allowedEvents] },
  };
}

/** 409 of a step without an application: the only thing to do is to apply. */
export function noApplication(): Refusal {
  return { ...refused(409, 'illegal_transition', 'There is no application.'), details: { allowedEvents: ['inquiry'] } };
}

/** 409 when a change was made from another version than the one that counts (`If-Match`). */
export function staleVersion(request: Request, { version }: StoredApplication): Refusal | undefined {
  const given = request.headers.get('if-match');
  if (given === null || given === '*' || given === etagOf(version)) return undefined;
  return {
    ...refused(409, 'stale_version', 'The application was changed elsewhere.'),
    details: { version },
    headers: { ETag: etagOf(version) },
  };
}

/** `"7"` */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** An offer that does not stand any more, each reason with its own answer. */
export function offerRefused(reason: OfferRefusal): Refusal {
  switch (reason) {
    case 'offer-expired':
      return refused(410, 'offer_expired', 'The offer has expired.');
    case 'offer-replaced':
      return refused(409, 'offer_replaced', 'Another offer has taken the place of this one.');
    case 'rate-cap-changed':
      return refused(409, 'rate_cap_changed', 'The legal rate cap of today is below the rate of the offer.');
  }
}

/** 409 when the price of a product is above the cap of today: the product is not sold until one of them changes. */
export function closedProduct(product: Product): Refusal | undefined {
  const reason = reasonClosed(product);
  return reason === undefined ? undefined : refused(409, 'rate_above_cap', reason);
}

/** An offer that the clock has ended meanwhile is gone, which says more than that the step is not possible. */
export function expiredOr(stage: string, refusal: Refusal): Refusal {
  return stage === 'EXPIRED' ? offerRefused('offer-expired') : refusal;
}
