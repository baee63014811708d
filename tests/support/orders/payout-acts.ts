import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeBankAccount } from '#api/endpoints/profile/change-bank-account.ts';
import { addDays, calendarDate } from '#loan/calendar.ts';
import { bankFilePayout } from '#server/lending/gateways/payout/bank-file-payout.ts';
import type { PayoutGateway } from '#server/lending/gateways/payout/payout-gateway.ts';
import { closeBusiness } from '#server/lending/loans/close-of-business.ts';
import { makeBatch, releaseBatch, withdrawBatch } from '#server/lending/payments/payout-batch.ts';
import { sendReleasedBatches } from '#server/lending/payments/send-batches.ts';
import { type LearnedOfPayout, settlePayout } from '#server/lending/payments/settle-payout.ts';
import { dispatchDisbursements } from '#server/lending/payouts/disburse.ts';
import { readOrders } from '#server/lending/payouts/disbursement-store.ts';
import { confirmArchive } from '#server/lending/payouts/payout-archive.ts';
import { figuresOf } from '#server/lending/payouts/payout-batch-store.ts';
import { anOriginatedLoan, TestBank } from '../loans/loan-service.ts';
import { bankDirs } from '../payments/bank-dirs.ts';
import type { Payments } from '../payments/payments.ts';
import { aBorrower, type Borrower } from '../people/borrower.ts';
import { clientCall } from './client-call.ts';
import { said, signedIn } from './colleagues.ts';
import { atLeast } from './late-loan.ts';
import { putToRest } from './quiet.ts';
import { job, type Prepare } from './story.ts';

const TODAY = calendarDate('2026-01-15');

/** A client whose signed loan waits for its money, with the bank of the story. */
export interface Waiting extends Borrower {
  readonly loanId: string;
  readonly number: string;
  readonly orderId: string;
  readonly bank: TestBank;
}

export async function aSignedLoan(payments: Payments): Promise<Waiting> {
  await putToRest(payments.db);
  payments.clock.moveTo(TODAY);
  const borrower = await aBorrower(payments, { stepUp: 'everything' });
  const { id, loan } = await anOriginatedLoan(payments, undefined, borrower.personId);
  const orderId = (await readOrders(payments.db.kysely, id)).at(-1)?.id ?? '';
  return { ...borrower, loanId: id, number: loan.number, orderId, bank: new TestBank(payments.clock) };
}

/** The bank has taken the order, and its answer was lost. */
export async function anOrderOnItsWay(payments: Payments): Promise<Waiting> {
  const waiting = await aSignedLoan(payments);
  waiting.bank.mode = 'lost';
  await dispatchDisbursements({ ...payments.loans.context, payout: waiting.bank });
  waiting.bank.mode = 'pays';
  payments.clock.pass({ minutes: 1 });
  return waiting;
}

/** A bank that has heard what another one has, and answers in another way. */
function bankBeside({ bank }: Waiting, mode: TestBank['mode'], { clock }: Payments): TestBank {
  const beside = new TestBank(clock);
  beside.mode = mode;
  for (const [id, order] of bank.paidOut) beside.paidOut.set(id, order);
  return beside;
}

const folders = new WeakMap<object, string>();
const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** The bank that takes files looks for them in one place, whichever process has written them. */
function dirsOf({ db }: Payments) {
  const folder = folders.get(db.kysely) ?? mkdtempSync(join(tmpdir(), 'manay-orders-'));
  if (!folders.has(db.kysely)) made.push(folder);
  folders.set(db.kysely, folder);
  return bankDirs(folder);
}

const withFiles = (payments: Payments) => ({
  ...payments.loans.context,
  payout: bankFilePayout({ ...dirsOf(payments), inBatches: true, quietMs: 0 }),
});

/** A signed loan of a lender whose bank takes files, which the books know as theirs whatever other stories have paid out. */
export async function aLoanForTheFile(payments: Payments): Promise<Waiting> {
  const waiting = await aSignedLoan(payments);
  const context = { ...payments.context, payout: withFiles(payments).payout };
  const archive = (await context.payout.archive?.identify()) ?? '';
  await confirmArchive(context, { archive, reason: 'Another story was about another bank.', operator: 'Ana' });
  return waiting;
}

async function theBatch(payments: Payments) {
  const made = await makeBatch(withFiles(payments), 'Ana');
  if (made.kind === 'refused') throw new Error(made.message);
  return made.batch;
}

const kindOf = async (refusable: Promise<{ readonly kind: string; readonly code?: string }>) => {
  const { kind, code } = await refusable;
  return { kind, code };
};

const dispatch = ({ loans }: Payments, payout: PayoutGateway) =>
  job(() => dispatchDisbursements({ ...loans.context, payout }));

/** Everything the banks have heard of a client's order: how often, and for how much. */
export async function ordersAtBank(payments: Payments, { orderId, bank }: Waiting) {
  const { rows: batches } = await readBatchIds(payments, orderId);
  const files = batches.map((id) => join(dirsOf(payments).ordersDir, `${id}.csv`)).filter(existsSync);
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const paid = bank.paidOut.get(orderId);
  return {
    calls: bank.calls,
    paid: paid?.amountCents ?? 0,
    inFiles: lines.filter((row) => row.includes(orderId)).length,
  };
}

async function readBatchIds({ db }: Payments, orderId: string) {
  const items = db.kysely.selectFrom('payout_batch_item').select('batch_id').where('order_id', '=', orderId);
  return { rows: (await items.execute()).map(({ batch_id }) => batch_id) };
}

async function flagging(payments: Payments, { documentNumber }: Borrower) {
  const thing = { kind: 'document', documentType: 'DNI', documentNumber };
  const [ana, luis] = [await signedIn(payments, 'Ana'), await signedIn(payments, 'Luis')];
  const body = { thing, reason: 'Not the client.' };
  await ana('fraud-flags', body);
  return async () => said(await luis('fraud-flags', body));
}

/** Acts of anybody about a client while their loan waits for its money. */
export const CLIENT_OF_PAYOUT_ACTS = {
  'the client names another account': async (payments, { headers }) => {
    const body = { bankId: 'bbva', type: 'SAVINGS', cci: '01181400021234567818' };
    return clientCall(payments, changeBankAccount, { headers, body });
  },
  'colleagues flag the client': flagging,
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;

export const PAYOUT_NIGHT_ACTS = {
  'the day is closed': async (payments) => {
    atLeast(payments.clock, addDays(calendarDate(payments.clock.businessDate()), 1));
    return async () => (await closeBusiness(payments.loans.context)).failed.length;
  },
} as const satisfies Readonly<Record<string, Prepare<Borrower>>>;

/** Acts on an order that nobody has sent yet. */
export const PAYOUT_ACTS = {
  'the order is sent, and the bank pays': async (payments, { bank }) => dispatch(payments, bank),
  'the order is sent, and the bank refuses it': async (payments, waiting) =>
    dispatch(payments, bankBeside(waiting, 'rejects', payments)),
} as const satisfies Readonly<Record<string, Prepare<Waiting>>>;

/** Acts on it at a bank that takes one file a day. */
export const BATCH_ACTS = {
  'the batch of the day is made': async (payments) => async () => {
    const made = await makeBatch(withFiles(payments), 'Ana');
    return made.kind === 'made' ? { count: made.batch.items.length, status: made.batch.status } : made.code;
  },
  'the batch is released': async (payments) => {
    const { id, items } = await theBatch(payments);
    const stated = figuresOf(items);
    return () => kindOf(releaseBatch(payments.context, id, { operator: 'Luis', stated }));
  },
  'the batch is withdrawn': async (payments) => {
    const { id } = await theBatch(payments);
    const by = { operator: 'Ana', account: 'Ana', reason: 'A wrong account.' };
    return () => kindOf(withdrawBatch(payments.context, id, by));
  },
  'the released batch goes into its file': async (payments) => {
    const { id, items } = await theBatch(payments);
    await releaseBatch(payments.context, id, { operator: 'Luis', stated: figuresOf(items) });
    return () => sendReleasedBatches(withFiles(payments));
  },
  'the bank of files is asked': async (payments) => dispatch(payments, withFiles(payments).payout),
} as const satisfies Readonly<Record<string, Prepare<Waiting>>>;

function learned(what: (payments: Payments) => LearnedOfPayout, mode: TestBank['mode']): Prepare<Waiting> {
  return async (payments, waiting) => {
    const payout = new TestBank(payments.clock);
    if (mode === 'pays') payout.paidOut.set(waiting.orderId, {} as never);
    const said = { operator: 'Ana', learned: what(payments) };
    return async () => {
      const settled = await settlePayout({ ...payments.context, payout }, waiting.orderId, said);
      return settled.kind === 'settled' ? settled.payout.status : settled.code;
    };
  };
}

/** Acts on an order whose answer was lost. */
export const ON_ITS_WAY_ACTS = {
  'the bank is asked, and has paid': async (payments, waiting) => dispatch(payments, waiting.bank),
  'the bank is asked, and does not know it': async (payments) => dispatch(payments, new TestBank(payments.clock)),
  'a colleague says that it was paid': learned(
    ({ clock }) => ({ kind: 'paid', providerRef: 'by telephone', valueDate: calendarDate(clock.businessDate()) }),
    'pays',
  ),
  'a colleague says that it was refused': learned(() => ({ kind: 'rejected', reason: 'account closed' }), 'down'),
  'a colleague says that it was never sent': learned(() => ({ kind: 'not-sent', reason: 'by telephone' }), 'rejects'),
} as const satisfies Readonly<Record<string, Prepare<Waiting>>>;
