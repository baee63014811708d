import { describe, expect, test } from 'vitest';
import { schema as bankAccount } from '#blocks/bank-account/bank-account.schema.ts';
import { schema as bankDetails } from '#blocks/bank-details/bank-details.schema.ts';
import { shownAccounts } from '#blocks/bank-details/shown-accounts.ts';
import { schema as grid } from '#blocks/grid-item/grid-item.schema.ts';
import { blockSchema, fieldProblems, richtext, text, textarea } from '#storyblok/block-schema.ts';
import { globalSettingsSchema } from '#storyblok/settings.schema.ts';

const ACCOUNTS = [
  { bank: 'BCP', account: '191-0012345-6-78', cci: '00219100001234567852' },
  { bank: 'BBVA', account: '0011-0814-0212345678', cci: '01181400021234567818' },
];
const BCP = { bank: 'BCP', account: '191-0012345-6-78', cci: '002 191 000012345678 52' };
const block = (typed: object) => ({ _uid: 'b', component: 'bank-account', ...typed });
const told = (typed: object, accounts?: typeof ACCOUNTS) =>
  fieldProblems(bankAccount, block(typed), { accounts }).map(({ field, fault }) => `${field}: ${fault.code}`);

describe('a block of an account', () => {
  test.each([
    [BCP],
    [{ ...BCP, cci: '00219100001234567852' }],
    [{ cci: BCP.cci }],
    [{ ...BCP, bank: 'bcp ', account: '191 0012345 6 78' }],
  ])('%j is one that money is received on', (typed) => {
    expect(told(typed, ACCOUNTS)).toEqual([]);
  });

  test.each([
    [{ ...BCP, cci: '123' }, 'cci: cci'],
    [{ ...BCP, cci: '' }, 'cci: required'],
    [{ ...BCP, cci: 'CCI 00219100001234567852' }, 'cci: cci'],
    [{ ...BCP, cci: '002 191 000012345678 5' }, 'cci: cci'],
    [{ ...BCP, cci: '00219100001234567853' }, 'cci: account_foreign'],
    [{ ...BCP, account: '123' }, 'account: account_other'],
    [{ ...BCP, account: '0011-0814-0212345678' }, 'account: account_other'],
    [{ ...BCP, bank: 'BBVA' }, 'bank: account_bank'],
  ])('%j is told at its field', (typed, problem) => {
    expect(told(typed, ACCOUNTS)).toEqual([problem]);
  });

  test('of a lender that receives no transfers is refused; without an answer of the lender only its form is checked', () => {
    expect(told(BCP, [])).toEqual(['cci: account_foreign']);
    expect(told(BCP)).toEqual([]);
    expect(told({ ...BCP, cci: '123' })).toEqual(['cci: cci']);
  });
});

describe('the accounts that a page names', () => {
  const numbers = (blocks: ReturnType<typeof shownAccounts>) =>
    blocks.map(({ bank, account, cci }) => [bank, account, cci]);

  test('are the lender’s own, in the editors’ order, whatever stands in the blocks', () => {
    const chosen = [block({ cci: '01181400021234567818', bank: 'X', account: '1' }), block({ cci: '123' }), block(BCP)];
    expect(numbers(shownAccounts(chosen, ACCOUNTS))).toEqual([
      ['BBVA', '0011-0814-0212345678', '011 814 000212345678 18'],
      ['BCP', '191-0012345-6-78', '002 191 000012345678 52'],
    ]);
  });

  test('are all there are when none of the chosen is left, and none where there are none', () => {
    expect(numbers(shownAccounts([block({ cci: '123' })], ACCOUNTS))).toHaveLength(2);
    expect(shownAccounts([block(BCP)], [])).toEqual([]);
  });
});

describe('an account code inside a text', () => {
  const schema = blockSchema({
    name: 'words',
    displayName: { es: 'Palabras', en: 'Words' },
    kind: 'nested',
    fields: { line: text({}), lines: textarea({}), body: richtext({}) },
  });
  const codes = (typed: object, accounts = ACCOUNTS) =>
    fieldProblems(schema, { _uid: 'w', component: 'words', ...typed }, { accounts }).map(({ fault }) => fault.code);
  const doc = (...words: string[]) => ({
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: words.map((word, at) => ({ type: 'text', text: word, marks: at % 2 ? [{ type: 'bold' }] : [] })),
      },
    ],
  });

  test.each([
    [{ line: 'CCI 00219100001234567853' }],
    [{ lines: 'Paga a\n002-191-000012345678-53' }],
    [{ body: doc('CCI 002 191 ', '000012345678', ' 53') }],
  ])('%j is refused unless it is of the lender', (typed) => {
    expect(codes(typed)).toEqual(['account_foreign']);
    const good = JSON.parse(JSON.stringify(typed).replaceAll('53', '52'));
    expect(codes(good)).toEqual([]);
  });

  test('no other number is taken for one', () => {
    expect(codes({ line: 'Del 01/01/2026 al 31/12/2026, S/ 1.234,56, DNI 45678901, RUC 20999999990' })).toEqual([]);
    expect(codes({ line: '123456789012345678901234' })).toEqual([]);
  });
});

describe('facts of the lender in the settings have the form of their kind', () => {
  const GOOD = { site_name: 'M', contacts_title: 'C', email: 'hola@manay.example', copyright: '©' };
  const faults = (typed: object) =>
    fieldProblems(globalSettingsSchema, { _uid: 's', component: 'global-settings', ...GOOD, ...typed }).map(
      ({ field, fault }) => `${field}: ${fault.code}`,
    );

  test.each([
    [{ company_ruc: '20999999990' }],
    [{ phone: '(01) 500 0123' }],
    [{ phone: '+1 (212) 555-0100' }],
    [{ whatsapp: '+51 900 000 123' }],
    [{ registry: 'Registro SBS N.º 000-2026' }],
    [{ company_ruc: '', phone: '', whatsapp: '', registry: '', maintenance_phone: '', maintenance_email: '' }],
  ])('%j is good', (typed) => {
    expect(faults(typed)).toEqual([]);
  });

  test.each([
    ['company_ruc', '123', 'ruc'],
    ['company_ruc', '20999999991', 'ruc'],
    ['company_ruc', '10999999990', 'ruc'],
    ['company_ruc', 'RUC 20999999990', 'ruc'],
    ['phone', '123', 'phone'],
    ['phone', '(01) 500 0123 o 500 0124', 'phone'],
    ['phone', '900 000 12', 'phone'],
    ['whatsapp', '900 000 123', 'whatsapp'],
    ['whatsapp', '+51 900 000', 'whatsapp'],
    ['whatsapp', 'https://wa.me/51900000123', 'whatsapp'],
    ['registry', 'Registro SBS', 'registry'],
    ['registry', 'Registro SBS N.º 20999999990', 'registry'],
    ['maintenance_phone', '123', 'phone'],
    ['maintenance_email', 'hola@', 'email'],
    ['email', 'hola', 'email'],
  ])('%s %j is told', (field, typed, code) => {
    expect(faults({ [field]: typed })).toContainEqual(`${field}: ${code}`);
  });

  test('so has the RUC beside bank accounts', () => {
    const content = { _uid: 'd', component: 'bank-details', title: 'T', holder: 'H', accounts: [block(BCP)] };
    expect(fieldProblems(bankDetails, { ...content, ruc: '20999999991' })[0]).toMatchObject({
      field: 'ruc',
      fault: { code: 'ruc' },
    });
    expect(fieldProblems(bankDetails, { ...content, ruc: '20999999990' })).toEqual([]);
  });

  test('a title has a length', () => {
    const cell = (title: string) => fieldProblems(grid, { _uid: 'g', component: 'grid-item', title });
    expect(cell('a'.repeat(90))).toEqual([]);
    expect(cell('a'.repeat(91))[0]?.fault).toEqual({ code: 'too_long', values: { limit: 90, length: 91 } });
  });
});
