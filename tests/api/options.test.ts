import { expect, test } from 'vitest';
import { needsEmployer, OPTION_LIST_NAMES, OPTION_LISTS } from '#api/options.ts';

test('the lists are the seven of the spec', { tags: 'spec-3.31' }, () => {
  expect(OPTION_LIST_NAMES).toEqual([
    'StreetType',
    'ResidenceStatus',
    'ReferralRelationship',
    'IncomeSource',
    'LengthOfIncome',
    'BankAccountType',
    'SocialMedias',
  ]);
});

test('no list says a code twice', () => {
  for (const codes of Object.values(OPTION_LISTS)) expect(new Set<string>(codes).size).toBe(codes.length);
});

test('an employee names an employer, and nobody else does', { tags: 'asvs-2.1.2' }, () => {
  expect(OPTION_LISTS.IncomeSource.filter(needsEmployer)).toEqual(['EMPLOYEE']);
});
