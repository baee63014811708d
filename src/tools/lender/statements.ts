import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { readStatementFormat, type StatementFormat } from '#server/lending/gateways/transfer/statement-format.ts';
import type { OperatorClient } from '../operator-client.ts';
import { type Area, needed, type Options, postJson, refusalOf, textOption, UsageError, valueOptions } from './area.ts';

const HELP = `npm run lender -- statements <command>

  import FILE --bank BCP [--mapping bank.json] [--account 191-0012345-6-78]
        books the credits of a bank's statement: BCP's CSV as it comes, MT940, or another bank's export as a mapping
        file describes it (see the operations guide). Sending a file twice, or two that overlap, books nothing twice;
        one that cannot be read whole books nothing. A debit of the same amount under the number of a credit takes that
        back. --account: an account of ours that clients are not shown
  try FILE [--mapping bank.json]
        reads the file on this machine and books nothing: how many credits, and the first of them; nothing has to run
  correct LINE --amount 509.44
        of a line that tasks list names: so much came, as the bank says, and not what is booked; 0: nothing came; above
        the amount of policy four-eyes two accounts`;

/** Bank statements. */
export const statements: Area = {
  name: 'statements',
  help: HELP,
  options: valueOptions('bank', 'mapping', 'account', 'amount'),
  onThisMachine: { try: async (_, [file], options) => tried(needed(file, 'a file', HELP), options) },
  async run(client, [command, subject], options) {
    if (command === 'import') return imported(client, needed(subject, 'a file', HELP), options);
    if (command !== 'correct') throw new UsageError(HELP);
    const id = needed(subject, 'the id of a line', HELP);
    const body = { amount: Number(needed(textOption(options, 'amount'), '--amount', HELP)) };
    await postJson(client, `/api/v1/staff/bank-lines/${id}/correct`, body);
    return `${id}: booked as S/ ${body.amount.toFixed(2)}.`;
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
  readonly takenBack: number;
  readonly known: number;
  readonly debits: number;
  readonly problems: readonly { line: number; message: string }[];
}

function report({ matched, unmatched, takenBack, known, debits, problems }: Report): string {
  const lines = [
    `${matched.length} matched, ${unmatched.length} not, ${takenBack} taken back, ${known} known before, ${debits} debits left alone.`,
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
    `${credits.length} credits, ${debits.length} debits. Nothing is booked.`,
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
