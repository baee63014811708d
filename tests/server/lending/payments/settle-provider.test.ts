import { describe, expect, test } from 'vitest';
import { readBalances } from '#server/lending/loans/store/ledger-store.ts';
import { refundPaid, refundPayment, settleRefund } from '#server/lending/payments/refund-payment.ts';
import { readIntent } from '#server/lending/payments/store/payment-store.ts';
import { findOpenRefund } from '#server/lending/payments/store/refund-store.ts';
import { listTasks } from '#server/lending/staff/task-store.ts';
import { verify } from '#tests/support/loans/loan-service.ts';
import { aDebtor, asOperator, importStatement, payByCard, withPayments } from '#tests/support/payments/payments.ts';

const payments = withPayments();

const json = async (answer: Promise<Response>): Promise<unknown> => (await answer).json();
const act = (id: string, name: string, body: object = {}) => asOperator(payments, `payments/${id}/${name}`, body);

describe('what a provider pays out', () => {
  const settle = (settlement: object) => asOperator(payments, 'settlements', settlement);
  const tasksOn = async (subject: string) =>
    (await listTasks(payments.db.kysely)).filter((task) => task.subject === subject).map(({ kind }) => kind);

  /** The line of the bank that a provider's money came as, which cannot be identified. */
  async function bankCredit(bankRef: string, amount: string): Promise<string> {
    await importStatement(payments, [['15/01/2026', bankRef, amount, 'ABONO LIQUIDACION']]);
    const { unapplied } = (await json(asOperator(payments, 'unapplied'))) as {
      unapplied: { id: string; bank_ref: string }[];
    };
    return unapplied.find((one) => one.bank_ref === bankRef)?.id ?? '';
  }

  async function paidByCard(amount: number) {
    const debtor = await aDebtor(payments);
    const { id } = await payByCard(payments, debtor, { purpose: 'PARTIAL', amount });
    const intent = await readIntent(payments.db.kysely, { id });
    return { debtor, id, reference: intent?.purchaseNumber ?? '', amount };
  }
  const readSurplus = async (id: string) =>
    (
      await payments.db.kysely
        .selectFrom('surplus_payout')
        .select('amount')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).amount;
  const lineOf = ({ reference, amount }: { reference: string; amount: number }) => ({ reference, amount });

  const settlement = (lines: readonly object[], line: string, rest: object = {}) => ({
    provider: 'NIUBIZ',
    reference: `L-${line}`,
    lines,
    cost: 10.5,
    date: '2026-01-15',
    line,
    ...rest,
  });

  test('is booked once: what it names, less its cost, as the credit of the bank', async () => {
    const [first, second] = [await paidByCard(100), await paidByCard(200.5)];
    const before = await readBalances(payments.db.kysely);
    const line = await bankCredit('880001', '290.00');
    expect(await tasksOn(`money:${line}`)).toEqual(['money-unapplied']);
    const whole = settlement([lineOf(first), lineOf(second)], line);
    expect(await json(settle(whole))).toEqual({ isNew: true });
    expect(await json(settle(whole))).toEqual({ isNew: false });
    const after = await readBalances(payments.db.kysely);
    const accounts = ['psp-clearing', 'bank', 'psp-cost', 'unapplied-funds'] as const;
    expect(accounts.map((of) => (after[of] ?? 0) - (before[of] ?? 0))).toEqual([-30_050, 29_000, 1050, 0]);
    expect(await tasksOn(`money:${line}`)).toEqual([]);
    for (const other of [{ cost: 1 }, { date: '2026-01-14' }, { lines: [lineOf(first)] }]) {
      expect(await (await settle({ ...whole, ...other })).json()).toMatchObject({
        error: { code: 'settlement_differs' },
      });
    }
  });

  test('is refused as a whole when a line is money nobody collected, of another amount, or settled before', async () => {
    const payment = await paidByCard(100);
    const line = await bankCredit('880002', '89.50');
    const refusal = async (lines: readonly object[], rest: object = {}) => {
      const answer = await settle(settlement(lines, line, rest));
      expect(answer.status).toBe(409);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      return [error.code, error.message];
    };
    const { reference } = payment;
    const code = 'settlement_not_covered';
    expect(await refusal([{ reference: '123456789012', amount: 100 }])).toEqual([
      code,
      'Nothing was booked: 123456789012 of 100.00 does not wait for a settlement.',
    ]);
    expect(await refusal([{ reference, amount: 99 }])).toEqual([
      code,
      `Nothing was booked: ${reference} of 99.00 waits with 100.00.`,
    ]);
    expect(await refusal([lineOf(payment), lineOf(payment)])).toEqual([
      code,
      `Nothing was booked: ${reference} of 100.00 does not wait for a settlement.`,
    ]);
    expect(await refusal([lineOf(payment)], { provider: 'PAGOEFECTIVO' })).toEqual([
      code,
      `Nothing was booked: ${reference} of 100.00 does not wait for a settlement.`,
    ]);
    expect(await refusal([lineOf(payment)], { cost: 10 })).toEqual([
      code,
      'Nothing was booked: its lines are 100.00, but 89.50 came and the cost is 10.00.',
    ]);
    expect(await json(settle(settlement([lineOf(payment)], line)))).toEqual({ isNew: true });
    const next = await bankCredit('880003', '89.50');
    const again = await settle(settlement([lineOf(payment)], next));
    expect(await again.json()).toMatchObject({ error: { code } });
  });

  test('names what was taken back: a card’s refund and a chargeback, each once', async () => {
    const [kept, refunded, disputed] = [await paidByCard(300), await paidByCard(40), await paidByCard(50)];
    await act(refunded.id, 'refund', { reason: 'asked for' });
    await act(disputed.id, 'dispute', { reference: 'CB-9', reason: 'not me' });
    await act(disputed.id, 'dispute-lost');
    const minus = ({ reference, amount }: { reference: string; amount: number }) => ({ reference, amount: -amount });
    const early = await bankCredit('880004', '379.50');
    const collected = [lineOf(kept), lineOf(refunded), lineOf(disputed)];
    expect(await json(settle(settlement(collected, early)))).toEqual({ isNew: true });
    const more = await paidByCard(100);
    const late = await bankCredit('880005', '9.50');
    const lines = [lineOf(more), minus(refunded), minus(disputed)];
    const wrong = await settle(settlement([...lines, minus(kept)], late, { cost: 0.5 }));
    expect(await wrong.json()).toMatchObject({
      error: { message: `Nothing was booked: ${kept.reference} of -300.00 does not wait for a settlement.` },
    });
    expect(await json(settle(settlement(lines, late, { cost: 0.5 })))).toEqual({ isNew: true });
  });

  test('names a card’s refund that was not owed any more, beside the chargeback of the same payment', async () => {
    const [kept, disputed] = [await paidByCard(300), await paidByCard(40)];
    const { gateways } = payments.context;
    const refund = () => Promise.reject(new Error('killed'));
    const card = { ...gateways.card, refund } as typeof gateways.card;
    const dying = { ...payments.context, gateways: { ...gateways, card } };
    await expect(refundPayment(dying, disputed.id, { operator: 'Ana', reason: 'asked for' })).rejects.toThrow('killed');
    const ordered = await findOpenRefund(payments.db.kysely, { intentId: disputed.id });
    if (!ordered) throw new Error('no refund');
    await settleRefund(payments.context, disputed.id, { operator: 'Ana', reason: 'not found there' });
    await act(disputed.id, 'dispute', { reference: 'CB-10', reason: 'not me' });
    await act(disputed.id, 'dispute-lost');
    await refundPaid(payments.context, ordered, 'R-late', 'provider');
    expect(await readSurplus(ordered.id)).toBe(4_000);

    const minus = { reference: disputed.reference, amount: -40 };
    const line = await bankCredit('880008', '249.50');
    const lines = [lineOf(kept), lineOf(disputed), minus, minus];
    expect(await json(settle(settlement(lines, line)))).toEqual({ isNew: true });
    const next = await bankCredit('880009', '49.50');
    const again = await settle(settlement([lineOf(await paidByCard(100)), minus], next));
    expect(await again.json()).toMatchObject({ error: { code: 'settlement_not_covered' } });
    // Nothing of it waits any more: the books and the providers agree.
    expect((await verify(payments.loans)).problems).toEqual([]);
  });

  test('waits for the bank’s statement: no credit, an unidentified one, or a client’s, settles anything', async () => {
    const payment = await paidByCard(100);
    const debtor = await aDebtor(payments);
    const theirs = await bankCredit('880006', '89.50');
    await asOperator(payments, `unapplied/${theirs}/match`, { loanNumber: debtor.number });
    for (const line of ['019bc215-3d00-7000-8000-000000000000', theirs]) {
      const answer = await settle(settlement([lineOf(payment)], line));
      expect(await answer.json()).toMatchObject({ error: { code: 'money_state' } });
    }
  });

  test('told twice at once is booked once', async () => {
    const payment = await paidByCard(100);
    const line = await bankCredit('880007', '89.50');
    const answers = await Promise.all([1, 2, 3].map(() => json(settle(settlement([lineOf(payment)], line)))));
    expect(answers.filter((answer) => (answer as { isNew: boolean }).isNew)).toHaveLength(1);
  });

  test.each([
    { lines: [] },
    { lines: [{ reference: '1', amount: 0 }] },
    { cost: -1 },
    { date: '2026-02-30' },
    { provider: 'BCP' },
    { reference: '' },
    { line: '77001' },
  ])('with %j is refused', async (wrong) => {
    const absent = '019bc215-3d00-7000-8000-000000000000';
    const answer = await settle(settlement([{ reference: '1', amount: 1 }], absent, wrong));
    expect(answer.status).toBe(400);
  });
});
