import { describe, expect, test } from 'vitest';
import { checkBankAccount } from '#api/endpoints/applications/check-bank-account.ts';
import { acceptedBody, callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

describe('200', () => {
  const check = async (body: object) => {
    const { headers } = await aBorrower(lending);
    return acceptedBody(await callEndpoint(lending, checkBankAccount, { headers, body }));
  };

  test.each([
    ['bcp', '002', '00219100001234567852'],
    ['interbank', '003', '00389800312345678944'],
    ['bbva', '011', '01181400021234567818'],
    ['scotiabank', '009', '00902120701234567873'],
  ])('a CCI of %s that adds up is fine (domain 2.7)', async (bankId, bankCode, cci) => {
    expect(await check({ bankId, accountType: 'SAVINGS', cci })).toEqual({ ok: true, bankCode, warnings: [] });
  });

  test('written in groups it is the same account', async () => {
    const cci = '002-191-000012345678-52';
    expect(await check({ bankId: 'bcp', accountType: 'SALARY', cci })).toMatchObject({ ok: true, warnings: [] });
  });

  test('check digits that do not add up are a warning, never a refusal', async () => {
    const cci = '00219100001234567853';
    expect(await check({ bankId: 'bcp', accountType: 'SAVINGS', cci })).toEqual({
      ok: true,
      bankCode: '002',
      warnings: ['cci_checksum'],
    });
  });

  test.each([
    ['bcp', '1234567890123'],
    ['bcp', '12345678901234'],
    ['interbank', '12345678'],
  ])('an account number of %s that it can have is fine: %s', async (bankId, accountNumber) => {
    expect(await check({ bankId, accountType: 'CHECKING', accountNumber })).toMatchObject({ ok: true });
  });
});

describe('400', () => {
  const ACCOUNT = { bankId: 'bcp', accountType: 'SAVINGS', cci: '00219100001234567852' };

  test.each([
    ['an unknown bank', { bankId: 'nowhere' }, ['bankId.unknown']],
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
});
