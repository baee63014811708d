/** An account of the lender that clients transfer to. */
export interface TransferAccount {
  readonly bank: string;
  readonly account: string;
  /** 20 digits. */
  readonly cci: string;
}

/**
 * The accounts the seeded content shows. Their numbers are synthetic and of their bank's form: as many digits as its
 * accounts have, and a CCI that holds them and has the right check digits (domain 2.7).
 */
export const SANDBOX_ACCOUNTS: readonly TransferAccount[] = [
  { bank: 'BCP', account: '191-0012345-6-78', cci: '00219100001234567852' },
  { bank: 'Interbank', account: '898-3123456789', cci: '00389800312345678944' },
  { bank: 'BBVA', account: '0011-0814-0212345678', cci: '01181400021234567818' },
  { bank: 'Scotiabank', account: '207-0123456', cci: '00902100207012345677' },
];

/**
 * Reads `BCP|191-0012345-6-78|00219100001234567852; BBVA|…|…`. Blanks and dashes in a CCI do not matter.
 * @returns the accounts, or the entry that cannot be read
 */
export function readTransferAccounts(text: string): readonly TransferAccount[] | { readonly wrong: string } {
  const accounts: TransferAccount[] = [];
  for (const entry of text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const [bank = '', account = '', cci = '', ...more] = entry.split('|').map((part) => part.trim());
    const digits = cci.replace(/[ -]/g, '');
    if (bank === '' || account === '' || more.length > 0 || !/^\d{20}$/.test(digits)) return { wrong: entry };
    accounts.push({ bank, account, cci: digits });
  }
  return accounts;
}
