import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const PROGRAM = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version']).status === 0);
export const HAS_PGBOUNCER = PROGRAM !== undefined;

export interface RunningPgbouncer {
  /** Address of the same database through the pooler. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/** The example of the operations guide: the settings of the pooler, and those of the role. */
function exampleOfGuide(): { readonly settings: string; readonly role: string } {
  const guide = readFileSync('src/server/lending/operations.md', 'utf8');
  const [, settings, role] = /```ini\n(\[databases\][\s\S]*?)```[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide) ?? [];
  if (settings === undefined || role === undefined) throw new Error('the guide has no example for PgBouncer');
  return { settings, role };
}

/** Debian's PgBouncer with the guide's example, before the server and database of a test. */
export async function startPgbouncer(
  serverUrl: string,
  change: (example: string) => string = (example) => example,
): Promise<RunningPgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'manay-pgbouncer-'));
  const url = new URL(serverUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const [name, user, port] = [url.pathname.slice(1), url.username || 'postgres', await freePort()];
  const database = [`host=${host}`, ...(url.port ? [`port=${url.port}`] : []), `dbname=${name}`, `user=${user}`];
  if (url.password) database.push(`password=${decodeURIComponent(url.password)}`);
  const example = exampleOfGuide();
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(example.role.replaceAll('manay_app in database manay', `${user} in database ${name}`));
  await client.end();
  const settings = change(example.settings)
    .replace(/^manay = .*$/m, `${name} = ${database.join(' ')}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    // The pooler must not check passwords: this test's server has its own.
    .replace(/^auth_type = .*$/m, 'auth_type = any')
    .replace(/^auth_file = .*$/m, '');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings);
  for (const path of [folder, file]) chmodSync(path, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const child: ChildProcess = spawn(PROGRAM ?? 'pgbouncer', [...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (data: Buffer) => {
      said += String(data);
      if (/process up/.test(said)) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer does not start: ${said}`)));
  });
  return {
    databaseUrl: `postgresql://${user}@127.0.0.1:${port}/${name}`,
    async stop() {
      if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
