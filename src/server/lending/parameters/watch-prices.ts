import { allProducts } from '#loan/product.ts';
import { closeTasks, openTask } from '#server/lending/staff/task-store.ts';
import type { LendingContext } from './lending-context.ts';
import { reasonClosed } from './parameters.ts';

const FIGURES = 'parameter:figures';

/**
 * Tells operators what is not sold today, and why: nothing, because a figure is missing, or a product whose price is
 * above the cap (decision 0113). A task is closed by itself as soon as its reason is gone.
 */
export async function watchPrices({
  db: { kysely },
  clock,
  parameters,
}: Pick<LendingContext, 'db' | 'clock' | 'parameters'>): Promise<void> {
  const { pricing } = await parameters.inForce();
  const now = clock.now();
  if (pricing.kind === 'refused') {
    const facts = { parameter: pricing.missing };
    await openTask(kysely, { kind: 'figures-missing', subject: FIGURES, says: 'figures-missing', facts }, now);
    return;
  }
  const products = allProducts(pricing.settings[2]).map((product) => ({
    subject: `product:${product.productId}`,
    isClosed: reasonClosed(product) !== undefined,
    facts: {
      product: String(product.productId),
      tea: String(product.pricing.teaPercent),
      cap: String(product.pricing.capPercent),
    },
  }));
  for (const { subject, isClosed, facts } of products) {
    const task = { kind: 'product-closed', subject, says: 'product-closed', facts } as const;
    if (isClosed) await openTask(kysely, task, now);
  }
  const over = [FIGURES, ...products.flatMap(({ subject, isClosed }) => (isClosed ? [] : [subject]))];
  await kysely.transaction().execute(async (trx) => {
    for (const subject of over) await closeTasks(trx, subject, { by: 'system', now });
  });
}
