import { percentOf, toSoles } from './money.ts';
import { allProducts, isOffered, type Product, type ProductSettings } from './product.ts';
import type { TrustLevel } from './trust-level.ts';

/**
 * Adjusts the products of a repeat client (domain 2.10, 2.17): the single payment up to the level's limit, in whole
 * steps, and the techFee at the level's discount. A general discount applies if it is larger: a repeat client never
 * pays more than a new one. Level 2 (S/ 800, 5 %) of product 1: maximum 800, techFee 15,00 at the launch discount of
 * 3,00; at level 5 (20 %) the two are equal.
 */
export function settingsForLevel(settings: ProductSettings, level: TrustLevel): ProductSettings {
  return {
    singlePayProduct: pricedForLevel(upTo(settings.singlePayProduct, level), level),
    installmentProducts: settings.installmentProducts.map((product) => pricedForLevel(product, level)),
  };
}

/**
 * The benefits of a level, in whole soles and percent: how much a client may borrow, and how much less than everybody
 * they pay.
 */
export interface LevelBenefits {
  /** 0: no single payment is offered. */
  readonly maxSinglePay: number;
  /** 0: the level does not give a discount, or a general one is as large. */
  readonly techFeeDiscountPercent: number;
}

/**
 * Computes what a level really gives with today's prices: the limit that a client's own settings have, and its discount
 * when every product that has a techFee is cheaper by it. Level 2 during a launch discount of 20 %: S/ 800 and no
 * discount.
 */
export function benefitsOfLevel(settings: ProductSettings, level: TrustLevel): LevelBenefits {
  const { singlePayProduct } = settingsForLevel(settings, level);
  const fees = allProducts(settings)
    .filter(isOffered)
    .flatMap(({ pricing }) => pricing.fees.filter(({ name }) => name === 'techFee'));
  const isCheaper = fees.every(
    ({ netCents, discountCents }) => percentOf(netCents, level.techFeeDiscountPercent) > discountCents,
  );
  return {
    maxSinglePay: isOffered(singlePayProduct) ? singlePayProduct.maxAmount : 0,
    techFeeDiscountPercent: fees.length > 0 && isCheaper ? level.techFeeDiscountPercent : 0,
  };
}

function upTo(product: Product, { maxSinglePayCents }: TrustLevel): Product {
  const { minAmount, amountStep } = product;
  const allowed = Math.min(product.maxAmount, toSoles(maxSinglePayCents));
  const steps = Math.max(0, Math.floor((allowed - minAmount) / amountStep));
  const maxAmount = minAmount + steps * amountStep;
  return { ...product, maxAmount, defaultAmount: Math.min(product.defaultAmount, maxAmount) };
}

/**
 * Prices a product with its whole bounds for one client, whoever makes the loan: "first loan free" is only for a first
 * one, and after it the level counts (domain 2.10, 2.17). Product 1 without a paid loan: techFee 15,00; with one at
 * level 2: 14,25.
 * @param level undefined until a loan is paid back
 */
export function pricedForClient(
  settings: Readonly<Record<1 | 2, ProductSettings>>,
  productId: number,
  level: TrustLevel | undefined,
): Product | undefined {
  const find = (sequence: 1 | 2) => allProducts(settings[sequence]).find((product) => product.productId === productId);
  const [first, whole] = [find(1), find(2)];
  if (!first || !whole) return undefined;
  return { ...whole, pricing: (level ? pricedForLevel(whole, level) : first).pricing };
}

/**
 * Prices a product at a level, its bounds as they are: the calculator, the offer and the contract must all price with
 * it. techFee 15,00 without a general discount at level 2 (5 %): 14,25.
 */
export function pricedForLevel(product: Product, { techFeeDiscountPercent }: TrustLevel): Product {
  const { pricing } = product;
  const fees = pricing.fees.map((fee) => {
    if (fee.name !== 'techFee') return fee;
    const ofLevel = percentOf(fee.netCents, techFeeDiscountPercent);
    return ofLevel > fee.discountCents ? { ...fee, discountCents: ofLevel } : fee;
  });
  return { ...product, pricing: { ...pricing, fees } };
}
