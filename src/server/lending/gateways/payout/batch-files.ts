import { type Cents, fromSoles, sum, toSoles } from '#loan/money.ts';
import { readCsv } from '../transfer/read-csv.ts';
import { plainName, readResult } from './bank-files.ts';
import type { AnswerFile, BankResult, PayoutBatch, PayoutOrder } from './payout-gateway.ts';

export const BATCH_COLUMNS = ['record', 'id', 'date', 'currency', 'amount', 'cci', 'holder', 'count'] as const;
export const BATCH_RESULT_COLUMNS = [
  'record',
  'id',
  'status',
  'amount',
  'bank_reference',
  'value_date',
  'reason',
  'count',
] as const;

/**
 * Writes the orders of a day as one file: a line of names, the control record with their number and their sum, and a
 * line for each order; separated by semicolons, in ASCII.
 */
export function writeBatchFile({ batchId, date, orders }: PayoutBatch): string {
  const total = sum(...orders.map(({ amountCents }) => amountCents));
  const lines = [
    BATCH_COLUMNS,
    ['BATCH', batchId, date, 'PEN', soles(total), '', '', orders.length],
    ...orders.map(({ orderId, amountCents, cci, holder }) => [
      'ORDER',
      orderId,
      date,
      'PEN',
      soles(amountCents),
      cci,
      plainName(holder),
      '',
    ]),
  ];
  return lines.map((line) => `${line.join(';')}\r\n`).join('');
}

function soles(amountCents: Cents): string {
  return toSoles(amountCents).toFixed(2);
}

/** The orders of a file of ours, by their ids. */
export function readBatchFile(text: string): ReadonlyMap<string, Cents> {
  const rows = text.split('\r\n').map((line) => line.split(';'));
  const orders = rows.filter(([record]) => record === 'ORDER');
  return new Map(orders.map(([, id = '', , , amount = '']) => [id, fromSoles(Number(amount))]));
}

/** Whether a file of the bank's answers is about a batch. */
export function isBatchResult(text: string): boolean {
  return /^\uFEFF?\s*"?record"?[;,\t]/i.test(text);
}

type Result = Pick<AnswerFile, 'results' | 'problems' | 'refused'>;
type Values = Readonly<Record<(typeof BATCH_RESULT_COLUMNS)[number], string>>;
type Row = { readonly line: number; readonly values: Values };

/** Outcomes that the control record of an answer may name for its orders; `PARTIAL` any mixture. */
const ALL = ['PAID', 'REJECTED', 'ACCEPTED'] as const;

/**
 * Reads the bank's answer to a batch: its control record, and a line for each order it is about; without lines the
 * record speaks of all of them. What does not agree with itself or with the batch refuses the whole file, for nobody can
 * tell which part of it is right. A line about another order, or with another amount, is told and not believed.
 * @param ordersOf the orders of one of our batches; undefined when there is none of that id
 */
export async function readBatchResultFile(
  text: string,
  ordersOf: (batchId: string) => Promise<ReadonlyMap<string, Cents> | undefined>,
): Promise<Result> {
  const { rows, problems } = readCsv(text, { required: BATCH_RESULT_COLUMNS });
  const [unread] = problems;
  if (unread) return refused(`Line ${unread.line}: ${unread.message}.`);
  const [control, ...lines] = rows;
  if (control?.values.record.toUpperCase() !== 'BATCH') return refused('The first record is not BATCH.');
  const other = lines.find(({ values }) => values.record.toUpperCase() !== 'ORDER');
  if (other) return refused(`Line ${other.line}: the record is "${other.values.record}", not ORDER.`);
  const orders = await ordersOf(control.values.id);
  if (!orders) return refused(`There is no batch "${control.values.id}" of ours.`);
  return disagreement(control, lines, orders) ?? readOrders(control, lines, orders);
}

function refused(sentence: string): Result {
  return { results: [], problems: [], refused: sentence };
}

/** A sentence for what does not agree: count, total, or the word for all of them. */
function disagreement(
  { values: control }: Row,
  lines: readonly Row[],
  orders: ReadonlyMap<string, Cents>,
): Result | undefined {
  const amounts = lines.map(({ values }) => centsOf(values.amount));
  const wrong = lines[amounts.indexOf(undefined)];
  if (wrong) return refused(`Line ${wrong.line}: "${wrong.values.amount}" is not an amount.`);
  const ids = lines.map(({ values }) => values.id);
  const again = lines.find(({ values }, index) => ids.indexOf(values.id) < index);
  if (again) return refused(`Line ${again.line}: order ${again.values.id} is there twice.`);
  const status = control.status.toUpperCase();
  const isOfAll = (ALL as readonly string[]).includes(status);
  if (!isOfAll && status !== 'PARTIAL') {
    return refused(`The status of the batch is "${control.status}", not PAID, REJECTED, ACCEPTED or PARTIAL.`);
  }
  const stated = lines.length > 0 ? (amounts as Cents[]) : isOfAll ? [...orders.values()] : [];
  const there = { count: String(stated.length), total: soles(sum(...stated)) };
  if (control.count !== there.count || control.amount !== there.total) {
    const says = `${control.count || 'no'} orders of S/ ${control.amount || '?'}`;
    return refused(`The control record says ${says}, but there are ${there.count} of S/ ${there.total}.`);
  }
  const odd = lines.find(({ values }) => isOfAll && values.status.toUpperCase() !== status);
  if (odd) return refused(`The batch is ${status}, but line ${odd.line} is "${odd.values.status}".`);
  if (isOfAll && stated.length !== orders.size) {
    return refused(`The batch is ${status} with ${there.count} orders, but ours has ${orders.size}.`);
  }
  return undefined;
}

function readOrders(control: Row, lines: readonly Row[], orders: ReadonlyMap<string, Cents>): Result {
  const results: BankResult[] = [];
  const problems: { line: number; message: string }[] = [];
  const read = lines.length > 0 ? lines : [...orders.keys()].map((id) => asLine(control, id));
  for (const { line, values } of read) {
    const ordered = orders.get(values.id);
    const result = readResult({ ...values, order_id: values.id });
    if (ordered === undefined) problems.push({ line, message: `order ${values.id} is not in this batch` });
    else if (lines.length > 0 && centsOf(values.amount) !== ordered) {
      const message = `order ${values.id} is of S/ ${soles(ordered)}, and the bank says S/ ${values.amount}`;
      problems.push({ line, message });
    } else if (typeof result === 'string') problems.push({ line, message: result });
    else results.push(result);
  }
  return { results, problems };
}

/** Turns what the control record says into a line about one order. */
function asLine({ line, values }: Row, id: string): Row {
  return { line, values: { ...values, id } };
}

function centsOf(text: string): Cents | undefined {
  return /^\d{1,10}\.\d{2}$/.test(text) ? fromSoles(Number(text)) : undefined;
}

/** An order as it lies in the archive from the moment on in which it is in a batch. */
export function writeBatchedOrder(order: PayoutOrder, batchId: string): string {
  const { orderId, amountCents, cci, holder } = order;
  const values = [orderId, 'PEN', soles(amountCents), cci, plainName(holder), batchId];
  return `order_id;currency;amount;cci;holder;batch\r\n${values.join(';')}\r\n`;
}

/** The batch that an order in the archive is in; undefined when it was sent alone. */
export function batchOf(text: string): string | undefined {
  const [names = '', values = ''] = text.split('\r\n');
  return names.endsWith(';batch') ? values.split(';').at(-1) : undefined;
}
