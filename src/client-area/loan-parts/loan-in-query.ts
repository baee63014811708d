const LOAN_NUMBER = /^P-\d{4}-\d{7}$/;

/** Reads the loan that an address names: `?loan=P-2026-0001234`. Undefined for anything that is not a loan number. */
export function loanInQuery(query: Readonly<Record<string, string>>): string | undefined {
  const number = query['loan'];
  return number !== undefined && LOAN_NUMBER.test(number) ? number : undefined;
}
