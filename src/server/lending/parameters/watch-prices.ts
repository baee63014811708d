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
    const note = `Nothing is sold until it is loaded. ${pricing.message}`;
    await openTask(kysely, { kind: 'figures-missing', subject: FIGURES, note }, now);
    return;
  }
  const products = allProducts(pricing.settings[2]).map((product) => ({
    subject: `product:${product.productId}`,
    reason: reasonClosed(product),
  }));
  for (const { subject, reason } of products) {
    const note = `It is not sold until its price or the cap changes. ${reason}`;
    if (reason !== undefined) await openTask(kysely, { kind: 'product-closed', subject, note }, now);
  }
  const over = [FIGURES, ...products.flatMap(({ subject, reason }) => (reason === undefined ? [subject] : []))];
  await kysely.transaction().execute(async (trx) => {
    for (const subject of over) await closeTasks(trx, subject, { by: 'system', now });
  });
}
