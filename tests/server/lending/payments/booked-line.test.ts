import { describe, expect, test } from 'vitest';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { dispatchRefunds } from '#server/lending/payments/dispatch-refunds.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { closeThrough, stored } from '#tests/support/loans/loan-service.ts';
import {
  aDebtor,
  asColleague,
  asOperator,
  type Debtor,
  importStatement,
  lookAt,
  OPERATOR_TOKEN,
  startPayment,
  withPayments,
} from '#tests/support/payments/payments.ts';

const payments = withPayments();
const DAY = '15/01/2026';

let last = 700_000;
function aNumber(): string {
  last += 1;
  return String(last).padStart(8, '0');
}
const row = (number: string, amount: string, text = 'ABONO', date = DAY) => [date, number, amount, text] as const;
const statusOf = async ({ loan }: Debtor) => (await stored(payments.loans, loan.id)).loan.status;
const bank = async () => (await readBalances(payments.db.kysely)).bank ?? 0;
const toRecover = async () => (await readBalances(payments.db.kysely))['payouts-to-recover'] ?? 0;
/** Finds what a person is asked about a number. */
const tasksAbout = async (number: string, kind = 'credit-taken-back') =>
  (await listTasks(payments.db.kysely)).filter((task) => task.kind === kind && task.note.includes(number));
const isUnnamed = async (number: string) => {
  const { money_id: moneyId } = await lineOf(number);
  return (await listTasks(payments.db.kysely)).some(({ subject }) => subject === `money:${moneyId}`);
};

/** A payoff by transfer: the number and the reference that its line will have. */
async function aTransfer(amount?: number) {
  const debtor = await aDebtor(payments);
  const request = amount === undefined ? { purpose: 'PAYOFF' } : { purpose: 'PARTIAL', amount };
  const { id, action } = await startPayment(payments, debtor, { ...request, method: 'MANUAL' });
  if (action?.type !== 'TRANSFER') throw new Error('no transfer');
  return { debtor, id, reference: action.reference, number: aNumber() };
}

/** Books the money of a loan, which is paid by it. */
async function aPaidLoan() {
  const made = await aTransfer();
  const { debtor, id, number, reference } = made;
  expect(await importStatement(payments, [row(number, '509.44', reference)])).toMatchObject({ matched: [{}] });
  expect(await statusOf(debtor)).toBe('PAID');
  return { ...made, look: () => lookAt(payments, debtor, id) };
}

const lineOf = async (number: string) =>
  payments.db.kysely.selectFrom('bank_line').selectAll().where('bank_ref', '=', number).executeTakeFirstOrThrow();
const correct = (id: string, amount: number) => asOperator(payments, `bank-lines/${id}/correct`, { amount });

describe('the bank takes a booked credit back', () => {
  test('in a later file, and however often that is read: the payment is reversed and the loan is open again', async () => {
    const { debtor, number, look } = await aPaidLoan();
    const before = await bank();
    await closeThrough(payments.loans, '2026-01-17');
    const file = [row(number.replace(/^0+/, ''), '-509.44', 'CARGO', '17/01/2026')];
    expect(await importStatement(payments, file)).toMatchObject({ takenBack: 1, debits: 0, problems: [] });
    expect(await look()).toMatchObject({ status: 'REVERSED' });
    expect(await statusOf(debtor)).toBe('PERFORMING');
    expect(await bank()).toBe(before - 50_944);
    expect(await importStatement(payments, file)).toMatchObject({ takenBack: 0, known: 1, debits: 0 });
    expect(await importStatement(payments, [row(number, '509.44')])).toMatchObject({ known: 1, unmatched: [] });
    expect(await bank()).toBe(before - 50_944);
    expect(await tasksAbout(number)).toEqual([]);
  });

  test.each([
    ['behind it', false],
    ['before it', true],
  ])('in the same file, %s', async (_, isBefore) => {
    const { debtor, id, number, reference } = await aTransfer();
    const lines = [row(number, '509.44', reference), row(number, '-509.44', 'EXTORNO')];
    const report = await importStatement(payments, isBefore ? lines.toReversed() : lines);
    expect(report).toMatchObject({ matched: [{ paymentId: id }], takenBack: 1, debits: 0, problems: [] });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'REVERSED' });
    expect(await statusOf(debtor)).toBe('PERFORMING');
  });

  test('that nobody has named, or that people have matched with a loan', async () => {
    const [open, matched] = [aNumber(), aNumber()];
    const debtor = await aDebtor(payments);
    const before = await bank();
    await importStatement(payments, [row(open, '90.00'), row(matched, '509.44')]);
    const { money_id: moneyId } = await lineOf(matched);
    await asOperator(payments, `unapplied/${moneyId}/match`, { loanNumber: debtor.number });
    expect(await statusOf(debtor)).toBe('PAID');
    const report = await importStatement(payments, [row(open, '-90.00'), row(matched, '-509.44')]);
    expect(report).toMatchObject({ takenBack: 2, debits: 0 });
    expect(await statusOf(debtor)).toBe('PERFORMING');
    expect(await bank()).toBe(before);
    expect([await isUnnamed(open), await isUnnamed(matched)]).toEqual([false, false]);
  });

  test('one of two that came for a payment: the other one stays, and the client reads what is left', async () => {
    const { debtor, id, number, reference } = await aTransfer(300);
    const second = aNumber();
    await importStatement(payments, [row(number, '200.00', reference), row(second, '100.00', reference)]);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ received: 300, outcome: 'EXACT' });
    await importStatement(payments, [row(second, '-100.00')]);
    const left = { status: 'SUCCEEDED', received: 200, outcome: 'PARTIAL' };
    expect(await lookAt(payments, debtor, id)).toMatchObject(left);
    await importStatement(payments, [row(number, '-200.00')]);
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'REVERSED' });
  });

  test('in part: nothing is booked, a person is asked once, and says what stayed', async () => {
    const { debtor, number, look } = await aPaidLoan();
    const before = await bank();
    const part = [row(number, '-40.00', 'CARGO')];
    const { id } = await lineOf(number);
    expect(await importStatement(payments, part)).toMatchObject({
      takenBack: 0,
      debits: 0,
      problems: [
        {
          message: `BCP takes S/\u00a040,00 back of operation ${number} of 15/01/2026, which was S/\u00a0509,44: if the rest stayed, correct line ${id}. Ask the bank.`,
        },
      ],
    });
    expect(await importStatement(payments, part)).toMatchObject({ known: 1, problems: [] });
    expect(await importStatement(payments, [row(number, '-50.00', 'CARGO')])).toMatchObject({
      known: 0,
      problems: [{}],
    });
    expect([await bank(), await statusOf(debtor)]).toEqual([before, 'PAID']);
    expect(await tasksAbout(number)).toMatchObject([{ subject: `bank-line:${id}` }]);
    expect((await correct(id, 469.44)).status).toBe(200);
    expect([await bank(), await statusOf(debtor)]).toEqual([before - 4_000, 'PERFORMING']);
    expect(await look()).toMatchObject({ status: 'SUCCEEDED', received: 469.44, outcome: 'PARTIAL' });
    expect(await tasksAbout(number)).toEqual([]);
    const again = [row(number, '509.44'), ...part];
    expect(await importStatement(payments, again)).toMatchObject({ known: 2, problems: [] });
  });

  test('after the payment had been given back: it went out twice, and that is to be recovered', async () => {
    const { debtor, id, number, look } = await aPaidLoan();
    await asOperator(payments, `payments/${id}/refund`, { reason: 'the client asked' });
    await dispatchRefunds(payments.loans.context);
    expect(await look()).toMatchObject({ status: 'REFUNDED' });
    const [before, recoverable] = [await bank(), await toRecover()];
    expect(await importStatement(payments, [row(number, '-509.44')])).toMatchObject({ takenBack: 1 });
    expect(await look()).toMatchObject({ status: 'REVERSED' });
    expect([await bank(), await toRecover()]).toEqual([before - 50_944, recoverable + 50_944]);
    expect(await statusOf(debtor)).toBe('PERFORMING');
  });

  test('while it is being given back: what has not been sent stays', async () => {
    const { debtor, id, number, look } = await aPaidLoan();
    await asOperator(payments, `payments/${id}/refund`, { reason: 'the client asked' });
    const sent = payments.loans.bank.paidOut.size;
    expect(await importStatement(payments, [row(number, '-509.44')])).toMatchObject({ takenBack: 1 });
    await dispatchRefunds(payments.loans.context);
    expect(payments.loans.bank.paidOut.size).toBe(sent);
    expect(await look()).toMatchObject({ status: 'REVERSED' });
    expect(await statusOf(debtor)).toBe('PERFORMING');
  });

  test('that people had noted as charged back before: it is booked once', async () => {
    const { id, number, look } = await aPaidLoan();
    await asOperator(payments, `payments/${id}/dispute`, { reference: 'CB-1', reason: 'not me' });
    await asOperator(payments, `payments/${id}/dispute-lost`, {});
    const before = [await bank(), await toRecover()];
    expect(await importStatement(payments, [row(number, '-509.44')])).toMatchObject({ takenBack: 1 });
    expect([await bank(), await toRecover()]).toEqual(before);
    expect(await look()).toMatchObject({ status: 'REVERSED' });
  });

  test('twice, or one that had been sent back already: a person is asked', async () => {
    const { number } = await aPaidLoan();
    const returned = aNumber();
    await importStatement(payments, [row(returned, '90.00'), row(number, '-509.44')]);
    await asOperator(payments, `unapplied/${(await lineOf(returned)).money_id}/return`, { reference: 'T-1' });
    await closeThrough(payments.loans, '2026-01-16');
    const before = await bank();
    const file = [row(number, '-509.44', 'CARGO', '16/01/2026'), row(returned, '-90.00')];
    const report = (await importStatement(payments, file)) as { problems: unknown[] };
    expect(report).toMatchObject({ takenBack: 0, debits: 0 });
    expect(report.problems).toHaveLength(2);
    for (const one of [number, returned]) expect(await tasksAbout(one)).toHaveLength(1);
    expect(await bank()).toBe(before);
  });

  test('the last one under its number, when the bank has used that twice', async () => {
    const number = aNumber();
    await importStatement(payments, [row(number, '90.00', 'ABONO', '13/01/2026'), row(number, '90.00')]);
    await importStatement(payments, [row(number, '-90.00')]);
    const taken = await payments.db.kysely
      .selectFrom('bank_line')
      .innerJoin('unapplied', 'unapplied.id', 'money_id')
      .select(['value_date', 'status'])
      .where('bank_ref', '=', number)
      .orderBy('value_date')
      .execute();
    expect(taken).toEqual([
      { value_date: '2026-01-13', status: 'OPEN' },
      { value_date: '2026-01-15', status: 'RETURNED' },
    ]);
  });

  test('by a mark of MT940, which is never a plain debit: without a credit that is known a person is asked', async () => {
    const { number, reference, debtor, id } = await aTransfer();
    const send = (...entries: string[]) =>
      payments.app.request('/api/v1/staff/bank-statements?bank=BCP', {
        method: 'POST',
        headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'X-Operator': 'Ana' },
        body: [':20:X', ':25:191', ...entries, ':62F:C260115PEN0,00', ''].join('\n'),
      });
    const credit = [`:61:260115C509,44NTRFNONREF//${number}`, `:86:PAGO ${reference}`];
    const unknown = aNumber();
    const entries = [`:61:260115RC509,44NTRFNONREF//${number}`, ...credit, `:61:260115RC12,00NTRFNONREF//${unknown}`];
    const report = await (await send(...entries)).json();
    expect(report).toMatchObject({ matched: [{ paymentId: id }], takenBack: 1, debits: 0, problems: [{}] });
    expect(await lookAt(payments, debtor, id)).toMatchObject({ status: 'REVERSED' });
    expect(await tasksAbout(unknown)).toHaveLength(1);
    // Money that went out and has come back is money that came.
    const back = await (await send(`:61:260115RD20,00NTRFNONREF//${aNumber()}`)).json();
    expect(back).toMatchObject({ unmatched: [{ amount: 20 }], debits: 0 });
  });

  test('and what a charge takes under the same number, or a payout of its own, is left alone', async () => {
    const { number, look } = await aPaidLoan();
    const file = [
      row(number, '-0.05', 'CARGO'),
      row(number, '-7.50', 'COMISION INTERPLAZA'),
      row(aNumber(), '-509.44'),
    ];
    expect(await importStatement(payments, file)).toMatchObject({ takenBack: 0, debits: 3, problems: [] });
    expect(await look()).toMatchObject({ status: 'SUCCEEDED' });
    expect(await tasksAbout(number)).toEqual([]);
  });
});

describe('a line whose amount the bank says is another', () => {
  test('is booked as what came, where the first was and on its day; the question is answered', async () => {
    const { debtor, id, number, reference } = await aTransfer();
    await importStatement(payments, [row(number, '50.00', reference)]);
    await closeThrough(payments.loans, '2026-01-20');
    await importStatement(payments, [row(number, '509.44', reference)]);
    const [task] = await tasksAbout(number, 'statement-differs');
    const line = await lineOf(number);
    expect(task).toMatchObject({ subject: `bank-line:${line.id}` });
    const { tasks: listed } = await (await asOperator(payments, 'tasks?kind=statement-differs')).json();
    expect(listed).toContainEqual(expect.objectContaining({ act: 'statements correct', with: { id: line.id } }));
    const before = await bank();
    expect(await (await correct(line.id, 509.44)).json()).toEqual({ amount: 509.44 });
    expect(await lookAt(payments, debtor, id)).toMatchObject({
      status: 'SUCCEEDED',
      received: 509.44,
      outcome: 'EXACT',
      paidOn: '2026-01-15',
    });
    expect([await statusOf(debtor), await bank()]).toEqual(['PAID', before + 45_944]);
    expect(await tasksAbout(number, 'statement-differs')).toEqual([]);
    expect(await importStatement(payments, [row(number, '509.44', reference)])).toMatchObject({ known: 1 });
    const { facts } = (await stored(payments.loans, debtor.loan.id)).loan;
    expect((await correct(line.id, 509.44)).status).toBe(200);
    expect((await stored(payments.loans, debtor.loan.id)).loan.facts).toEqual(facts);
    // And the bank takes all of it back.
    expect(await importStatement(payments, [row(number, '-509.44', 'CARGO', '20/01/2026')])).toMatchObject({
      takenBack: 1,
    });
    expect([await statusOf(debtor), await bank()]).toEqual(['PERFORMING', before - 5_000]);
  });

  test.each([true, false])(
    'that no payment has named (matched with a loan: %s) is corrected too',
    async (isMatched) => {
      const debtor = await aDebtor(payments);
      const number = aNumber();
      const before = await bank();
      await importStatement(payments, [row(number, '600.00')]);
      const { id, money_id: moneyId } = await lineOf(number);
      if (isMatched) await asOperator(payments, `unapplied/${moneyId}/match`, { loanNumber: debtor.number });
      expect((await correct(id, 100)).status).toBe(200);
      expect(await bank()).toBe(before + 10_000);
      expect(await statusOf(debtor)).toBe('PERFORMING');
      expect(await isUnnamed(number)).toBe(!isMatched);
      const facts = (await stored(payments.loans, debtor.loan.id)).loan.facts.filter(({ kind }) => kind === 'payment');
      expect(facts).toHaveLength(isMatched ? 2 : 0);
    },
  );

  test('of which nothing came is out of the books', async () => {
    const { debtor, number, look } = await aPaidLoan();
    const before = await bank();
    const { id } = await lineOf(number);
    expect((await correct(id, 0)).status).toBe(200);
    expect(await look()).toMatchObject({ status: 'REVERSED' });
    expect([await statusOf(debtor), await bank()]).toEqual(['PERFORMING', before - 50_944]);
    expect((await correct(id, 509.44)).status).toBe(409);
  });

  test('takes two accounts above the limit, and is refused while its payment is disputed or given back', async () => {
    const number = aNumber();
    await importStatement(payments, [row(number, '90.00')]);
    const { id } = await lineOf(number);
    const first = await asColleague(payments, 'Ana', `bank-lines/${id}/correct`, { amount: 90_000 });
    expect([first.status, (await lineOf(number)).amount]).toEqual([202, 9_000]);
    const second = await asColleague(payments, 'Luis', `bank-lines/${id}/correct`, { amount: 90_000 });
    expect([second.status, (await lineOf(number)).amount]).toEqual([200, 9_000_000]);
    const paid = await aPaidLoan();
    await asOperator(payments, `payments/${paid.id}/dispute`, { reference: 'CB-1', reason: 'not me' });
    expect((await correct((await lineOf(paid.number)).id, 1)).status).toBe(409);
  });

  test.each([
    ['x', 1, 404],
    ['019bc215-3d00-7000-8000-000000000000', 1, 404],
    ['019bc215-3d00-7000-8000-000000000000', -1, 400],
    ['019bc215-3d00-7000-8000-000000000000', 0.001, 400],
  ])('%s with %d is refused', async (id, amount, status) => {
    expect((await correct(id, amount)).status).toBe(status);
  });
});
