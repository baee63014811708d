import type { LoanPolicy, LoanTerms } from './loan.ts';
import { fromSoles } from './money.ts';
import { effectivePricing } from './offer.ts';
import type { Product } from './product.ts';

/**
 * Builds the contract terms for a product, an amount in whole soles and a term (days or instalments): the prices the
 * offer was computed with and the policies of the day, frozen (invariants P27, P28). The caller must have checked
 * amount and term against the product.
 */
export function loanTerms(product: Product, amount: number, term: number, policy: LoanPolicy): LoanTerms {
  return {
    productType: product.productType,
    principalCents: fromSoles(amount),
    term,
    pricing: effectivePricing(product.pricing, amount, term),
    policy,
  };
}
