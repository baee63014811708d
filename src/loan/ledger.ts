import { type Cents, cents, sum, ZERO } from './money.ts';

/**
 * The chart of accounts (domain 2.23). The first five are control accounts: each equals the sum of what is unpaid of
 * its component over all loans. IGV has its own, because tax law requires it.
 */
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

/** Tells whether debits and credits are equal (invariant P17). */
export function isBalanced(postings: readonly Posting[]): boolean {
  return sum(...postings.map(({ amountCents }) => amountCents)) === 0;
}

/** Makes the reversal of a journal: every line with the opposite sign, nothing recomputed (domain 3.1 f). */
export function reversal(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amountCents }) => ({ account, amountCents: cents(-amountCents) }));
}

/** Computes the balances after some journals. */
export function balancesAfter(before: Balances, ...journals: readonly (readonly Posting[])[]): Balances {
  const balances: Partial<Record<Account, Cents>> = { ...before };
  for (const { account, amountCents } of journals.flat()) {
    balances[account] = sum(balances[account] ?? ZERO, amountCents);
  }
  return balances;
}

/** Computes the postings that lead from one set of balances to another. */
export function difference(before: Balances, after: Balances): Posting[] {
  const lines: Partial<Record<Account, Cents>> = {};
  for (const account of ACCOUNTS) lines[account] = cents((after[account] ?? 0) - (before[account] ?? 0));
  return journal(lines);
}

/** Posts the sending of a payout order to the bank. EX1: principal 500,00 against disbursement clearing. */
export function disbursementOrdered(principal: Cents): Posting[] {
  return transfer('disbursement-clearing', 'loan-principal', principal);
}

/** Posts a payout that the bank has confirmed: clearing 500,00 against bank. */
export function disbursementConfirmed(principal: Cents): Posting[] {
  return transfer('bank', 'disbursement-clearing', principal);
}

/** Posts a payout that the bank has rejected: the order's reversal. */
export function disbursementRejected(principal: Cents): Posting[] {
  return reversal(disbursementOrdered(principal));
}

/**
 * Posts a payout that was not owed any more: the bank has paid an order which it had refused, and another has paid the
 * loan out since. The money is to come back: 500,00 from bank to what is to be recovered.
 */
export function paidOutUnowed(amount: Cents, from: 'bank' | 'psp-clearing' = 'bank'): Posting[] {
  return transfer(from, 'payouts-to-recover', amount);
}

/**
 * Posts the provider's settlement of what it collected, less its charge: 573,03 = 552,97 + cost 20,06. The money that
 * came has been an unidentified credit of the bank's statement until now.
 */
export function providerSettled(collected: Cents, cost: Cents): Posting[] {
  return journal({ 'psp-clearing': cents(-collected), 'unapplied-funds': cents(collected - cost), 'psp-cost': cost });
}

/**
 * Posts a refund from our bank account of a provider's collection: the provider still owes the collection to us,
 * although the payment's reversal says otherwise.
 */
export function paidBackFromBank(amount: Cents): Posting[] {
  return transfer('bank', 'psp-clearing', amount);
}

/** Posts an unidentified credit, which is kept until it is matched (domain 2.11.4). */
export function unknownCredit(amount: Cents, into: 'bank' | 'psp-clearing' = 'bank'): Posting[] {
  return transfer('unapplied-funds', into, amount);
}

/**
 * Posts the match of an unidentified credit. Its payment debits the account where the money arrived; this posting takes
 * that out again, because the money is already in the ledger.
 */
export function unappliedMatched(amount: Cents, into: 'bank' | 'psp-clearing' = 'bank'): Posting[] {
  return transfer(into, 'unapplied-funds', amount);
}

/** Posts the return of an unidentified credit to its sender. */
export function unappliedReturned(amount: Cents): Posting[] {
  return transfer('bank', 'unapplied-funds', amount);
}

/**
 * Posts IGV that the lender has declared and paid to the tax authority; below zero, the correction of an entry that
 * was too large.
 */
export function taxDeclared(amount: Cents): Posting[] {
  return transfer('bank', 'igv-payable', amount);
}

function transfer(from: Account, to: Account, amount: Cents): Posting[] {
  return journal({ [from]: cents(-amount), [to]: amount });
}
