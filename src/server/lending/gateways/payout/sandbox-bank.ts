import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { drawNumber } from '#server/kit/uuid.ts';
import { CURRENCY, readAmount, readWord } from '../provider-values.ts';
import { FaultPlan, withFaults } from '../sandbox/faults.ts';
import { faultControls, planFault, readForm, readObject, sandboxPage, sandboxTable } from '../sandbox/sandbox-page.ts';

const PATH = '/sandbox/bank';
const OPERATIONS = ['send', 'find'] as const;
/** Habits of the bank with the next orders. */
const HABITS = {
  pay: 'pays at once',
  accept: 'accepts, and waits for a button',
  reject: 'rejects',
  'pay-another-amount': 'says another amount than it was sent',
} as const;
type Behaviour = keyof typeof HABITS;

interface Transfer {
  readonly orderId: string;
  readonly amount: number;
  readonly cci: string;
  readonly holder: string;
  readonly reference: string;
  status: 'ACCEPTED' | 'PAID' | 'REJECTED';
  valueDate: string;
  reason: string;
}

export interface SandboxBankOptions {
  readonly token: string;
  /** `YYYY-MM-DD`, also when the sandbox's business date was moved: a value date follows it. */
  readonly businessDate: () => string;
  /** Its initial behaviour; pays by default. */
  readonly habit?: Behaviour;
}

/**
 * A bank that pays to any CCI, at once or when a button says so, and can reject, lose its answer, or take money back.
 */
export function sandboxBank({ token, businessDate, habit = 'pay' }: SandboxBankOptions): Hono {
  const app = new Hono();
  const transfers = new Map<string, Transfer>();
  const plan = new FaultPlan();
  let current: Behaviour = habit;
  const allowed = (c: Context): boolean => c.req.header('authorization') === `Bearer ${token}`;
  const unauthorised = (c: Context): Response => c.json({ message: 'Unauthorized' }, 401);

  app.post(`${PATH}/transfers`, (c) => {
    if (!allowed(c)) return unauthorised(c);
    return withFaults(c, plan, 'send', async () => {
      const transfer = takeOrder(transfers, await readObject(c), current, businessDate());
      if (!transfer) return c.json({ message: 'orderId, amount, currency or cci is not valid' }, 400);
      const amount = current === 'pay-another-amount' ? transfer.amount + 1 : transfer.amount;
      return c.json({ ...transfer, amount }, transfer.status === 'REJECTED' ? 422 : 200);
    });
  });
  app.get(`${PATH}/transfers/:orderId`, (c) => {
    if (!allowed(c)) return unauthorised(c);
    return withFaults(c, plan, 'find', () => {
      const transfer = transfers.get(c.req.param('orderId'));
      return transfer ? c.json({ ...transfer }) : c.json({ message: 'no such transfer' }, 404);
    });
  });
  app.post(`${PATH}/faults`, async (c) => {
    await planFault(c, OPERATIONS, plan);
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/habit`, async (c) => {
    const { habit: chosen = '' } = await readForm(c);
    if (Object.hasOwn(HABITS, chosen)) current = chosen as Behaviour;
    return c.redirect(PATH, 303);
  });
  app.post(`${PATH}/decide/:orderId`, async (c) => {
    const transfer = transfers.get(c.req.param('orderId'));
    if (!transfer) return c.notFound();
    const { status } = await readForm(c);
    if (status === 'PAID' || status === 'REJECTED') settle(transfer, status, businessDate());
    return c.redirect(PATH, 303);
  });
  app.get(PATH, (c) => overview(c, [...transfers.values()].reverse(), plan, current));
  return app;
}

function takeOrder(
  transfers: Map<string, Transfer>,
  order: Readonly<Record<string, unknown>>,
  habit: Behaviour,
  today: string,
): Transfer | undefined {
  const orderId = readWord(order['orderId'], 40);
  const cci = readWord(order['cci'], 20) ?? '';
  if (orderId === undefined || readAmount(order['amount']) === undefined || order['currency'] !== CURRENCY)
    return undefined;
  if (!/^\d{20}$/.test(cci)) return undefined;
  // A repeated order gets its state: it is paid once.
  const known = transfers.get(orderId);
  if (known) return known;
  const transfer: Transfer = {
    orderId,
    cci,
    amount: Number(order['amount']),
    holder: readWord(order['holder']) ?? '',
    reference: `B${String(drawNumber(0, 10 ** 10)).padStart(10, '0')}`,
    status: 'ACCEPTED',
    valueDate: '',
    reason: '',
  };
  if (habit === 'pay' || habit === 'pay-another-amount') settle(transfer, 'PAID', today);
  if (habit === 'reject') settle(transfer, 'REJECTED', today);
  transfers.set(orderId, transfer);
  return transfer;
}

function settle(transfer: Transfer, status: 'PAID' | 'REJECTED', today: string): void {
  transfer.status = status;
  transfer.valueDate = status === 'PAID' ? today : '';
  transfer.reason = status === 'REJECTED' ? 'The account does not exist' : '';
}

function overview(c: Context, transfers: readonly Transfer[], plan: FaultPlan, current: Behaviour) {
  const rows = transfers.map(({ orderId, amount, cci, holder, status, valueDate }) => [
    orderId,
    `S/ ${amount.toFixed(2)}`,
    html`${cci}<br>${holder}`,
    `${status} ${valueDate}`,
    html`<form method="post" action="${PATH}/decide/${orderId}">
      <button name="status" value="PAID">Pay</button>
      <button name="status" value="REJECTED">${status === 'PAID' ? 'Take back' : 'Reject'}</button>
    </form>`,
  ]);
  const habits = Object.entries(HABITS).map(
    ([name, label]) => html`<button name="habit" value="${name}">${name === current ? '✓ ' : ''}${label}</button>`,
  );
  const main = html`<p>The bank ${HABITS[current]}.</p>
    <form method="post" action="${PATH}/habit">
      ${habits}
    </form>
    ${sandboxTable(['Order', 'Amount', 'To', 'State', 'Decide'], rows)}
    ${faultControls(PATH, OPERATIONS, plan)}`;
  return sandboxPage(c, 'Bank', main);
}
