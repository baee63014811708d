import * as z from 'zod/mini';
import { toTariff } from '#api/convert.ts';
import { dataOfficer as namedOfficer, productSettingsBody } from '#api/endpoints/applications/get-product-settings.ts';
import type { PublishedProducts } from './figures.ts';

/** The lending role's answer on a day on which nothing is sold, as the sync keeps it. */
const closedLender = z.object({ closed: z.object({ businessDate: z.string(), dataOfficer: namedOfficer }) });

/**
 * Reads the products of a page from the lending role's figures. Validated, because a page must not be built with half a
 * price.
 */
export function publishedProducts(raw: unknown): PublishedProducts {
  const closed = closedLender.safeParse(raw);
  if (closed.success) return { products: undefined, ...closed.data.closed };
  const { tariff, ...products } = productSettingsBody.parse(raw);
  return {
    products,
    dataOfficer: products.dataOfficer,
    businessDate: products.singlePayProduct.pricing.businessDate,
    ...(tariff && { tariff: toTariff(tariff) }),
  };
}
