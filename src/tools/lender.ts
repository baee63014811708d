/** `npm run lender -- <subject> <act> …`: operators' commands, made from the descriptions of the staff API's acts. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, type Environment } from '#server/kit/config.ts';
import { keepFilesPrivate } from '#server/kit/data-dir.ts';
import { DESCRIBED_ACTS } from '#server/lending/described-acts.ts';
import { WITHOUT_COMMAND } from '#server/lending/desk/command-line.ts';
import type { Act } from '#server/lending/staff/act.ts';
import { readDataDir } from '#server/publishing/config.ts';
import { actOf, helpOfGroup, optionsOf, runAct } from './lender/act-command.ts';
import { type Options, UsageError } from './lender/command-line.ts';
import { LOGIN_HELP, login, logout } from './lender/login.ts';
import { HELP_ON_THIS_MACHINE, ON_THIS_MACHINE } from './lender/on-this-machine.ts';
import { type OperatorClient, openMachineClient, openOperatorClient } from './operator-client.ts';

const repoDir = resolve(import.meta.dirname, '../..');

/** Acts without a command of their own: `login` and `logout` do them. */
const OTHERWISE = [
  ...['sign-in', 'passkey-sign-in', 'desk-code-sign-in', 'take-invitation', 'confirm-invitation', 'logout'],
  ...WITHOUT_COMMAND,
];
/** Acts by words of a command. */
export const COMMANDS: readonly Act[] = DESCRIBED_ACTS.filter(({ name }) => !OTHERWISE.includes(name));

/** They work without a running process, as the machine: they read or seal, and decide nothing. */
const WITHOUT_PROCESS = ['keys rewrap', 'ledger verify', 'audit verify'];

/** The help of every subject, in the order of the acts. */
export const GROUPS: readonly { readonly name: string; readonly help: string }[] = [
  ...new Set(COMMANDS.map(({ name }) => name.split(' ')[0] ?? '')),
].map((name) => ({ name, help: helpOfGroup(COMMANDS, name) ?? '' }));

export const HELP = `npm run lender -- <subject> <act> …

${LOGIN_HELP}
${HELP_ON_THIS_MACHINE}

  --as LOGIN  acts as another colleague who is signed in on this machine; as who signed in last unless told
  --help      this text; with a subject what can be done there

  An option may be shortened to one of its words: --ref for --reference, --loan for --loan-number. @file.txt as a value
  is what the file says. Where it takes two accounts, another one gives the same command.

  Subjects: ${GROUPS.map(({ name }) => name).join(', ')}`;

const NOTHING_RUNS = `Nothing runs here: npm start, or LENDING_URL for a lender elsewhere. Without it only these work:
${[...Object.keys(ON_THIS_MACHINE), ...WITHOUT_PROCESS].map((command) => `  ${command}`).join('\n')}`;

function helpOf(subject: string | undefined): string {
  return GROUPS.find(({ name }) => name === subject)?.help ?? HELP;
}

/** Runs one command. @returns what to print */
export async function runLender(client: OperatorClient, words: readonly string[], options: Options): Promise<string> {
  const [first, ...rest] = words;
  if (first === 'login') return login(client, rest, options);
  if (first === 'logout') return logout(client);
  const found = actOf(COMMANDS, words);
  if (!found) throw new UsageError(helpOf(first));
  return runAct(client, found.act, found.rest, options).catch(asSentence);
}

/** Of a file that a command names and that cannot be read or written. */
function asSentence(error: unknown): never {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined || path === undefined) throw error;
  throw new UsageError(`${path} cannot be used: ${code === 'ENOENT' ? 'it is not there' : code}.`);
}

/**
 * Runs a command line.
 * @param args everything after `npm run lender --`
 * @returns what to print
 * @throws UsageError or ConfigError with a sentence for the colleague who typed it
 */
export async function runCommandLine(args: readonly string[], env: Environment): Promise<string> {
  const { values: options, positionals } = parsed(args);
  const [subject] = positionals;
  if (options['help']) return helpOf(subject);
  const dataDir = readDataDir(env, repoDir);
  const here = Object.keys(ON_THIS_MACHINE).find((command) => positionals.join(' ').startsWith(command));
  if (here) {
    const words = positionals.slice(here.split(' ').length);
    return (ON_THIS_MACHINE[here] as (typeof ON_THIS_MACHINE)[string])({ env, dataDir }, words, options).catch(
      asSentence,
    );
  }
  const { as } = options;
  const running = openOperatorClient(env, dataDir, typeof as === 'string' ? as : undefined);
  const found = actOf(COMMANDS, positionals);
  if (!running && !WITHOUT_PROCESS.includes(found?.act.name ?? '')) {
    throw new UsageError(found || subject === 'login' || subject === 'logout' ? NOTHING_RUNS : HELP);
  }
  const client = running ?? (await openMachineClient(env, dataDir));
  try {
    return await runLender(client, positionals, options);
  } finally {
    await client.close();
  }
}

/** Options that no act has are looked for by one of their words when the act is known. */
function parsed(args: readonly string[]): { readonly values: Options; readonly positionals: readonly string[] } {
  const known = {
    ...optionsOf(COMMANDS),
    help: { type: 'boolean' },
    desk: { type: 'boolean' },
    as: { type: 'string' },
  } as const;
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: known,
  });
  // An unknown option has no type: the word that follows is its value.
  const taken = new Set<number>();
  const extra = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name in known) return [];
    if (token.value !== undefined) return [[token.name, token.value] as const];
    const next = tokens.find((one) => one.kind === 'positional' && one.index === token.index + 1);
    if (next?.kind !== 'positional') throw new UsageError(`--${token.name} says nothing.`);
    taken.add(next.index);
    return [[token.name, next.value] as const];
  });
  const words = tokens.flatMap((token) =>
    token.kind === 'positional' && !taken.has(token.index) ? [token.value] : [],
  );
  return { values: { ...values, ...Object.fromEntries(extra) }, positionals: taken.size > 0 ? words : positionals };
}

async function main(): Promise<void> {
  // The files it saves are papers and exports of clients.
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
