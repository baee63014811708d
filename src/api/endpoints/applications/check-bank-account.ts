import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { accountNumber, cciNumber } from '#api/field-rules/bank-account.ts';
import { oneOf, optional } from '#api/field-rules/field-rule.ts';
import { means } from '#api/means.ts';
import { OPTION_LISTS } from '#api/options.ts';

export const checkBankAccount = endpoint({
  name: 'check-bank-account',
  method: 'POST',
  path: '/api/v1/application/bank-account/check',
  summary: 'Whether an account can be one of its bank. Check digits that do not add up are a warning, never a refusal.',
  access: 'full',
  impersonation: 'assist',
  body: z.strictObject({
    bankId: means('A bank of the list of banks.', z.string()),
    accountType: means('A code of the list BankAccountType.', oneOf(OPTION_LISTS.BankAccountType)),
    accountNumber: means('Digits; how many depends on the bank.', optional(accountNumber)),
    cci: means('Interbank code, 20 digits; its first three are the bank’s.', optional(cciNumber)),
  }),
  response: z.strictObject({
    ok: means('Whether it can be an account of the bank.', z.boolean()),
    bankCode: means('Three digits.', z.string()),
    warnings: means('cci_checksum: the check digits do not add up; look again.', z.array(z.enum(['cci_checksum']))),
  }),
  examples: [
    {
      title: 'a CCI with a slip of the finger',
      body: { bankId: 'bcp', accountType: 'SAVINGS', cci: '00219100001234567853' },
      response: { ok: true, bankCode: '002', warnings: ['cci_checksum'] },
    },
  ],
});
