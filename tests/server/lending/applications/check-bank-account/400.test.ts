import { expect, test } from 'vitest';
import { checkBankAccount } from '#api/endpoints/applications/check-bank-account.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

const ACCOUNT = { bankId: 'bcp', accountType: 'SAVINGS', cci: '00219100001234567852' };

test.each([
  ['a bank nobody knows', { bankId: 'nowhere' }, ['bankId.unknown']],
  ['no bank', { bankId: undefined }, ['bankId.required']],
  ['a kind of account there is not', { accountType: 'PIGGY' }, ['accountType.unknown']],
  ['the CCI of another bank', { cci: '01181400021234567818' }, ['cci.mismatch']],
  ['a digit too few', { cci: '0021910000123456785' }, ['cci.invalid']],
  ['letters', { cci: 'PE219100001234567852' }, ['cci.invalid']],
  ['twelve digits at BCP', { accountNumber: '123456789012' }, ['accountNumber.invalid']],
  ['seven digits anywhere', { bankId: 'bbva', accountNumber: '1234567', cci: undefined }, ['accountNumber.invalid']],
  [
    'both wrong',
    { accountNumber: '123456789012', cci: '01181400021234567818' },
    ['accountNumber.invalid', 'cci.mismatch'],
  ],
  ['the name of a holder', { holder: 'Rosa' }, ['holder.unknown']],
])('%s is refused', async (_, changes, codes) => {
  const { headers } = await aBorrower(lending);
  const answer = await callEndpoint(lending, checkBankAccount, { headers, body: { ...ACCOUNT, ...changes } });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
});
