import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import type { OperatorClient } from '../operator-client.ts';
import {
  type Area,
  LIST_OPTIONS,
  listed,
  needed,
  type Options,
  postJson,
  readJson,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const PAYOUTS = '/api/v1/staff/payouts';

const HELP = `npm run lender -- payouts <command>

  list [--state waiting,failed,paid,cancelled] [--from 2026-02-01] [--to 2026-02-28]
                                             loans, top-ups and refunds on their way; those that wait or failed unless
                                             told; [--limit 100] [--cursor …], or --format csv --out file.csv
  archive                                    whether money goes out, and where archive and books do not agree
  confirm-archive ARCHIVE --reason "…"       this archive is the right one: money goes out again
  paid ID --ref B77 --date 2026-02-14        what the bank says of an order that is not found, or was noted as refused;
                                             above the amount of policy four-eyes two accounts
  rejected ID --reason "…"                   the bank has it not and will not pay it: as if it had refused it;
                                             two accounts
  not-sent ID --reason "…"                   the bank has never had it: it is sent; two accounts
  stop-top-up ID --reason "…"                a flag of fraud holds it back: it is not paid out, and its loan goes on as
                                             before; two accounts

With PAYOUT_FILES=daily orders go out together, in one file a day:

  make-batch                                 what may leave now becomes the batch of the day; nothing leaves
  batches
  show-batch BATCH
  release-batch BATCH --count 12 --total 6450.00
                                             it goes; above the amount of policy four-eyes two accounts say so
  withdraw-batch BATCH --reason "…"          nobody has released it: its orders wait for another one`;

interface Booked {
  readonly id: string;
  readonly kind: string;
  readonly loanNumber: string;
  readonly amount: number;
  readonly status: string;
}

interface Report {
  readonly archive: string;
  readonly place: string;
  readonly held: string | null;
  readonly unknown: readonly {
    readonly orderId: string;
    readonly amount: number;
    readonly account: string;
    readonly about: string;
  }[];
  readonly notSent: readonly Booked[];
  readonly notFound: readonly Booked[];
}

/** Money on its way out of the bank. */
export const payouts: Area = {
  name: 'payouts',
  help: HELP,
  options: { ...LIST_OPTIONS, ...valueOptions('reason', 'ref', 'date', 'state', 'from', 'to', 'count', 'total') },
  async run(client, [command = '', subject], options) {
    if (/(?:^|-)batch(?:es)?$/.test(command)) return batched(client, command, subject, options);
    if (command === 'list') return list(client, options);
    if (command === 'archive') return report((await readJson(client, `${PAYOUTS}/archive`)) as Report);
    const id = needed(subject, command === 'confirm-archive' ? 'an archive' : 'an id', HELP);
    switch (command) {
      case 'confirm-archive':
        await postJson(client, `${PAYOUTS}/archive`, { archive: id, reason: text(options, 'reason') });
        return `Money goes out again, with the archive ${id}.`;
      case 'paid':
        return settled({ reference: text(options, 'ref'), date: text(options, 'date') });
      case 'rejected':
      case 'not-sent':
      case 'stop-top-up':
        return settled({ reason: text(options, 'reason') });
      default:
        throw new UsageError(HELP);
    }

    async function settled(body: object): Promise<string> {
      const { status } = (await postJson(client, `${PAYOUTS}/${id}/${command}`, body)) as { status: string };
      return `${id}: ${status}`;
    }
  },
};

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly count: number;
  readonly total: number;
  readonly inFile: { readonly count: number; readonly total: number } | null;
}

interface BatchItem {
  readonly orderId: string;
  readonly kind: string;
  readonly amount: number;
  readonly outcome: string | null;
  readonly reason: string | null;
}

async function batched(
  client: OperatorClient,
  command: string,
  id: string | undefined,
  options: Options,
): Promise<string> {
  const path = `${PAYOUTS}/batches`;
  if (command === 'make-batch') return batchLine((await postJson(client, path, {})) as Batch);
  if (command === 'batches') {
    const { batches } = (await readJson(client, path)) as { batches: readonly Batch[] };
    return batches.length === 0 ? 'No batches.' : batches.map(batchLine).join('\n');
  }
  const one = `${path}/${needed(id, 'a batch', HELP)}`;
  if (command === 'show-batch') {
    const batch = (await readJson(client, one)) as Batch & { readonly items: readonly BatchItem[] };
    return [batchLine(batch), ...batch.items.map(itemLine)].join('\n');
  }
  if (command === 'release-batch') {
    const body = { count: Number(text(options, 'count')), total: Number(text(options, 'total')) };
    return `${id}: ${((await postJson(client, `${one}/release`, body)) as { status: string }).status}`;
  }
  if (command !== 'withdraw-batch') throw new UsageError(HELP);
  const body = { reason: text(options, 'reason') };
  return `${id}: ${((await postJson(client, `${one}/withdraw`, body)) as { status: string }).status}`;
}

function batchLine({ id, status, count, total, inFile }: Batch): string {
  const file = inFile === null ? '' : `  in its file: ${inFile.count}, ${soles(inFile.total).trim()}`;
  return `${id}  ${status.padEnd(9)}  ${count} orders  ${soles(total)}${file}`;
}

function itemLine({ orderId, kind, amount, outcome, reason }: BatchItem): string {
  return `  ${[orderId, kind.padEnd(12), soles(amount), (outcome ?? '').padEnd(6), reason ?? ''].join('  ')}`.trimEnd();
}

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly loan: string;
  readonly amount: number;
  readonly status: string;
  readonly attempts: number;
  readonly orderedOn: string;
  readonly reason: string | null;
}

function list(client: OperatorClient, options: Options): Promise<string> {
  const query = Object.fromEntries(['state', 'from', 'to'].map((name) => [name, textOption(options, name)]));
  return listed<Listed>(
    client,
    {
      path: '/api/v1/staff/portfolio/payouts',
      query,
      name: 'payouts',
      none: 'Nothing waits, and nothing has failed.',
      line: ({ id, kind, loan, amount, status, attempts, orderedOn, reason }) => [
        id,
        kind.padEnd(19),
        loan,
        soles(amount),
        status.padEnd(9),
        `${attempts} tries`,
        formatDate(orderedOn),
        reason ?? '',
      ],
    },
    options,
  );
}

function text(options: Options, name: string): string {
  return needed(textOption(options, name), `--${name}`, HELP);
}

function report({ archive, place, held, unknown, notSent, notFound }: Report): string {
  return [
    held === null ? `Money goes out. Archive ${archive} (${place}).` : `HELD: ${held}. Archive ${archive} (${place}).`,
    ...part('In the archive, and not in the books', unknown, ({ orderId, amount, account, about }) => [
      orderId,
      soles(amount),
      `•••• ${account}`,
      about,
    ]),
    ...part('In the archive, and by the books never sent', notSent, columns),
    ...part('On its way by the books, and not found', notFound, columns),
  ].join('\n');
}

function columns({ id, kind, loanNumber, amount, status }: Booked): string[] {
  return [id, soles(amount), loanNumber, kind, status];
}

function part<Row>(title: string, rows: readonly Row[], columnsOf: (row: Row) => readonly string[]): string[] {
  if (rows.length === 0) return [];
  return [`${title}: ${rows.length}`, ...rows.map((row) => `  ${columnsOf(row).join('  ').trimEnd()}`)];
}

function soles(amount: number): string {
  return formatSoles(Math.round(amount * 100)).padStart(14);
}
