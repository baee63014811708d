/** In the order the client reads them (product-spec §3). */
export const FEE_NAMES = ['interestFee', 'techFee', 'adminFee', 'acceleratedAcceptanceFee'] as const;
export type FeeName = (typeof FEE_NAMES)[number];

/** `flat`: once, with a single payment. `perInstallment`: with each. `spread`: once, divided over instalments. */
export const FEE_KINDS = ['flat', 'perInstallment', 'spread'] as const;
export type FeeKind = (typeof FEE_KINDS)[number];
