/** From the account, which is the first, to the signature. */
export const FIRST_LOAN_STEPS = 5;
