import { STAGE_DEADLINES } from '#loan/application.ts';
import type { Product } from '#loan/product.ts';
import type { LockedApplication } from './locked-application.ts';
import type { StoredApplication } from './store/application-store.ts';
import { replaceOffer } from './store/offer-store.ts';

/** The first offer of an approval; it stands for 72 hours, however often it is changed meanwhile. */
export async function makeFirstOffer(
  { trx, today, now }: LockedApplication,
  application: StoredApplication,
  offer: { readonly decisionId: string; readonly product: Product; readonly amount: number; readonly term: number },
): Promise<string> {
  const { decisionId, product, amount, term } = offer;
  return replaceOffer(trx, {
    applicationId: application.id,
    decisionId,
    product,
    amount,
    term,
    businessDate: today,
    validUntil: new Date(now + (STAGE_DEADLINES.OFFER?.afterMs ?? 0)),
    now,
  });
}
