/** `npm run lender -- <area> <command> …`: operators' commands, as a client of the staff API. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, type Environment } from '#server/kit/config.ts';
import { keepFilesPrivate } from '#server/kit/data-dir.ts';
import { readDataDir } from '#server/publishing/config.ts';
import { applications } from './lender/applications.ts';
import { type Area, type Options, SecondNeeded, UsageError } from './lender/area.ts';
import { flexOffers, writeOffs } from './lender/arrangements.ts';
import { books } from './lender/books.ts';
import { approvals, colleagues, login, logout, migrate, whoami } from './lender/colleagues.ts';
import { complaints } from './lender/complaints.ts';
import { contact } from './lender/contact.ts';
import { dataRequests } from './lender/data-requests.ts';
import { fraud } from './lender/fraud.ts';
import { businessDate, ledger, loans } from './lender/operations.ts';
import { holidays, parameters } from './lender/parameters.ts';
import { payments, tasks } from './lender/payments.ts';
import { payouts } from './lender/payouts.ts';
import { keys, people, sessions } from './lender/people.ts';
import { statements } from './lender/statements.ts';
import { audit, loginAs, maintenance, recoveries } from './lender/support.ts';
import { type OperatorClient, openMachineClient, openOperatorClient } from './operator-client.ts';

const repoDir = resolve(import.meta.dirname, '../..');

/** Every area, in the order of the help. */
export const AREAS: readonly Area[] = [
  login,
  logout,
  whoami,
  colleagues,
  approvals,
  complaints,
  applications,
  fraud,
  people,
  keys,
  sessions,
  loginAs,
  recoveries,
  dataRequests,
  loans,
  flexOffers,
  writeOffs,
  payments,
  payouts,
  statements,
  tasks,
  contact,
  ledger,
  books,
  businessDate,
  parameters,
  holidays,
  maintenance,
  audit,
  migrate,
];

const HELP = `${AREAS.map(({ help }) => help).join('\n\n')}

  --as LOGIN  acts as another colleague who is signed in on this machine; as who signed in last unless told
  --help      this text, or that of one area`;

const NOTHING_RUNS = `Nothing runs here: npm start, or LENDING_URL for a lender elsewhere. Without it only these work:
${AREAS.flatMap(({ name, withoutProcess = [], onThisMachine = {} }) =>
  [...withoutProcess, ...Object.keys(onThisMachine)].map((command) => `  ${name} ${command}`.trimEnd()),
).join('\n')}`;

/** What an area can do; all areas when it is none. */
function helpOf(name: string | undefined): string {
  return AREAS.find((area) => area.name === name)?.help ?? HELP;
}

/** Runs one command. @returns what to print */
export async function runLender(client: OperatorClient, words: readonly string[], options: Options): Promise<string> {
  const [name, ...rest] = words;
  const area = AREAS.find((candidate) => candidate.name === name);
  if (!area) throw new UsageError(HELP);
  return area.run(client, rest, options).catch((error: unknown) => {
    if (error instanceof SecondNeeded) return error.message;
    return asSentence(error);
  });
}

function asSentence(error: unknown): never {
  throw fileSentence(error) ?? error;
}

/** Of a file that a command names and that cannot be read or written. */
function fileSentence(error: unknown): UsageError | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) return undefined;
  return new UsageError(`${path} cannot be used: ${code === 'ENOENT' ? 'it is not there' : code}.`);
}

/**
 * Runs a command line.
 * @param args everything after `npm run lender --`
 * @returns what to print
 * @throws UsageError or ConfigError with a sentence for who typed it
 */
export async function runCommandLine(args: readonly string[], env: Environment): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.assign(
      { as: { type: 'string' }, help: { type: 'boolean' } },
      ...AREAS.map(({ options }) => options),
    ),
  });
  const options: Options = values;
  if (options['help']) return helpOf(positionals[0]);
  const dataDir = readDataDir(env, repoDir);
  const [name, command = '', ...words] = positionals;
  const area = AREAS.find((candidate) => candidate.name === name);
  const onThisMachine = area?.onThisMachine?.[command];
  if (onThisMachine) return onThisMachine({ env, dataDir }, words, options).catch(asSentence);
  const { as } = options;
  const running = openOperatorClient(env, dataDir, typeof as === 'string' ? as : undefined);
  if (!running && !area?.withoutProcess?.includes(command)) throw new UsageError(area ? NOTHING_RUNS : HELP);
  const client = running ?? (await openMachineClient(env, dataDir));
  try {
    return await runLender(client, positionals, options);
  } finally {
    await client.close();
  }
}

async function main(): Promise<void> {
  // What it saves are papers and exports of clients.
  keepFilesPrivate();
  console.log(await runCommandLine(process.argv.slice(2), process.env));
}

if (import.meta.filename === process.argv[1]) {
  main().catch((error: unknown) => {
    const expected = error instanceof UsageError || error instanceof ConfigError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  });
}
