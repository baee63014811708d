/** Product-spec §3: the client type is one of two. */
export const CLIENT_TYPES = ['new', 'repeat'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/**
 * Tells the client's type: repeat when at least one loan has been paid, otherwise new (product-spec §4).
 * @param paidLoanCount loans paid in full; 0 for a visitor
 */
export function clientType(paidLoanCount: number): ClientType {
  return paidLoanCount > 0 ? 'repeat' : 'new';
}

/** The kind of calculator on a page. */
export type CalculatorMode = 'profile' | 'public' | 'no-calculator';

/**
 * Chooses the calculator: profile mode for a repeat client, public mode for a new one; without a token the host decides
 * (product-spec §4), because the landing host has no calculator.
 * @param client undefined without an access token
 */
export function calculatorMode(
  client: { readonly paidLoanCount: number } | undefined,
  host: { readonly isLanding: boolean },
): CalculatorMode {
  if (client) return clientType(client.paidLoanCount) === 'repeat' ? 'profile' : 'public';
  return host.isLanding ? 'no-calculator' : 'public';
}
