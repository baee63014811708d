import { type Cents, cents, sum, ZERO } from './money.ts';

/** The chart of accounts (domain 2.23). The first five equal what is unpaid of their component over all loans. */
export const CONTROL_ACCOUNTS = [
  'loan-principal',
  'interest-receivable',
  'fees-receivable',
  'igv-receivable',
  'moratory-receivable',
] as const;
export type ControlAccount = (typeof CONTROL_ACCOUNTS)[number];

export const ACCOUNTS = [
  ...CONTROL_ACCOUNTS,
  'bank',
  'psp-clearing',
  'psp-cost',
  'disbursement-clearing',
  'unapplied-funds',
  'client-credit',
  'payouts-to-recover',
  'igv-payable',
  'interest-income',
  'fee-income',
  'moratory-income',
  'recovery-income',
  'waiver-expense',
  'loss',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** One line of a journal in signed céntimos, never 0: above zero is a debit, below a credit. */
export interface Posting {
  readonly account: Account;
  readonly amountCents: Cents;
}

/** Balances by account; an account that is absent is 0. */
export type Balances = Readonly<Partial<Record<Account, Cents>>>;

/** Builds postings from debits and credits; leaves out zeros. Throws when they do not balance: that is a bug. */
export function journal(lines: Balances): Posting[] {
  const postings = ACCOUNTS.flatMap((account) => {
    const amountCents = lines[account] ?? ZERO;
    return amountCents === 0 ? [] : [{ account, amountCents }];
  });
  if (!isBalanced(postings)) throw new RangeError(`journal does not balance: ${JSON.stringify(lines)}`);
  return postings;
}

/** Whether debits and credits are equal (invariant P17). */
export function isBalanced(postings: readonly Posting[]): boolean {
  return sum(...postings.map(({ amountCents }) => amountCents)) === 0;
}

/** The reversal of a journal: every line with the opposite sign, nothing recomputed (domain 3.1 f). */
export function reversal(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amountCents }) => ({ account, amountCents: cents(-amountCents) }));
}

/** The balances after some journals. */
export function balancesAfter(before: Balances, ...journals: readonly (readonly Posting[])[]): Balances {
  const balances: Partial<Record<Account, Cents>> = { ...before };
  for (const { account, amountCents } of journals.flat()) {
    balances[account] = sum(balances[account] ?? ZERO, amountCents);
  }
  return balances;
}

/** The postings that lead from one set of balances to another. */
export function difference(before: Balances, after: Balances): Posting[] {
  const lines: Partial<Record<Account, Cents>> = {};
  for (const account of ACCOUNTS) lines[account] = cents((after[account] ?? 0) - (before[account] ?? 0));
  return journal(lines);
}

/** The payout order is sent to the bank. EX1: principal 500,00 against disbursement clearing. */
export function disbursementOrdered(principal: Cents): Posting[] {
  return transfer('disbursement-clearing', 'loan-principal', principal);
}

/** The bank has confirmed the payout: clearing 500,00 against bank. */
export function disbursementConfirmed(principal: Cents): Posting[] {
  return transfer('bank', 'disbursement-clearing', principal);
}

/** The bank has rejected the payout: the order's reversal. */
export function disbursementRejected(principal: Cents): Posting[] {
  return reversal(disbursementOrdered(principal));
}

/** The bank paid a refused order whose loan was paid by another: 500,00 from bank to what is to be recovered. */
export function paidOutUnowed(amount: Cents, from: 'bank' | 'psp-clearing' = 'bank'): Posting[] {
  return transfer(from, 'payouts-to-recover', amount);
}

/** The provider settles, less its charge: 573,03 = 552,97 + cost 20,06; until then an unnamed credit of the bank. */
export function providerSettled(collected: Cents, cost: Cents): Posting[] {
  return journal({ 'psp-clearing': cents(-collected), 'unapplied-funds': cents(collected - cost), 'psp-cost': cost });
}

/** A collection refunded from our bank account: the provider still owes it, although the reversal says otherwise. */
export function paidBackFromBank(amount: Cents): Posting[] {
  return transfer('bank', 'psp-clearing', amount);
}

/** An unidentified credit: kept until it is matched (domain 2.11.4). */
export function unknownCredit(amount: Cents, into: 'bank' | 'psp-clearing' = 'bank'): Posting[] {
  return transfer('unapplied-funds', into, amount);
}

/** An unidentified credit was matched: takes its payment's debit out again, for the money is in the ledger. */
export function unappliedMatched(amount: Cents, into: 'bank' | 'psp-clearing' = 'bank'): Posting[] {
  return transfer(into, 'unapplied-funds', amount);
}

/** An unidentified credit was returned to its sender. */
export function unappliedReturned(amount: Cents): Posting[] {
  return transfer('bank', 'unapplied-funds', amount);
}

function transfer(from: Account, to: Account, amount: Cents): Posting[] {
  return journal({ [from]: cents(-amount), [to]: amount });
}
