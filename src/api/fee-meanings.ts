import type { FEE_COMPONENTS } from '#loan/obligation.ts';

/** The purpose of each fee, for the documentation. */
export const FEE_MEANINGS: Readonly<Record<'interestFee' | (typeof FEE_COMPONENTS)[number], string>> = {
  interestFee: 'Compensatory interest.',
  techFee: 'Use of the platform.',
  adminFee: 'Administration of the loan.',
  acceleratedAcceptanceFee: 'Assessment of the application; paid in full, early or not.',
  notaryFee: 'The notary’s cost, soles.',
  extensionFee: 'For moving the due date, soles.',
};
