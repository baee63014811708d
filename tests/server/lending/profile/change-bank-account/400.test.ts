import { expect, test } from 'vitest';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { callEndpoint, fieldCodes, withTestLending } from '#tests/support/lending/lending-app.ts';
import { aBorrower } from '#tests/support/people/borrower.ts';

const lending = withTestLending();

test.each([
  ['a bank nobody has', { bankId: 'lunar' }, ['bankId.unknown']],
  ['an account of another bank', { bankId: 'bcp' }, ['cci.mismatch']],
  ['a digit too few', { cci: '0118140002123456781' }, ['cci.invalid']],
  ['a kind of account that is none', { type: 'PIGGY' }, ['type.unknown']],
])('%s is refused, and nobody is told of a change', async (_, wrong, codes) => {
  const client = await aBorrower(lending, { stepUp: ['change-bank-account'] });
  const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818', ...wrong };
  const answer = await callEndpoint(lending, changeBankAccount, { headers: client.headers, body });
  expect([answer.status, fieldCodes(answer)]).toEqual([400, codes]);
  const rows = await lending.db.kysely.selectFrom('bank_account').select('id').execute();
  expect(rows).toEqual([]);
});

test('digits that do not add up are taken: a fifth of the published accounts do not', async () => {
  const client = await aBorrower(lending, { stepUp: ['change-bank-account'] });
  const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567810' };
  const { status } = await callEndpoint(lending, changeBankAccount, { headers: client.headers, body });
  expect(status).toBe(200);
});
