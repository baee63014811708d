import { readFileSync } from 'node:fs';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { decodeFile } from '#server/lending/gateways/transfer/decode-file.ts';
import { isWithoutEnd, NO_END, readCsv } from '#server/lending/gateways/transfer/read-csv.ts';
import { readStatementAmount, whatIsWrongWith } from '#server/lending/gateways/transfer/statement-values.ts';
import {
  type Area,
  LIST_OPTIONS,
  type Listing,
  listed,
  needed,
  type Options,
  postJson,
  queryOf,
  readJson,
  saveFile,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const PAYMENTS = '/api/v1/staff/payments';
const UNAPPLIED = '/api/v1/staff/unapplied';

const PAYMENTS_HELP = `npm run lender -- payments <command>

  list [--status UNKNOWN,IN_REVIEW]
  show ID
  ask ID                                     asks the provider how it ended
  no-credit ID --reason "…"                  the money of a voucher never came
  refund ID --reason "…"                     gives the whole payment back
  refund-paid ID --ref 123 | refund-refused ID --reason "…"    what the provider's own books say about a refund
  dispute ID --ref CB-1 --reason "…", then dispute-won ID | dispute-lost ID    also of one that was given back
  refunds                                    money on its way back
  voucher ID --out voucher.pdf               the file a client sent as proof of a transfer
  unapplied                                  money nobody can name; --format csv --out file.csv
  match MONEY-ID --payment ID | --loan P-2026-0000001
  return MONEY-ID --ref 123                  it has gone back to where it came from
  settle NIUBIZ|PAGOEFECTIVO --ref 2026-02-14 --file lines.csv --cost 20.06 --date 2026-02-16 --line MONEY-ID
        what a provider paid out: its lines (reference,amount and operation if it has one; below zero: taken back)
        are the bank's credit, which waits under unapplied, and the cost`;

/** Commands about one payment; the operator API has the same names. */
const ACTS: Readonly<Record<string, readonly ('reason' | 'ref')[]>> = {
  ask: [],
  'no-credit': ['reason'],
  refund: ['reason'],
  'refund-paid': ['ref'],
  'refund-refused': ['reason'],
  dispute: ['ref', 'reason'],
  'dispute-won': [],
  'dispute-lost': [],
};

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly method: string;
  readonly purpose: string;
  readonly amount: number;
  readonly createdAt: string;
}

interface Unnamed {
  readonly id: string;
  readonly amount: number;
  readonly value_date: string;
  readonly reason: string;
  readonly provider: string;
  readonly provider_ref: string;
  readonly description: string | null;
}

/** Incoming payments and refunds. */
export const payments: Area = {
  name: 'payments',
  help: PAYMENTS_HELP,
  options: {
    ...LIST_OPTIONS,
    ...valueOptions('status', 'reason', 'ref', 'payment', 'loan', 'file', 'cost', 'date', 'line'),
  },
  async run(client, [command = '', subject], options) {
    if (command === 'list') return list(await readJson(client, `${PAYMENTS}${queryOf(options, ['status'])}`));
    if (command === 'unapplied') return listed(client, UNNAMED, options);
    if (command === 'refunds') return listRefunds(await readJson(client, '/api/v1/staff/refunds'));
    const id = needed(subject, 'an id', PAYMENTS_HELP);
    const asked = ACTS[command];
    if (asked) {
      const answer = await postJson(client, `${PAYMENTS}/${id}/${command}`, wordsOf(asked, options));
      return `${id}: ${(answer as { status: string }).status}`;
    }
    switch (command) {
      case 'show':
        return JSON.stringify(await readJson(client, `${PAYMENTS}/${id}`), null, 2);
      case 'voucher':
        return saveFile(client, `/api/v1/staff/vouchers/${id}`, text(options, 'out'));
      case 'match':
        return JSON.stringify(await postJson(client, `${UNAPPLIED}/${id}/match`, ownerOf(options)));
      case 'return':
        await postJson(client, `${UNAPPLIED}/${id}/return`, wordsOf(['ref'], options));
        return `${id}: RETURNED`;
      case 'settle':
        return settled(await postJson(client, '/api/v1/staff/settlements', settlementOf(id, options)));
      default:
        throw new UsageError(PAYMENTS_HELP);
    }
  },
};

function text(options: Options, name: string): string {
  return needed(textOption(options, name), `--${name}`, PAYMENTS_HELP);
}

/** The API's `reference` is `--ref` on the command line. */
function wordsOf(names: readonly ('reason' | 'ref')[], options: Options): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name === 'ref' ? 'reference' : name, text(options, name)]));
}

function ownerOf(options: Options): Readonly<Record<string, string>> {
  const paymentId = textOption(options, 'payment');
  return paymentId === undefined ? { loanNumber: text(options, 'loan') } : { paymentId };
}

function settlementOf(provider: string, options: Options) {
  return {
    provider,
    reference: text(options, 'ref'),
    lines: linesOf(text(options, 'file')),
    cost: Number(text(options, 'cost')),
    date: text(options, 'date'),
    line: text(options, 'line'),
  };
}

/** The lines of a provider's settlement: its purchase numbers or codes, and soles. */
function linesOf(path: string) {
  const text = decodeFile(readFileSync(path)) ?? '';
  const { rows, problems } = readCsv(text, { required: ['reference', 'amount'], optional: ['operation'] });
  const found = problems.map(({ line, message }) => `Line ${line}: ${message}.`);
  const last = rows.at(-1);
  if (last && isWithoutEnd(text)) found.push(`Line ${last.line}: ${NO_END}.`);
  const lines = rows.flatMap(({ line, values: { reference, amount, operation } }) => {
    const amountCents = readStatementAmount(amount);
    if (amountCents === undefined) found.push(`Line ${line}: "${amount}" is no amount.`);
    const wrong = whatIsWrongWith(reference, 1) ?? whatIsWrongWith(operation, 0);
    if (wrong !== undefined) found.push(`Line ${line}: ${wrong}.`);
    return amountCents === undefined ? [] : [{ reference, amount: amountCents / 100, ...(operation && { operation }) }];
  });
  if (found.length > 0) throw new UsageError(found.join('\n'));
  return lines;
}

function settled(answer: unknown): string {
  return (answer as { isNew: boolean }).isNew ? 'Booked.' : 'It was booked before.';
}

function soles(amount: number): string {
  return formatSoles(Math.round(amount * 100)).padStart(14);
}

function list(answer: unknown): string {
  const found = (answer as { payments: readonly Listed[] }).payments;
  if (found.length === 0) return 'No payments.';
  return found
    .map(({ id, status, method, purpose, amount, createdAt }) =>
      [id, status.padEnd(16), method.padEnd(12), purpose.padEnd(12), soles(amount), createdAt].join('  '),
    )
    .join('\n');
}

const UNNAMED: Listing<Unnamed> = {
  path: UNAPPLIED,
  query: {},
  name: 'unapplied',
  none: 'Everything has found its owner.',
  line: (one) => [
    one.id,
    soles(one.amount),
    formatDate(one.value_date),
    one.reason,
    one.provider_ref,
    one.description ?? '',
  ],
};

function listRefunds(answer: unknown): string {
  const { refunds } = answer as {
    refunds: readonly { id: string; kind: string; status: string; amount: number; requestedOn: string }[];
  };
  if (refunds.length === 0) return 'No money is on its way back.';
  return refunds
    .map(({ id, kind, status, amount, requestedOn }) =>
      [id, kind.padEnd(7), status.padEnd(8), soles(amount), formatDate(requestedOn)].join('  '),
    )
    .join('\n');
}

const TASKS_HELP = `npm run lender -- tasks <command>

  list [--kind voucher-in-review,complaint]      everything that waits for a person: its age, its deadline, and the
       [--limit 100] [--cursor …]                command that deals with it; or --format csv --out file.csv
  done ID                                        of a task: what it asked for was done elsewhere`;

interface Waiting {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly note: string;
  readonly ageDays: number;
  readonly dueBy: string | null;
  readonly command: string;
}

/** Everything that waits for a person. */
export const tasks: Area = {
  name: 'tasks',
  help: TASKS_HELP,
  options: { ...LIST_OPTIONS, ...valueOptions('kind') },
  async run(client, [command, id], options) {
    if (command === 'done') {
      await postJson(client, `/api/v1/staff/tasks/${needed(id, 'an id', TASKS_HELP)}/done`, {});
      return `${id}: DONE`;
    }
    if (command !== 'list') throw new UsageError(TASKS_HELP);
    const query = { kind: textOption(options, 'kind') };
    const list = { path: '/api/v1/staff/tasks', name: 'tasks', none: 'Nothing waits.' };
    return listed<Waiting>(client, { ...list, query, line: waitingLine }, options);
  },
};

function waitingLine({ kind, subject, note, ageDays, dueBy, command }: Waiting): string[] {
  const age = `${ageDays} ${ageDays === 1 ? 'day' : 'days'}`.padStart(8);
  const due = dueBy === null ? '' : `by ${formatDate(dueBy.slice(0, 10))}${dueBy.slice(10)}`;
  return [age, due.padEnd(20), kind.padEnd(26), subject, note, `→ ${command}`];
}
