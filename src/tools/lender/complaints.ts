import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { formatDate } from '#i18n/format-date.ts';
import type { OperatorClient } from '../operator-client.ts';
import {
  type Area,
  download,
  needed,
  type Options,
  postJson,
  queryOf,
  readJson,
  refusalOf,
  textOption,
  UsageError,
  valueOptions,
} from './area.ts';

const COMPLAINTS = '/api/v1/staff/complaints';

const HELP = `npm run lender -- complaints <command>

  list [--status RECEIVED,ASSIGNED] [--from 2026-01-01] [--to 2026-12-31]
  show LR-2026-000123
  assign LR-2026-000123 "Ana Torres"
  note LR-2026-000123 "The bank confirms the payment."
  answer LR-2026-000123 --solution ACCEPTED|PARTIAL|REJECTED (--text "…" | --file answer.txt) [--attach paper.pdf]
  settle LR-2026-000123 "What both sides agreed on."
  close LR-2026-000123
  export [--from …] [--to …] [--format csv|ndjson] [--out register.csv]`;

/** The complaints book (domain 2.18). */
export const complaints: Area = {
  name: 'complaints',
  help: HELP,
  options: {
    ...valueOptions('status', 'from', 'to', 'format', 'out', 'text', 'file', 'solution'),
    attach: { type: 'string', multiple: true },
  },
  async run(client, [command, code, ...texts], options) {
    const text = texts.join(' ');
    switch (command) {
      case 'list':
        return list(client, options);
      case 'export':
        return exportRegister(client, options);
      case 'show':
        return JSON.stringify(await readJson(client, `${COMPLAINTS}/${codeOf(code)}`), null, 2);
      case 'assign':
        return act(client, code, 'assign', { assignee: text });
      case 'note':
      case 'settle':
        return act(client, code, command, { text });
      case 'close':
        return act(client, code, 'close', {});
      case 'answer':
        return answer(client, code, options);
      default:
        throw new UsageError(HELP);
    }
  },
};

interface Listed {
  readonly code: string;
  readonly status: string;
  readonly type: string;
  readonly assignee: string | null;
  readonly answerDueDate: string;
  readonly answerChannel: string;
  readonly alert: number | null;
}

async function list(client: OperatorClient, options: Options): Promise<string> {
  const path = `${COMPLAINTS}${queryOf(options, ['status', 'from', 'to'])}`;
  const { complaints: listed } = (await readJson(client, path)) as { complaints: readonly Listed[] };
  if (listed.length === 0) return 'No complaints.';
  return listed
    .map(({ code, status, type, assignee, answerDueDate, answerChannel, alert }) =>
      [
        code,
        status.padEnd(8),
        type.padEnd(7),
        `due ${formatDate(answerDueDate)}`,
        answerChannel.padEnd(6),
        assignee ?? 'nobody',
        alert === null ? '' : alert >= 15 ? '!! 15 business days or more' : `! ${alert} business days`,
      ]
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function exportRegister(client: OperatorClient, options: Options): Promise<string> {
  const { bytes } = await download(client, `${COMPLAINTS}/export${queryOf(options, ['from', 'to', 'format'])}`);
  const { out } = options;
  if (typeof out !== 'string') return bytes.toString('utf8').trimEnd();
  writeFileSync(out, bytes, { mode: 0o600 });
  return `Written: ${out}`;
}

async function act(
  client: OperatorClient,
  code: string | undefined,
  name: string,
  body: Readonly<Record<string, string>>,
): Promise<string> {
  const { status } = (await postJson(client, `${COMPLAINTS}/${codeOf(code)}/${name}`, body)) as { status: string };
  return `${code}: ${status}`;
}

/** An answer may have attachments, so it is sent as a form. */
async function answer(client: OperatorClient, code: string | undefined, options: Options): Promise<string> {
  const body = answerForm(options);
  const response = await client.request(`${COMPLAINTS}/${codeOf(code)}/answer`, { method: 'POST', body });
  if (!response.ok) throw await refusalOf(response);
  const { status } = (await response.json()) as { status: string };
  return `${code}: ${status}`;
}

function answerForm(options: Options): FormData {
  const { file, attach } = options;
  const typed = textOption(options, 'text');
  const form = new FormData();
  form.append('text', typeof file === 'string' ? readFileSync(file, 'utf8') : needed(typed, '--text or --file', HELP));
  form.append('solution', needed(textOption(options, 'solution'), '--solution', HELP));
  for (const path of Array.isArray(attach) ? (attach as readonly string[]) : []) {
    form.append('attachments', new File([readFileSync(path)], basename(path)));
  }
  return form;
}

function codeOf(code: string | undefined): string {
  return needed(code, 'a code', HELP);
}
