import type { FieldError } from '../errors.ts';
import { cleaned } from './cleaned.ts';
import { digitsOf, type FieldRule } from './field-rule.ts';

/** A bank as listed by `/application/banks`. */
export interface BankRule {
  /** `002`: the first three digits of every CCI of the bank. */
  readonly cciPrefix: string;
  /** Digits its account numbers may have; empty when we do not know. */
  readonly accountLengths: readonly number[];
}

/** Removes the separators. */
function digitsOnly(typed: string): string {
  return cleaned(typed).replace(/[\s.\-/()]/g, '');
}

/** The number of an account: digits only; how many depends on the bank. */
export const accountNumber: FieldRule = {
  normalise: digitsOnly,
  check: (value) => (/^\d{8,20}$/.test(value) ? undefined : 'invalid'),
};

/**
 * The interbank account code (CCI), 20 digits: `EEE OOO CCCCCCCCCCCC DD`. Wrong check digits only raise a doubt:
 * `cciDoubt`.
 */
export const cciNumber: FieldRule = {
  normalise: digitsOnly,
  check: (value) => (/^\d{20}$/.test(value) ? undefined : 'invalid'),
};

/** Formats a CCI for people: `002 191 000012345678 52`. */
export function groupedCci(cci: string): string {
  return cci.replace(/^(\d{3})(\d{3})(\d{12})(\d{2})$/, '$1 $2 $3 $4');
}

function checkDigit(digits: string): number {
  const sum = digitsOf(digits).reduce((total, digit, place) => {
    const product = digit * (place % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * Computes the two check digits of a CCI from its first 18 digits: bank and office, then the account. 002191
 * 000012345678 → `52`.
 */
export function cciCheckDigits(firstEighteen: string): string {
  return `${checkDigit(firstEighteen.slice(0, 6))}${checkDigit(firstEighteen.slice(6, 18))}`;
}

/**
 * Tells whether a CCI's check digits are wrong, so that somebody should look again. Never a refusal, because a fifth of
 * the published numbers that were tried do not add up (domain 2.7).
 */
export function cciDoubt(cci: string): 'checksum' | undefined {
  return cciCheckDigits(cci.slice(0, 18)) === cci.slice(18) ? undefined : 'checksum';
}

/** The typed parts of a bank account, normalised; the money goes to the CCI. */
export interface BankAccountInput {
  readonly accountNumber?: string | undefined;
  readonly cci?: string | undefined;
}

/** Checks an account against its bank: another bank's CCI is refused, one that does not add up is doubted. */
export function checkBankAccount(
  bank: BankRule | undefined,
  { accountNumber: number, cci }: BankAccountInput,
): { readonly fieldErrors: readonly FieldError[]; readonly warnings: readonly 'cci_checksum'[] } {
  if (!bank) return { fieldErrors: [{ field: 'bankId', code: 'unknown' }], warnings: [] };
  const fieldErrors: FieldError[] = [];
  if (number && bank.accountLengths.length > 0 && !bank.accountLengths.includes(number.length)) {
    fieldErrors.push({ field: 'accountNumber', code: 'invalid' });
  }
  if (cci && cciNumber.check(cci)) fieldErrors.push({ field: 'cci', code: 'invalid' });
  else if (cci && !cci.startsWith(bank.cciPrefix)) fieldErrors.push({ field: 'cci', code: 'mismatch' });
  const isDoubtful = cci !== undefined && cci !== '' && fieldErrors.length === 0 && cciDoubt(cci) !== undefined;
  return { fieldErrors, warnings: isDoubtful ? ['cci_checksum'] : [] };
}

/** Reads an account from the answer to a request for one: `bcp 00219100001234567852`; the digits may be grouped. */
export function readAccountAnswer(value: string): { readonly bankId: string; readonly cci: string } {
  const [bankId = '', ...digits] = cleaned(value).trim().split(/\s+/);
  return { bankId, cci: cciNumber.normalise(digits.join('')) };
}
