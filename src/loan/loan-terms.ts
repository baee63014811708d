import type { LoanPolicy, LoanTerms } from './loan.ts';
import { fromSoles } from './money.ts';
import { effectivePricing } from './offer.ts';
import type { Product } from './product.ts';

/** Contract terms at the offer's prices and the day's policies, frozen (P27, P28); the caller checked them. */
export function loanTerms(product: Product, amount: number, term: number, policy: LoanPolicy): LoanTerms {
  return {
    productType: product.productType,
    principalCents: fromSoles(amount),
    term,
    pricing: effectivePricing(product.pricing, amount, term),
    policy,
  };
}
