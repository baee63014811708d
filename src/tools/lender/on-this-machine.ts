import { readFileSync } from 'node:fs';
import { formatSoles } from '#i18n/format.ts';
import { formatDate } from '#i18n/format-date.ts';
import { type Environment, readText } from '#server/kit/config.ts';
import { readRunFile } from '#server/kit/run-file.ts';
import { readBankStatement } from '#server/lending/gateways/transfer/bank-statement.ts';
import { readStatementFormat, type StatementFormat } from '#server/lending/gateways/transfer/statement-format.ts';
import { needed, type Options, textOption, UsageError } from './command-line.ts';

/** Whose database it is. */
export interface Place {
  readonly env: Environment;
  readonly dataDir: string;
}

/**
 * Names the database that a command is going to open.
 * @throws UsageError when another process holds what is true, so that an empty database is never opened beside it
 */
function databaseHere({ env, dataDir }: Place): string {
  const url = readText(env, 'DATABASE_URL');
  if (url !== undefined) return databaseName(url);
  const elsewhere = readText(env, 'LENDING_URL');
  if (elsewhere !== undefined) {
    throw new UsageError(
      `LENDING_URL names a lender at ${elsewhere}, whose database is not known here. Run this on that machine, with its DATABASE_URL.`,
    );
  }
  const run = readRunFile(dataDir);
  if (run && !run.withoutLending) {
    throw new UsageError(
      `Process ${run.pid} (${run.url}) has the database in ${dataDir} open. Stop it first, or set DATABASE_URL.`,
    );
  }
  return `the embedded database in ${dataDir}`;
}

/** A database without its password: `manay at db.example:5432`. */
function databaseName(url: string): string {
  if (!URL.canParse(url)) return 'the database of DATABASE_URL';
  const { host, pathname, searchParams } = new URL(url);
  return `${pathname.slice(1) || 'the database'} at ${host || searchParams.get('host') || 'this machine'}`;
}

export const HELP_ON_THIS_MACHINE = `  colleagues first LOGIN --name "Rosa Díaz"
      On the database itself, with nothing running: the first two administrators, and the way back when one is left.
  statements try FILE [--mapping bank.json]
      Reads the file on this machine and books nothing: how many credits, and the first of them.
  migrate
      Brings the database up to date and loads what a new lender starts with; nothing may run on it that is older.
      With MIGRATIONS_URL as the owner of the tables.`;

/** Commands that ask nobody: on the database itself, or on a file. */
export const ON_THIS_MACHINE: Readonly<
  Record<string, (place: Place, words: readonly string[], options: Options) => Promise<string>>
> = {
  async 'colleagues first'(place, words, options) {
    const login = needed(words.join(' '), 'a login', HELP_ON_THIS_MACHINE);
    const database = databaseHere(place);
    const { addFirstAdministrator } = await import('../operator-in-process.ts');
    const { env, dataDir } = place;
    const made = await addFirstAdministrator(env, dataDir, { login, name: textOption(options, 'name') ?? login });
    if (made.kind === 'invited') {
      return `Added to ${database}.\nFor ${login} alone, once, within a day:\nnpm run lender -- login "${login}" --invitation ${made.invitation}`;
    }
    throw new UsageError(
      made.kind === 'enough'
        ? `${made.logins.join(' and ')} are administrators: they add colleagues.`
        : `${login} is the login of somebody who is not an administrator, or is locked.`,
    );
  },
  'statements try': async (_, [file], options) => tried(needed(file, 'a file', HELP_ON_THIS_MACHINE), options),
  async migrate(place) {
    databaseHere(place);
    const { env, dataDir } = place;
    const { migrateDatabase } = await import('../operator-in-process.ts');
    const prepared = await migrateDatabase(env, dataDir);
    const added = prepared?.migrations ?? [];
    return added.length === 0 ? 'Nothing was missing.' : `Added: ${added.join(', ')}`;
  },
};

const SHOWN = 5;

function tried(path: string, options: Options): string {
  const statement = readBankStatement(readFileSync(path), { format: formatOf(options) });
  if (statement.kind === 'unreadable') throw new UsageError(statement.why);
  const { credits, debits, problems } = statement;
  return [
    `${credits.length} credits, ${debits.length} debits. Nothing is booked.`,
    ...credits.slice(0, SHOWN).map(({ bankRef, date, amountCents, description, reference }) => {
      const amount = formatSoles(amountCents).padStart(14);
      return [bankRef, formatDate(date), amount, reference ?? 'no reference', description].join('  ');
    }),
    ...problems.map(({ line, message }) => `Line ${line}: ${message}.`),
  ].join('\n');
}

function formatOf(options: Options): StatementFormat | undefined {
  const mapping = textOption(options, 'mapping');
  const format = mapping === undefined ? undefined : readStatementFormat(readFileSync(mapping, 'utf8'));
  if (typeof format === 'string') throw new UsageError(format);
  return format;
}
