/** `npm run lender -- <area> <command> …`: what operators do. A client of the operator API, like any screen would be. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatDate } from '#i18n/format.ts';
import { ConfigError } from '#server/kit/config.ts';
import { type OperatorClient, openOperatorClient } from './operator-client.ts';

const repoDir = resolve(import.meta.dirname, '../..');
const COMPLAINTS = '/api/v1/staff/complaints';

const HELP = `npm run lender -- complaints <command>

  list [--status RECEIVED,ASSIGNED] [--from 2026-01-01] [--to 2026-12-31]
  show LR-2026-000123
  assign LR-2026-000123 "Ana Torres"
  note LR-2026-000123 "The bank confirms the payment."
  answer LR-2026-000123 --solution ACCEPTED|PARTIAL|REJECTED (--text "…" | --file answer.txt) [--attach paper.pdf]
  settle LR-2026-000123 "What both sides agreed on."
  close LR-2026-000123
  export [--from …] [--to …] [--format csv|ndjson] [--out register.csv]

  --as NAME   who acts, for the record; your user name unless told`;

/** A mistake of whoever typed, said in one sentence. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Runs one command. @returns what to print */
export async function runLender(client: OperatorClient, words: readonly string[], options: Options): Promise<string> {
  const [area, command, code, ...texts] = words;
  if (area !== 'complaints') throw new UsageError(HELP);
  const text = texts.join(' ');
  switch (command) {
    case 'list':
      return list(client, options);
    case 'export':
      return exportRegister(client, options);
    case 'show':
      return JSON.stringify(await read(client, `/${needed(code, 'a code')}`), null, 2);
    case 'assign':
      return act(client, code, 'assign', { assignee: text });
    case 'note':
    case 'settle':
      return act(client, code, command, { text });
    case 'close':
      return act(client, code, 'close', {});
    case 'answer':
      return act(client, code, 'answer', answerForm(options));
    default:
      throw new UsageError(HELP);
  }
}

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
  const { complaints } = (await read(client, queryOf(options, ['status', 'from', 'to']))) as {
    complaints: readonly Listed[];
  };
  if (complaints.length === 0) return 'No complaints.';
  return complaints
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
  const response = await client.request(`${COMPLAINTS}/export${queryOf(options, ['from', 'to', 'format'])}`);
  if (!response.ok) throw await refusalOf(response);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { out } = options;
  if (typeof out !== 'string') return bytes.toString('utf8').trimEnd();
  writeFileSync(out, bytes);
  return `Written: ${out}`;
}

async function act(
  client: OperatorClient,
  code: string | undefined,
  name: string,
  body: FormData | Readonly<Record<string, string>>,
): Promise<string> {
  const isForm = body instanceof FormData;
  const response = await client.request(`${COMPLAINTS}/${needed(code, 'a code')}/${name}`, {
    method: 'POST',
    ...(!isForm && { headers: { 'content-type': 'application/json' } }),
    body: isForm ? body : JSON.stringify(body),
  });
  if (!response.ok) throw await refusalOf(response);
  const { status } = (await response.json()) as { status: string };
  return `${code}: ${status}`;
}

function answerForm(options: Options): FormData {
  const { text, file, solution, attach } = options;
  const form = new FormData();
  form.append('text', typeof file === 'string' ? readFileSync(file, 'utf8') : String(needed(text, '--text or --file')));
  form.append('solution', String(needed(solution, '--solution')));
  for (const path of Array.isArray(attach) ? (attach as readonly string[]) : []) {
    form.append('attachments', new File([readFileSync(path)], basename(path)));
  }
  return form;
}

async function read(client: OperatorClient, path: string): Promise<unknown> {
  const response = await client.request(`${COMPLAINTS}${path}`);
  if (!response.ok) throw await refusalOf(response);
  return response.json();
}

function queryOf(options: Options, names: readonly string[]): string {
  const given = names.flatMap((name) => (typeof options[name] === 'string' ? [[name, options[name]]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : '';
}

function needed<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined || value === '') throw new UsageError(`${what} is missing.\n\n${HELP}`);
  return value;
}

async function refusalOf(response: Response): Promise<UsageError> {
  const body = (await response.json().catch(() => ({}))) as {
    error?: { code: string; message: string; fieldErrors?: readonly { field: string; code: string }[] };
  };
  const fields = (body.error?.fieldErrors ?? []).map(({ field, code }) => `${field}: ${code}`).join(', ');
  return new UsageError(
    `Refused (${response.status} ${body.error?.code ?? ''}): ${body.error?.message ?? ''} ${fields}`.trimEnd(),
  );
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      as: { type: 'string' },
      status: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      format: { type: 'string' },
      out: { type: 'string' },
      text: { type: 'string' },
      file: { type: 'string' },
      solution: { type: 'string' },
      attach: { type: 'string', multiple: true },
    },
  });
  const dataDir = resolve(repoDir, process.env['DATA_DIR'] ?? '.data');
  const client = await openOperatorClient(process.env, dataDir, values.as);
  try {
    console.log(await runLender(client, positionals, values));
  } finally {
    await client.close();
  }
}

if (import.meta.filename === process.argv[1]) {
  main().catch((error: unknown) => {
    const expected = error instanceof UsageError || error instanceof ConfigError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  });
}
