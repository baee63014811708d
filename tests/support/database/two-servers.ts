import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../browser/product.ts';
import { isRunning, signalFamily } from './family.ts';
import { serverUser } from './postgres-server.ts';
import { TcpSwitch } from './tcp-switch.ts';

const run = promisify(execFile);

/** npm's PostgreSQL has no `pg_basebackup`: Debian's has. */
export const PROGRAMS = [18, 17, 16, 15]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((folder) => ['postgres', 'initdb', 'pg_basebackup'].every((program) => existsSync(join(folder, program))));

const DISK_BYTES = 1024 ** 3;
const CHECK_MS = 1_000;
/** A primary that fails so many checks one after another is given up, as by Patroni. */
const FAILED_CHECKS = 2;
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'max_wal_size=128MB',
  'shared_buffers=64MB',
  'wal_receiver_status_interval=1s',
  'wal_sender_timeout=10s',
];

/** One server with a disk of its own. */
interface Machine {
  readonly name: string;
  readonly disk: string;
  readonly port: number;
  postgres?: ChildProcess;
}

/** A primary with a synchronous stand-by, behind one address. */
export interface ReplicatedServers {
  /** Ways in which the primary ends. */
  readonly faults: readonly string[];
  /** Within so many seconds it must be served again. */
  readonly withinS: number;
  /** Leads to the primary, whichever it is. */
  readonly databaseUrl: string;
  befall(fault: string): Promise<void>;
  /** Ends when another server is the primary. */
  failOver(): Promise<void>;
  /** Brings back what is missing, until a commit is kept twice again. */
  addStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL's own means and a switch: who decides on a fail-over is in this process. */
export class TwoServers implements ReplicatedServers {
  readonly withinS = 20;
  readonly #folder = mkdtempSync(join(tmpdir(), 'manay-two-servers-'));
  readonly #user = serverUser();
  readonly #clients: TcpSwitch;
  /** Shared by the machines: the log, and the checks of whoever decides on a fail-over. */
  readonly #link: TcpSwitch;
  #primary: Machine;
  #standby: Machine;
  readonly #hasDisks: boolean;

  private constructor(clients: TcpSwitch, link: TcpSwitch, ports: readonly [number, number]) {
    this.#clients = clients;
    this.#link = link;
    chmodSync(this.#folder, 0o755);
    const [first, second] = ports.map((port, k): Machine => {
      const machine = { name: `machine${k + 1}`, disk: join(this.#folder, `disk${k + 1}`), port };
      mkdirSync(machine.disk);
      return machine;
    }) as [Machine, Machine];
    this.#primary = first;
    this.#standby = second;
    // A disk that can be full takes a right to mount; without it that fault is left out.
    this.#hasDisks = [first, second].every(
      ({ disk }) => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', disk]).status === 0,
    );
    if (this.#user) for (const { disk } of [first, second]) chownSync(disk, this.#user.uid, this.#user.gid);
  }

  static async start(): Promise<TwoServers> {
    const ports = [await freePort(), await freePort()] as const;
    const two = new TwoServers(await TcpSwitch.open(), await TcpSwitch.open(), ports);
    await two.#run('initdb', [
      '-D',
      two.#data(two.#primary),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
    ]);
    await two.#serve(two.#primary);
    for (const each of [two.#clients, two.#link]) each.lead(two.#primary.port);
    return two;
  }

  /** Commits that wait for a stand-by nobody reaches are cancelled by an operator. */
  get faults(): readonly string[] {
    return ['killed', 'stopped', 'cut off', ...(this.#hasDisks ? ['disk full'] : []), 'commits cancelled'];
  }

  get databaseUrl(): string {
    return addressOf(this.#clients.port);
  }

  /** Copies the primary to the other machine, and has it wait for that one from then on. */
  async addStandby(): Promise<void> {
    const { name } = this.#standby;
    await this.#end(this.#standby);
    for (const left of readdirSync(this.#standby.disk)) rmSync(join(this.#standby.disk, left), { recursive: true });
    const primary = `host=127.0.0.1 port=${this.#link.port} user=postgres application_name=${name}`;
    await this.#run('pg_basebackup', ['-d', primary, '-D', this.#data(this.#standby), '-R', '-c', 'fast', '-N']);
    await this.#serve(this.#standby);
    await this.#ask(`alter system set synchronous_standby_names = '${name}'`);
    await this.#ask('select pg_reload_conf()');
    await this.#until(`select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`);
    await this.#until(`select where current_setting('synchronous_standby_names') = '${name}'`);
  }

  async befall(fault: string): Promise<void> {
    if (fault === 'killed') await this.#end(this.#primary);
    if (fault === 'stopped') this.#signal(this.#primary, 'SIGSTOP');
    if (fault === 'cut off') for (const each of [this.#link, this.#clients]) each.cut();
    if (fault === 'disk full') fill(join(this.#primary.disk, 'filler'));
    if (fault === 'commits cancelled') await this.#cancelCommits();
  }

  /** Waits until the primary is given up, and makes the stand-by the primary. The old one is switched off a while later. */
  async failOver(): Promise<void> {
    for (let failed = 0; failed < FAILED_CHECKS; ) {
      failed = (await this.#isWell()) ? 0 : failed + 1;
      await sleep(CHECK_MS);
    }
    const old = this.#primary;
    this.#primary = this.#standby;
    this.#standby = old;
    // Alone, it must not wait for the one that is gone.
    appendFileSync(join(this.#data(this.#primary), 'postgresql.auto.conf'), `synchronous_standby_names = ''\n`);
    await this.#ask('select pg_reload_conf()');
    await this.#ask('select pg_promote()');
    for (const each of [this.#link, this.#clients]) each.lead(this.#primary.port);
    // What comes back believes that it is the primary still.
    this.#signal(old, 'SIGCONT');
  }

  async stop(): Promise<void> {
    for (const machine of [this.#primary, this.#standby]) await this.#end(machine);
    for (const each of [this.#link, this.#clients]) await each.close();
    if (this.#hasDisks) for (const { disk } of [this.#primary, this.#standby]) spawnSync('umount', [disk]);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Whether it can be asked, has room, and can commit for itself, asked by the way that a stand-by has. */
  async #isWell(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: addressOf(this.#link.port),
      connectionTimeoutMillis: CHECK_MS,
      query_timeout: CHECK_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(`set work_mem = '64kB'; set synchronous_commit = local`);
      await client.query('select count(*) from generate_series(1, 5000)');
      await client.query('create table if not exists checked (at timestamptz); insert into checked values (now())');
      return true;
    } catch {
      return false;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  /** The link fails first, so that commits wait; somebody cancels them, in the belief that this helps. */
  async #cancelCommits(): Promise<void> {
    this.#link.cut();
    for (let round = 0; round < 10; round += 1) {
      await sleep(100);
      await this.#ask(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    }
    await this.#end(this.#primary);
  }

  async #until(query: string): Promise<void> {
    while ((await this.#ask(query)) === 0) await sleep(50);
  }

  /** Asks the primary itself. @returns how many rows it answered */
  async #ask(query: string): Promise<number> {
    const client = new pg.Client({ connectionString: addressOf(this.#primary.port) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(query)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }

  async #serve(machine: Machine): Promise<void> {
    const all = SETTINGS.flatMap((line) => ['-c', line]);
    const log = openSync(join(this.#folder, `${machine.name}.log`), 'a');
    machine.postgres = spawn(
      join(PROGRAMS ?? '', 'postgres'),
      ['-D', this.#data(machine), '-p', String(machine.port), '-k', machine.disk, ...all],
      { ...this.#asUser(), stdio: ['ignore', log, log] },
    );
    closeSync(log);
    for (;;) {
      if (machine.postgres.exitCode !== null)
        throw new Error(readFileSync(join(this.#folder, `${machine.name}.log`), 'utf8'));
      const isUp = await run(join(PROGRAMS ?? '', 'pg_isready'), ['-h', '127.0.0.1', '-p', String(machine.port)]).then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await sleep(50);
    }
  }

  /** At once, with everything that it has begun, as a machine that loses its power. */
  async #end({ postgres }: Machine): Promise<void> {
    if (!postgres || postgres.exitCode !== null || postgres.signalCode !== null) return;
    const gone = once(postgres, 'exit');
    const all = signalFamily(postgres.pid ?? 0, 'SIGKILL');
    await gone;
    while (all.some(isRunning)) await sleep(10);
  }

  #signal({ postgres }: Machine, signal: NodeJS.Signals): void {
    if (postgres?.exitCode !== null || postgres.signalCode !== null) return;
    signalFamily(postgres.pid ?? 0, signal);
  }

  #data({ disk }: Machine): string {
    return join(disk, 'data');
  }

  #asUser() {
    return { ...this.#user, cwd: this.#folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '' } };
  }

  #run(program: string, options: readonly string[]): Promise<unknown> {
    return run(join(PROGRAMS ?? '', program), options, this.#asUser());
  }
}

const addressOf = (port: number): string => `postgresql://postgres@127.0.0.1:${port}/postgres`;

function fill(file: string): void {
  const block = Buffer.alloc(1024 ** 2);
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}
