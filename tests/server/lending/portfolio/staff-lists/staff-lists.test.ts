import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, describe, expect, test } from 'vitest';
import { CONTROL_ACCOUNTS } from '#loan/ledger.ts';
import { cents, fromSoles, sum } from '#loan/money.ts';
import { recordLateLoans } from '#server/lending/loans/close-of-business.ts';
import { openPause } from '#server/lending/loans/store/contact-store.ts';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { anApplicant } from '#tests/support/applications/applicant.ts';
import { EX2_TERMS } from '#tests/support/loan/loans.ts';
import { anOriginatedLoan, closeThrough, pay } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asOperator, importStatement, withPayments } from '#tests/support/payments/payments.ts';
import { operatorClient } from '#tests/support/people/operator.ts';
import { lenderOf } from '#tests/support/staff/lender-command.ts';
import type { Options } from '#tools/lender/command-line.ts';
import { runLender } from '#tools/lender.ts';

const payments = withPayments();
const folder = mkdtempSync(join(tmpdir(), 'manay-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { request } = operatorClient(() => payments.app, 'Ana');
const lender = lenderOf(payments);
const read = async (path: string) => (await asOperator(payments, path)).json();
const csv = async (command: string, options: Options = {}) => {
  const out = join(folder, 'list.csv');
  expect(await lender(command, { ...options, format: 'csv', out })).toBe(`Written: ${out}`);
  return Papa.parse<Record<string, string>>(readFileSync(out, 'utf8').replace('\ufeff', '').trimEnd(), { header: true })
    .data;
};

/** A single payment that is ten days late, instalments on time, and one that is paid. */
async function aPortfolio() {
  const [late, paidOff] = [await aDebtor(payments), await aDebtor(payments)];
  await pay(payments.loans, paidOff.loan.id, 600);
  await closeThrough(payments.loans, '2026-02-02');
  const onTime = await aDebtor(payments, EX2_TERMS);
  await closeThrough(payments.loans, '2026-02-24');
  return { late, paidOff, onTime };
}

describe('loans', () => {
  test('are found by status, days late, due date, product and client, with what they owe', async () => {
    const { late, paidOff, onTime } = await aPortfolio();
    const own = [late.number, paidOff.number, onTime.number];
    const numbers = async (query: string) => {
      const { loans } = (await read(`portfolio/loans?${query}`)) as { loans: { number: string }[] };
      return loans.flatMap(({ number }) => (own.includes(number) ? [number] : []));
    };
    expect(await numbers('')).toEqual(own);
    expect(await numbers('status=PAID,PERFORMING')).toEqual([paidOff.number, onTime.number]);
    // As the facts say, and then by what the close has written of the day.
    for (const written of [0, 1]) {
      if (written > 0) expect(await recordLateLoans(payments.loans.context)).toBeGreaterThanOrEqual(written);
      expect(await numbers('daysLateFrom=10&daysLateTo=10')).toEqual([late.number]);
      expect(await numbers('daysLateFrom=11')).toEqual([]);
      expect(await numbers('daysLateTo=9')).toEqual([paidOff.number, onTime.number]);
      expect(await numbers('dueFrom=2026-02-14&dueTo=2026-02-14')).toEqual([late.number]);
      expect(await numbers('dueFrom=2026-02-15')).toEqual([onTime.number]);
    }
    expect(await numbers('product=INSTALLMENT')).toEqual([onTime.number]);
    expect(await numbers(`personId=${paidOff.personId}`)).toEqual([paidOff.number]);
    const [found] = (await read(`portfolio/loans?status=PAST_DUE&personId=${late.personId}`)).loans;
    // 573,03 + 10,41 + 1,87 + 2,18 (domain 3.6).
    expect(found).toMatchObject({
      daysLate: 10,
      dueOn: '2026-02-14',
      due: 587.49,
      balance: 587.49,
      product: 'SINGLE_PAY',
    });
  });

  test('are found by the client’s document, which is in no address', async () => {
    const { late } = await aPortfolio();
    const document = late.documentNumber;
    const of = async (client: string) => {
      const answer = await request('/api/v1/staff/portfolio/loans', { headers: { 'client-document': client } });
      return (await answer.json()) as {
        readonly loans: readonly { number: string }[];
        readonly error: { code: string };
      };
    };
    expect((await of(`DNI ${document}`)).loans.map(({ number }) => number)).toEqual([late.number]);
    expect((await of('DNI 99999998')).error.code).toBe('not_found');
    expect((await of(`DNI ${document}7`)).error.code).toBe('validation_failed');
    expect((await of('RUC 1')).error.code).toBe('validation_failed');
  });

  test('come page by page and whole as a file, and their balances are the ledger’s', async () => {
    await aPortfolio();
    await anOriginatedLoan(payments.loans);
    const paged: unknown[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: { loans: unknown[]; next: string | null } = await read(
        `portfolio/loans?limit=1${next === '' ? '' : `&cursor=${next}`}`,
      );
      paged.push(...page.loans);
      next = page.next;
    }
    const whole = (await read('portfolio/loans')) as { loans: { number: string; balance: number }[] };
    expect(paged).toEqual(whole.loans);
    const rows = await csv('loan list');
    expect(rows.map(({ number, balance }) => [number, Number(balance)])).toEqual(
      whole.loans.map(({ number, balance }) => [number, balance]),
    );
    const balances = await readBalances(payments.db.kysely);
    const held = sum(...CONTROL_ACCOUNTS.map((account) => balances[account] ?? cents(0)));
    expect(sum(...rows.map(({ balance }) => fromSoles(Number(balance))))).toBe(held);
    expect(readdirSync(folder)).toEqual(['list.csv']);
  });
});

describe('who is late today', () => {
  test('may be called within the permitted hours, once, and not in a pause', async () => {
    const { late } = await aPortfolio();
    // Noon of a Tuesday in Lima.
    const call = async () =>
      (await read(`portfolio/late-loans?personId=${late.personId}`)).loans as Record<string, unknown>[];
    const free = {
      number: late.number,
      mayBeCalled: 'yes',
      why: null,
      callOn: '2026-02-24',
      callFrom: '12:00',
      callUntil: '20:00',
    };
    expect(await call()).toMatchObject([free]);
    expect(await lender('loan late', { 'person-id': late.personId })).toMatch(/yes +– +24\/02\/2026 +12:00 +20:00/);
    await lender(`contact log ${late.number}`, { channel: 'CALL' });
    const tomorrow = {
      mayBeCalled: 'no',
      why: 'daily-limit',
      callOn: '2026-02-25',
      callFrom: '07:00',
      callUntil: '20:00',
    };
    expect(await call()).toMatchObject([tomorrow]);
    const pause = {
      personId: late.personId,
      reason: 'BEREAVEMENT',
      by: 'operator:Ana',
      now: payments.clock.now(),
    } as const;
    await payments.db.kysely.transaction().execute((trx) => openPause(trx, pause));
    expect(await call()).toMatchObject([
      { mayBeCalled: 'no', why: 'paused, BEREAVEMENT', callOn: null, callFrom: null },
    ]);
    expect(await csv('loan late', { 'person-id': late.personId })).toMatchObject([
      { number: late.number, mayBeCalled: 'no', due: '587.49' },
    ]);
  });
});

describe('payouts and refunds', () => {
  test('wait, fail or are done', async () => {
    payments.loans.bank.mode = 'rejects';
    const refused = await aDebtor(payments);
    payments.loans.bank.mode = 'pays';
    const done = await aDebtor(payments);
    payments.clock.pass({ hours: 1 });
    const waiting = await anOriginatedLoan(payments.loans);
    const own = [refused.number, done.number, waiting.loan.number];
    const states = async (query: string) => {
      const { payouts } = (await read(`portfolio/payouts?${query}`)) as { payouts: Record<string, string>[] };
      return payouts.flatMap(({ loan = '', state }) => (own.includes(loan) ? [[loan, state]] : []));
    };
    expect(await states('')).toEqual([
      [refused.number, 'failed'],
      [waiting.loan.number, 'waiting'],
    ]);
    expect(await states('state=paid')).toEqual([[done.number, 'paid']]);
    expect(await states('state=failed&from=2026-01-16')).toEqual([]);
    const rows = (await csv('payouts list')).filter(({ loan = '' }) => own.includes(loan));
    expect(rows).toMatchObject([
      { loan: refused.number, kind: 'loan', amount: '500.00', reason: 'account closed' },
      { loan: waiting.loan.number, amount: '500.00', status: 'QUEUED' },
    ]);
  });
});

describe('as files, whole and row by row what the pages say', () => {
  test('applications by deadline, with the amount that was asked for', async () => {
    const one = await anApplicant(payments, 'PERSONAL');
    await anApplicant(payments, 'PERSONAL');
    payments.clock.pass({ hours: 2 });
    const inquiry = { installmentInquiry: { amount: 1000, term: 3, productId: 11 } };
    await anApplicant(payments, 'FINANCIAL', { inquiry });
    const { applications, next } = await read('applications?stage=PERSONAL,FINANCIAL');
    expect([applications.length, next]).toEqual([3, null]);
    const rows = await csv('applications list', { stage: 'PERSONAL,FINANCIAL' });
    // A file has words alone: numbers, truth and nothing are what a spreadsheet reads.
    const asWords = (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value === null ? '' : inLima(String(value))]),
      );
    // Times are Lima's, five hours behind what the answer says in UTC.
    const inLima = (text: string) =>
      text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d)(:\d\d:\d\d)\.000Z$/, (_, day, hour, rest) => `${day} ${hour - 5}${rest}`);
    const amounts = rows.map(({ amount }) => amount);
    expect(amounts.sort()).toEqual(['1000.00', '500.00', '500.00']);
    expect(rows.map((row) => ({ ...row, amount: String(Number(row['amount'])) }))).toEqual(applications.map(asWords));
    expect(Object.keys(rows[0] ?? {}).join()).toBe(
      'reference,client,personId,stage,since,deadline,productType,productId,amount,term,isRepeat',
    );
    const deadlines = rows.map(({ deadline = '' }) => deadline);
    expect(deadlines[0]).toMatch(/^2026-02-\d\d \d\d:\d\d$/);
    expect(deadlines).toEqual(deadlines.toSorted());
    // Page by page the same, and nobody's document in it.
    const first = await read('applications?stage=PERSONAL,FINANCIAL&limit=2');
    const rest = await read(`applications?stage=PERSONAL,FINANCIAL&limit=2&cursor=${first.next}`);
    expect([...first.applications, ...rest.applications]).toEqual(applications);
    expect(JSON.stringify(rows)).not.toContain(one.documentNumber);
  });

  test('an application that a person decides about, with the last day of the answer', async () => {
    const { personId } = await anApplicant(payments, 'MANUAL_REVIEW', {
      personal: { pep: true, pepPosition: 'Regidora' },
    });
    const { applications } = await read('applications');
    expect(applications).toContainEqual(
      expect.objectContaining({
        personId,
        stage: 'MANUAL_REVIEW',
        deadline: expect.stringMatching(/^2026-\d\d-\d\d$/),
      }),
    );
  });

  test('unidentified money, with what the bank said, and not what a spreadsheet would run', async () => {
    await importStatement(payments, [
      ['15/01/2026', '900001', '77.00', 'YAPE ROSA'],
      ['15/01/2026', '900002', '1205.50', '=HYPERLINK("https://malo.example")'],
    ]);
    const rows = await csv('payments unapplied');
    expect(rows).toMatchObject([
      {
        amount: '77.00',
        value_date: '2026-01-15',
        provider: 'BANK',
        bank: 'BCP',
        bank_ref: '900001',
        description: 'YAPE ROSA',
      },
      { amount: '1205.50', bank_ref: '900002', description: `'=HYPERLINK("https://malo.example")` },
    ]);
    expect(rows.map(({ created_at: since }) => since)).toEqual(['2026-01-15 12:00:00', '2026-01-15 12:00:00']);
    const balances = await readBalances(payments.db.kysely);
    expect(sum(...rows.map(({ amount }) => fromSoles(Number(amount))))).toBe(-(balances['unapplied-funds'] ?? 0));
    // What has found its owner is in no later file.
    const { number } = await aDebtor(payments);
    await asOperator(payments, `unapplied/${rows[0]?.['id']}/match`, { loanNumber: number });
    expect((await csv('payments unapplied')).map((row) => row['bank_ref'])).toEqual(['900002']);
  });
});

test.each([
  ['portfolio/loans?status=LATE', { status: 'unknown' }],
  ['portfolio/loans?daysLateFrom=many', { daysLateFrom: 'invalid' }],
  ['portfolio/loans?dueFrom=2026-02-30', { dueFrom: 'invalid' }],
  ['portfolio/loans?sort=daysLate', { sort: 'unknown' }],
  ['portfolio/loans?cursor=1', { cursor: 'invalid' }],
  ['portfolio/loans?limit=501', { limit: 'out_of_range' }],
  ['portfolio/payouts?state=lost', { state: 'unknown' }],
  ['tasks?kind=everything', { kind: 'unknown' }],
  ['tasks?cursor=yesterday~complaint~1', { cursor: 'invalid' }],
  ['applications?stage=LIMBO', { stage: 'unknown' }],
  ['unapplied?status=OPEN', { status: 'unknown' }],
])('%s is refused and says which filter is wrong', async (path, errors) => {
  const answer = await asOperator(payments, path);
  expect(answer.status).toBe(400);
  const { error } = (await answer.json()) as { error: { fieldErrors: { field: string; code: string }[] } };
  expect(Object.fromEntries(error.fieldErrors.map(({ field, code }) => [field, code]))).toEqual(errors);
});

test('a list that breaks off leaves no file', async () => {
  await aDebtor(payments);
  const out = join(folder, 'broken.csv');
  const cut = async (path: string, init?: RequestInit): Promise<Response> => {
    const { body, status } = await request(path, init);
    const breaks = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        controller.enqueue(chunk.slice(0, 5));
        controller.error(new Error('the connection was lost'));
      },
    });
    return new Response(body?.pipeThrough(breaks), { status });
  };
  const client = { request: cut, close: () => Promise.resolve() };
  await expect(runLender(client, ['loan', 'list'], { format: 'csv', out })).rejects.toThrow(
    `${out} was not written: the connection was lost`,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
  await expect(lender('loan list', { format: 'xlsx' })).rejects.toThrow('--format is csv.');
  await expect(lender('loan list', { client: '45678912' })).rejects.toThrow('--client says nothing here.');
});
