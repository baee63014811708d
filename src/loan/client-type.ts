/** Product-spec §3: the client type is one of two. */
export const CLIENT_TYPES = ['new', 'repeat'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

/** Repeat when at least one loan is paid in full, else new (product-spec §4); a visitor has 0. */
export function clientType(paidLoanCount: number): ClientType {
  return paidLoanCount > 0 ? 'repeat' : 'new';
}

/** What kind of calculator a page shows. */
export type CalculatorMode = 'profile' | 'public' | 'no-calculator';

/**
 * A repeat client is in profile mode and a new client in public mode; without a token the host decides
 * (product-spec §4): the landing host has no calculator.
 * @param client undefined without an access token
 */
export function calculatorMode(
  client: { readonly paidLoanCount: number } | undefined,
  host: { readonly isLanding: boolean },
): CalculatorMode {
  if (client) return clientType(client.paidLoanCount) === 'repeat' ? 'profile' : 'public';
  return host.isLanding ? 'no-calculator' : 'public';
}
