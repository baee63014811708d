import { isCalendarDate } from '#loan/calendar.ts';
import { type Cents, fromSoles, toSoles } from '#loan/money.ts';
import { readCsv } from '../transfer/read-csv.ts';
import type { AnswerFile, BankResult, PayoutOrder, PayoutState } from './payout-gateway.ts';

export const ORDER_COLUMNS = ['order_id', 'currency', 'amount', 'cci', 'holder'] as const;
export const RESULT_COLUMNS = ['order_id', 'status', 'bank_reference', 'value_date', 'reason'] as const;
const HOLDER_LENGTH = 60;

/** One answer as a file, which `readResultFile` reads. */
export function writeResultFile({ orderId, state }: BankResult): string {
  return `${RESULT_COLUMNS.join(';')}\r\n${[orderId, ...valuesOf(state)].join(';')}\r\n`;
}

function valuesOf(state: PayoutState): readonly string[] {
  switch (state.kind) {
    case 'accepted':
      return ['ACCEPTED', state.providerRef, '', ''];
    case 'paid':
      return ['PAID', state.providerRef, state.valueDate, ''];
    case 'rejected':
      return ['REJECTED', '', '', state.reason];
  }
}

/** One payment order as a file: a line of names and a line of values, with semicolons, in ASCII. */
export function writeOrderFile({ orderId, amountCents, cci, holder }: PayoutOrder): string {
  const values = [orderId, 'PEN', toSoles(amountCents).toFixed(2), cci, plainName(holder)];
  return `${ORDER_COLUMNS.join(';')}\r\n${values.join(';')}\r\n`;
}

/** The amount and the end of the account in an order file of ours. */
export function readOrderFile(text: string): { readonly amountCents: Cents; readonly account: string } {
  const [, , amount = '0', cci = ''] = (text.split('\r\n')[1] ?? '').split(';');
  return { amountCents: fromSoles(Number(amount)), account: cci.slice(-4) };
}

/**
 * A name in the characters that bank files allow: capitals, digits, blanks, dots, ampersands and dashes. Nothing
 * remains that ends a field or a line, or begins a formula: `José "Pepe" O'Neill; S.A.` is `JOSE PEPE O NEILL S.A.`
 */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9 .&-]+/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ .&-]+/, '')
    .slice(0, HOLDER_LENGTH)
    .trimEnd();
}

type ResultFile = Pick<AnswerFile, 'results' | 'problems'>;

/** Reads a bank's answer file. A line that cannot be read is reported and stops no other. */
export function readResultFile(text: string): ResultFile {
  const { rows, problems } = readCsv(text, { required: RESULT_COLUMNS });
  const results: BankResult[] = [];
  const found = [...problems];
  for (const { line, values } of rows) {
    const read = readResult(values);
    if (typeof read === 'string') found.push({ line, message: read });
    else results.push(read);
  }
  return { results, problems: found };
}

type Values = Readonly<Record<(typeof RESULT_COLUMNS)[number], string>>;

/** One line of an answer, or what is wrong with it. */
export function readResult(values: Values): BankResult | string {
  const { order_id: orderId, bank_reference: providerRef, value_date: valueDate, reason } = values;
  if (orderId === '') return 'order_id is empty';
  switch (values.status.toUpperCase()) {
    case 'PAID':
      if (providerRef === '') return 'a paid order needs bank_reference';
      if (!isCalendarDate(valueDate)) return `value_date must be YYYY-MM-DD, but it is "${valueDate}"`;
      return { orderId, state: { kind: 'paid', providerRef, valueDate } };
    case 'REJECTED':
      return { orderId, state: { kind: 'rejected', reason: reason || 'no reason given' } };
    case 'ACCEPTED':
      return { orderId, state: { kind: 'accepted', providerRef: providerRef || orderId } };
    default:
      return `status must be PAID, REJECTED or ACCEPTED, but it is "${values.status}"`;
  }
}
