import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../browser/product.ts';
import { isRunning, signalFamily } from './family.ts';
import { serverUser } from './postgres-server.ts';
import { PROGRAMS, type ReplicatedServers } from './two-servers.ts';

const MACHINES = [1, 2, 3] as const;
const READY_MS = 180_000;
const PASSWORDS = [1, 2, 3, 4].map((k) => [`CHANGE-ME-${k}`, `secret of the harness ${k}`] as const);

export const HAS_PATRONI = ['patroni', 'haproxy', 'etcd'].every(
  (program) => spawnSync(program, ['--version']).error === undefined,
);

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/**
 * The samples of Patroni and HAProxy on one machine: each of the three has an address of the loopback network, so that
 * every port is the sample's own. The network between them cannot be cut here.
 */
export class PatroniServers implements ReplicatedServers {
  readonly faults = ['killed', 'stopped', 'handed over'];
  /** A leader's time to live, and fifteen seconds. */
  readonly withinS = 35;
  readonly #folder = mkdtempSync(join(tmpdir(), 'manay-patroni-'));
  readonly #user = serverUser();
  readonly #others: ChildProcess[] = [];
  readonly #patronis = new Map<string, ChildProcess>();
  #port = 0;
  #leader = '';

  private constructor() {
    chmodSync(this.#folder, 0o755);
    const files = ['-keyout', this.#at('db.key'), '-out', this.#at('db.crt')];
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...name], {
      stdio: 'ignore',
    });
    for (const file of [this.#at('db.key'), this.#folder])
      if (this.#user) chownSync(file, this.#user.uid, this.#user.gid);
  }

  static async start(): Promise<PatroniServers> {
    const servers = new PatroniServers();
    const cluster = MACHINES.map((k) => `db${k}=http://127.20.1.${k}:2380`).join();
    for (const k of MACHINES) servers.#others.push(servers.#startEtcd(k, cluster));
    for (const k of MACHINES) servers.#startPatroni(`db${k}`);
    await servers.addStandby();
    await servers.#startHaproxy();
    return servers;
  }

  get databaseUrl(): string {
    const password = encodeURIComponent(PASSWORDS[1]?.[1] ?? '');
    const tls = `sslmode=verify-full&sslrootcert=${encodeURIComponent(this.#at('db.crt'))}`;
    return `postgresql://postgres:${password}@localhost:${this.#port}/postgres?${tls}`;
  }

  async addStandby(): Promise<void> {
    for (const [name, patroni] of this.#patronis) {
      if (patroni.exitCode === null && patroni.signalCode === null) this.#signal(name, 'SIGCONT');
      else this.#startPatroni(name);
    }
    await this.#until('all three machines are there', (members) => {
      const leader = members.find(({ role }) => role === 'leader');
      const isThere = ({ state, timeline }: Member) =>
        (state === 'running' || state === 'streaming') && timeline === leader?.timeline;
      return members.length === 3 && members.every(isThere) && members.some(({ role }) => role === 'sync_standby');
    });
  }

  async befall(fault: string): Promise<void> {
    this.#leader = await this.#until('there is a leader', (members) => leaderOf(members) !== undefined).then(
      (members) => leaderOf(members) ?? '',
    );
    if (fault === 'handed over') await this.#handOver();
    else this.#signal(this.#leader, fault === 'killed' ? 'SIGKILL' : 'SIGSTOP');
  }

  async failOver(): Promise<void> {
    const isAnother = (members: readonly Member[]) => ![undefined, this.#leader].includes(leaderOf(members));
    await this.#until('another machine leads', isAnother);
    // What comes back believes that it leads still.
    this.#signal(this.#leader, 'SIGCONT');
  }

  async stop(): Promise<void> {
    const ended = [...this.#patronis.keys()].flatMap((name) => this.#signal(name, 'SIGKILL'));
    for (const { pid = 0 } of this.#others) ended.push(...signalFamily(pid, 'SIGKILL'));
    while (ended.some(isRunning)) await sleep(50);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Patroni and its PostgreSQL, which is not a child of it any more. */
  #signal(name: string, signal: NodeJS.Signals): number[] {
    const file = this.#at(`${name}/postmaster.pid`);
    const postgres = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
    const patroni = this.#patronis.get(name);
    const isUp = patroni?.exitCode === null && patroni.signalCode === null;
    return [
      ...(isUp && patroni.pid !== undefined ? signalFamily(patroni.pid, signal) : []),
      ...(postgres !== undefined && isRunning(postgres) ? signalFamily(postgres, signal) : []),
    ];
  }

  #handOver(): Promise<unknown> {
    const authorization = `Basic ${btoa(`patroni:${PASSWORDS[0]?.[1]}`)}`;
    return fetch(`http://127.20.1.${this.#leader.slice(2)}:8008/switchover`, {
      method: 'POST',
      headers: { authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ leader: this.#leader }),
    }).then(async (answer) => {
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    });
  }

  /** As any machine that answers sees them. */
  async #until(what: string, is: (members: readonly Member[]) => boolean): Promise<readonly Member[]> {
    let seen: readonly Member[] = [];
    for (const deadline = performance.now() + READY_MS; performance.now() < deadline; await sleep(100)) {
      for (const k of MACHINES) {
        if (`db${k}` === this.#leader && what.startsWith('another')) continue;
        const answer = await fetch(`http://127.20.1.${k}:8008/cluster`, { signal: AbortSignal.timeout(1_000) }).catch(
          () => undefined,
        );
        if (!answer?.ok) continue;
        seen = ((await answer.json()) as { readonly members?: readonly Member[] }).members ?? [];
        if (is(seen)) return seen;
        break;
      }
    }
    throw new Error(`not in time: ${what}; seen: ${JSON.stringify(seen)}`);
  }

  #startEtcd(k: number, cluster: string): ChildProcess {
    const [peer, client] = [`http://127.20.1.${k}:2380`, `http://127.20.1.${k}:2379`];
    const at = ['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer];
    const all = ['--listen-client-urls', client, '--advertise-client-urls', client, '--initial-cluster', cluster];
    return this.#spawn('etcd', ['--name', `db${k}`, '--enable-v2', '--data-dir', this.#at(`etcd${k}`), ...at, ...all]);
  }

  #startPatroni(name: string): void {
    const home = this.#at(`${name}-home`);
    mkdirSync(home, { recursive: true });
    if (this.#user) chownSync(home, this.#user.uid, this.#user.gid);
    const settings = ofSample('.config/patroni.yml')
      .replace(/^name: db1$/m, `name: ${name}`)
      .replaceAll('127.20.1.1:8008', `127.20.1.${name.slice(2)}:8008`)
      .replaceAll('127.20.1.1:5432', `127.20.1.${name.slice(2)}:5432`)
      .replaceAll('/etc/manay/', `${this.#folder}/`)
      .replace(/data_dir: .*/, `data_dir: ${this.#at(name)}`)
      .replace(/bin_dir: .*/, `bin_dir: ${PROGRAMS}`)
      // The one thing that three servers of one machine would share.
      .replace(/^ {2}pg_hba:$/m, `  parameters:\n    unix_socket_directories: ${home}\n  pg_hba:`);
    const file = this.#at(`${name}.yml`);
    writeFileSync(file, settings);
    this.#patronis.set(name, this.#spawn('patroni', [file], name));
  }

  async #startHaproxy(): Promise<void> {
    this.#port = await freePort();
    const file = this.#at('haproxy.cfg');
    const settings = ofSample('.config/haproxy-database.cfg').replace('127.0.0.1:5432', `127.0.0.1:${this.#port}`);
    writeFileSync(file, settings);
    this.#others.push(this.#spawn('haproxy', ['-db', '-f', file]));
    // It takes one check to know who leads.
    await sleep(3_000);
  }

  #spawn(program: string, options: readonly string[], name = program): ChildProcess {
    const log = openSync(this.#at(`${name}.log`), 'a', 0o666);
    const env = { LC_ALL: 'C', PATH: process.env['PATH'] ?? '', HOME: this.#at(`${name}-home`) };
    const child = spawn(program, options, { ...this.#user, env, cwd: this.#folder, stdio: ['ignore', log, log] });
    closeSync(log);
    return child;
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }
}

function ofSample(file: string): string {
  const text = readFileSync(file, 'utf8').replaceAll('10.20.1.0/24', '127.0.0.0/8').replaceAll('10.20.1.', '127.20.1.');
  return PASSWORDS.reduce((settings, [placeholder, secret]) => settings.replaceAll(placeholder, secret), text);
}

function leaderOf(members: readonly Member[]): string | undefined {
  return members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
}
