import { percentOf, toSoles } from './money.ts';
import type { Product, ProductSettings } from './product.ts';
import type { TrustLevel } from './trust-level.ts';

/**
 * The products of a repeat client (domain 2.10, 2.17): the single payment up to the level's limit, in whole steps,
 * and the techFee at the level's discount. A general discount applies if it is larger: a repeat client never pays
 * more than a new one. Level 2 (S/ 800, 5 %) of product 1: maximum 800, techFee 15,00 at the launch discount of 3,00;
 * at level 5 (20 %) the two are equal.
 */
export function settingsForLevel(settings: ProductSettings, level: TrustLevel): ProductSettings {
  return {
    singlePayProduct: discounted(upTo(settings.singlePayProduct, level), level),
    installmentProducts: settings.installmentProducts.map((product) => discounted(product, level)),
  };
}

function upTo(product: Product, { maxSinglePayCents }: TrustLevel): Product {
  const { minAmount, amountStep } = product;
  const allowed = Math.min(product.maxAmount, toSoles(maxSinglePayCents));
  const steps = Math.max(0, Math.floor((allowed - minAmount) / amountStep));
  const maxAmount = minAmount + steps * amountStep;
  return { ...product, maxAmount, defaultAmount: Math.min(product.defaultAmount, maxAmount) };
}

function discounted(product: Product, { techFeeDiscountPercent }: TrustLevel): Product {
  const { pricing } = product;
  const fees = pricing.fees.map((fee) => {
    if (fee.name !== 'techFee') return fee;
    const ofLevel = percentOf(fee.netCents, techFeeDiscountPercent);
    return ofLevel > fee.discountCents ? { ...fee, discountCents: ofLevel } : fee;
  });
  return { ...product, pricing: { ...pricing, fees } };
}
