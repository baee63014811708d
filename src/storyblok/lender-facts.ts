import { groupedCci } from '#api/field-rules/bank-account.ts';
import type { FieldFault } from './field-fault.ts';

/** An account that the lender receives money on, as the lending role has it. */
export interface LenderAccount {
  readonly bank: string;
  readonly account: string;
  /** 20 digits. */
  readonly cci: string;
}

/** Facts that the lending role knows of the lender, by which content is checked. */
export interface LenderFacts {
  /** Undefined: the lending role has not said, so that no number can be checked. */
  readonly accounts?: readonly LenderAccount[] | undefined;
}

/** The words of a `bank-account` block. */
export interface TypedAccount {
  readonly bank?: string | undefined;
  readonly account?: string | undefined;
  readonly cci: string;
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');

/** Finds the account of the lender that editors chose by its CCI. */
export function accountOf({ cci }: Pick<TypedAccount, 'cci'>, accounts: readonly LenderAccount[]) {
  return accounts.find((one) => one.cci === digitsOf(cci));
}

/** Finds what an editor typed that is not of an account of the lender. */
export function accountFaults(
  typed: TypedAccount,
  { accounts }: LenderFacts,
): { readonly field: 'cci' | 'account' | 'bank'; readonly fault: FieldFault }[] {
  // Letters beside the digits would be left out unseen.
  if (/[^\d .-]/.test(typed.cci) || digitsOf(typed.cci).length !== 20)
    return [{ field: 'cci', fault: { code: 'cci' } }];
  if (!accounts) return [];
  const ours = accountOf(typed, accounts);
  if (!ours) return [{ field: 'cci', fault: foreignAccount(accounts) }];
  const isOther = typed.account !== undefined && digitsOf(typed.account) !== digitsOf(ours.account);
  const isOtherBank = typed.bank !== undefined && bankKey(typed.bank) !== bankKey(ours.bank);
  return [
    ...(isOther ? [{ field: 'account', fault: ofCci('account_other', ours.account) } as const] : []),
    ...(isOtherBank ? [{ field: 'bank', fault: ofCci('account_bank', ours.bank) } as const] : []),
  ];
}

function bankKey(bank: string): string {
  return bank.normalize('NFC').trim().toLowerCase();
}

function ofCci(code: 'account_other' | 'account_bank', known: string): FieldFault {
  return { code, values: { known } };
}

function foreignAccount(accounts: readonly LenderAccount[]): FieldFault {
  const known = accounts.map(({ bank, cci }) => `${bank} ${groupedCci(cci)}`).join(', ');
  return { code: 'account_foreign', values: { known: known || '–' } };
}

/** Twenty digits, however they are grouped: an interbank account code. */
const CCI_IN_TEXT = /(?<!\d)\d(?:[ \u00a0.-]{0,2}\d){19}(?![ \u00a0.-]?\d)/g;

/** Finds an interbank account code in a text that is not of an account of the lender. */
export function foreignAccountIn(words: string, { accounts }: LenderFacts): FieldFault | undefined {
  if (!accounts) return undefined;
  const isForeign = [...words.matchAll(CCI_IN_TEXT)].some(([cci]) => !accountOf({ cci }, accounts));
  return isForeign ? foreignAccount(accounts) : undefined;
}
