import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { readStatementFormat, type StatementFormat } from '#server/lending/gateways/transfer/statement-format.ts';
import type { OperatorClient } from '../operator-client.ts';
import { type Area, needed, type Options, refusalOf, textOption, UsageError, valueOptions } from './area.ts';

const HELP = `npm run lender -- statements <command>

  import FILE --bank BCP [--mapping bank.json] [--account 191-0012345-6-78]
        books the credits of a bank's statement: BCP's CSV as it comes, MT940, or another bank's export as a mapping
        file describes it (see the operations guide). Sending a file twice, or two that overlap, books nothing twice;
        one that cannot be read whole books nothing. --account: an account of ours that clients are not shown
  try FILE [--mapping bank.json]
        reads the file on this machine and books nothing: how many credits, and the first of them`;

/** Bank statements. */
export const statements: Area = {
  name: 'statements',
  help: HELP,
  options: valueOptions('bank', 'mapping', 'account'),
  async run(client, [command, file], options) {
    const path = needed(file, 'a file', HELP);
    if (command === 'try') return tried(path, options);
    if (command === 'import') return imported(client, path, options);
    throw new UsageError(HELP);
  },
};

async function imported(client: OperatorClient, path: string, options: Options): Promise<string> {
  const bank = needed(textOption(options, 'bank'), '--bank', HELP);
  const [mapping, account] = [textOption(options, 'mapping'), textOption(options, 'account')];
  const body = new FormData();
  body.set('file', new Blob([readFileSync(path)]), basename(path));
  if (mapping !== undefined) body.set('mapping', readFileSync(mapping, 'utf8'));
  const query = new URLSearchParams({ bank, ...(account !== undefined && { account }) });
  const response = await client.request(`/api/v1/staff/bank-statements?${query}`, { method: 'POST', body });
  if (!response.ok) throw await refusalOf(response);
  return report((await response.json()) as Report);
}

interface Report {
  readonly matched: readonly unknown[];
  readonly unmatched: readonly { bankRef: string; date: string; amount: number; description: string; reason: string }[];
  readonly known: number;
  readonly debits: number;
  readonly problems: readonly { line: number; message: string }[];
}

function report({ matched, unmatched, known, debits, problems }: Report): string {
  const lines = [
    `${matched.length} matched, ${unmatched.length} not, ${known} known before, ${debits} debits left alone.`,
  ];
  for (const { bankRef, date, amount, description, reason } of unmatched) {
    lines.push([bankRef, formatDate(date), soles(amount), reason, description].join('  '));
  }
  for (const { line, message } of problems) lines.push(line === 0 ? `${message}.` : `Line ${line}: ${message}.`);
  return lines.join('\n');
}

const SHOWN = 5;

function tried(path: string, options: Options): string {
  const statement = readBankStatement(readFileSync(path), { format: formatOf(options) });
  if (statement.kind === 'unreadable') throw new UsageError(statement.why);
  const { credits, debits, problems } = statement;
  return [
    `${credits.length} credits, ${debits} debits. Nothing is booked.`,
    ...credits
      .slice(0, SHOWN)
      .map(({ bankRef, date, amountCents, description, reference }) =>
        [bankRef, formatDate(date), soles(amountCents / 100), reference ?? 'no reference', description].join('  '),
      ),
    ...problems.map(({ line, message }) => `Line ${line}: ${message}.`),
  ].join('\n');
}

function formatOf(options: Options): StatementFormat | undefined {
  const mapping = textOption(options, 'mapping');
  const format = mapping === undefined ? undefined : readStatementFormat(readFileSync(mapping, 'utf8'));
  if (typeof format === 'string') throw new UsageError(format);
  return format;
}

function soles(amount: number): string {
  return formatSoles(Math.round(amount * 100)).padStart(14);
}
