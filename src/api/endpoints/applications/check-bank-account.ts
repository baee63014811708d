import * as z from 'zod/mini';
import { endpoint } from '#api/endpoint.ts';
import { accountNumber, cciNumber } from '#api/field-rules/bank-account.ts';
import { oneOf, optional } from '#api/field-rules/field-rule.ts';
import { OPTION_LISTS } from '#api/options.ts';

export const checkBankAccount = endpoint({
  name: 'check-bank-account',
  method: 'POST',
  path: '/api/v1/application/bank-account/check',
  summary: 'Whether an account can be one of its bank. Check digits that do not add up are a warning, never a refusal.',
  access: 'full',
  impersonation: 'assist',
  body: z.strictObject({
    bankId: z.string(),
    accountType: oneOf(OPTION_LISTS.BankAccountType),
    accountNumber: optional(accountNumber),
    cci: optional(cciNumber),
  }),
  response: z.strictObject({
    ok: z.boolean(),
    bankCode: z.string(),
    warnings: z.array(z.enum(['cci_checksum'])),
  }),
  examples: [
    {
      title: 'a CCI with a slip of the finger',
      body: { bankId: 'bcp', accountType: 'SAVINGS', cci: '00219100001234567853' },
      response: { ok: true, bankCode: '002', warnings: ['cci_checksum'] },
    },
  ],
});
