import { expect, test } from 'vitest';
import { EX1_TERMS } from '#tests/support/loan/loans.ts';
import { aLoan, closeThrough, pay, stored } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asOperator, withPayments } from '#tests/support/payments/payments.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import type { Options } from '#tools/lender/command-line.ts';

const payments = withPayments();

const lender = lenderOf(payments);
const read = async (path: string) => (await asOperator(payments, `books/${path}`)).json();
const csv = async (command: string, options: Options) =>
  (await lender(command, { ...options, format: 'csv' })).split('\r\n');

test('the example of the domain, from payout to payment, in the accounts of the lender', async () => {
  const debtor = await aDebtor(payments, EX1_TERMS);
  await closeThrough(payments.loans, '2026-02-14');
  await pay(payments.loans, debtor.loan.id, 573.03);
  await closeThrough(payments.loans, '2026-02-15');

  // Domain 2.23: what EX1 leaves behind when it is paid on its day.
  const { accounts, isFinal } = await read('trial-balance?date=2026-02-14');
  expect(isFinal).toBe(true);
  const balances = accounts.flatMap(({ code, balance }: { code: string; balance: number }) =>
    balance === 0 ? [] : [[code, balance]],
  );
  expect(balances).toEqual([
    ['1041', 73.03],
    ['40111', -11.14],
    ['70321', -30],
    ['77231', -31.89],
  ]);
  expect(await csv('books trial-balance', { date: '2026-02-14', from: '2026-02-14' })).toContain(
    '1612;Préstamos sin garantía;loan-principal;500.00;0.00;500.00;0.00',
  );

  const lines = await csv('books journals', { from: '2026-02-14', to: '2026-02-14' });
  const [head, ...journals] = lines;
  expect(head?.replace('\ufeff', '')).toBe('date;ofDay;journal;kind;reference;loan;code;name;account;debit;credit');
  expect(
    journals.filter((line) => line.includes(';payment;')).map((line) => line.split(';').slice(5).join(';')),
  ).toEqual(
    expect.arrayContaining([
      `${debtor.number};1041;Cuentas corrientes operativas;bank;573.03;0.00`,
      `${debtor.number};1612;Préstamos sin garantía;loan-principal;0.00;500.00`,
    ]),
  );
  const days = await csv('books days', { from: '2026-02-14', to: '2026-02-14' });
  expect(days).toContain('2026-02-14;payment;1;1041;Cuentas corrientes operativas;bank;573.03;0.00');
});

test('balances by days late are the ledger’s, and a payment that becomes known later leaves the past day as it was', async () => {
  const { id } = await aLoan(payments.loans);
  await closeThrough(payments.loans, '2026-02-24');
  await closeThrough(payments.loans, '2026-02-25');
  const { loan } = await stored(payments.loans, id);
  const before = await read('days-late?date=2026-02-24');
  expect(before).toMatchObject({ isFinal: true, difference: 0 });
  expect(before.ledger).toBe(before.buckets.reduce((all: number, { total }: { total: number }) => all + total, 0));
  const own = async () => {
    const { loans } = await read('balances?date=2026-02-24');
    return loans.find((row: { loan: string }) => row.loan === loan.number);
  };
  // Ten days late: 573,03 + 10,41 + 1,87 + 2,18 (domain 3.6).
  const late = {
    daysLate: 10,
    bucket: '1-30',
    principal: 500,
    interest: 42.3,
    fees: 30,
    igv: 13.01,
    moratory: 2.18,
    total: 587.49,
  };
  expect(await own()).toEqual({ loan: loan.number, status: 'PAST_DUE', ...late });
  // The till says on the 25th that it was paid on the 14th.
  await pay(payments.loans, id, 573.03, { on: '2026-02-14' });
  expect((await stored(payments.loans, id)).loan.status).toBe('PAID');
  await closeThrough(payments.loans, '2026-02-27');
  expect(await own()).toEqual({ loan: loan.number, status: 'PAST_DUE', ...late });
  expect(await read('days-late?date=2026-02-24')).toEqual(before);
  expect((await read('balances?date=2026-02-25')).loans.map((row: { loan: string }) => row.loan)).not.toContain(
    loan.number,
  );
});

test('a day whose loans are not closed yet, a day to come and a period that ends before it begins are refused', async () => {
  await aLoan(payments.loans);
  await closeThrough(payments.loans, '2026-02-01');
  payments.clock.moveTo('2026-02-02');
  const open = await asOperator(payments, 'books/trial-balance?date=2026-02-01');
  expect([open.status, (await open.json()).error.code]).toEqual([409, 'date_not_closed']);
  await expect(lender('books days-late', { date: '2026-02-01' })).rejects.toThrow(
    /^Refused \(409 date_not_closed\): \d+ loans? (?:is|are) not closed beyond 2026-02-01 yet: run "date close" first\.$/,
  );
  // Today may be read as it stands, and says so.
  expect(await read('trial-balance')).toMatchObject({ date: '2026-02-02', isFinal: false });
  await expect(lender('books days-late', { date: '2026-02-03' })).rejects.toThrow('date: future');
  await expect(lender('books journals', { from: '2026-02-03' })).rejects.toThrow('from: out_of_range');
  await expect(lender('books journals', { from: '2026-02-30' })).rejects.toThrow('from: invalid');
  await expect(lender('books journals')).rejects.toThrow('--from is missing.');
  await expect(lender('books journals', { from: '2026-01-01', to: 'today' })).rejects.toThrow('to: invalid');
  await closeThrough(payments.loans, '2026-02-02');
});
