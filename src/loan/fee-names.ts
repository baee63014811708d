/** In the order the client reads them (product-spec §3). */
export const FEE_NAMES = ['interestFee', 'techFee', 'adminFee', 'acceleratedAcceptanceFee'] as const;
export type FeeName = (typeof FEE_NAMES)[number];

/**
 * The ways of charging a fee. `flat`: once, due with a single payment. `perInstallment`: with each instalment.
 * `spread`: once, divided over the instalments.
 */
export const FEE_KINDS = ['flat', 'perInstallment', 'spread'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];
